/// Why a store could not do what it was asked; nothing was changed then.
public enum StoreError: Error, Equatable, CustomStringConvertible {
  /// Busy, out of space or failing to read or write; the same call may succeed later.
  case unavailable(String)
  /// The stored data are damaged; they are left as they are.
  case damaged(String)
  /// A newer release has changed the tables beyond what this one can use.
  case newerSchema(String)
  /// The tables are those of an older release, and this handle must not change them.
  case olderSchema(String)
  /// The handle was opened for reading only.
  case readOnly
  case failed(String)

  /// Whether the same call may succeed later without anyone's doing.
  public var isTransient: Bool {
    switch self {
    case .unavailable: true
    case .damaged, .newerSchema, .olderSchema, .readOnly, .failed: false
    }
  }

  public var description: String {
    switch self {
    case .unavailable(let reason): "the job store is not available: \(reason)"
    case .damaged(let reason): "the job store is damaged and stays untouched: \(reason)"
    case .newerSchema(let reason), .olderSchema(let reason): "the job store: \(reason)"
    case .readOnly: "the job store was opened for reading only"
    case .failed(let reason): "the job store: \(reason)"
    }
  }
}
