public import ZitareBase
internal import ZitareSQLite

/// Why a store could not do what it was asked; nothing was changed then.
///
/// Where the disk failed while a change was made durable, a crash that comes before the next change
/// may bring it back, as a whole.
public enum StoreError: Error, Equatable, CustomStringConvertible {
  /// Busy, out of space or failing to read or write; the same call may succeed later.
  case unavailable(String)
  /// The stored data are damaged; they are left as they are.
  case damaged(String)
  /// A newer release has changed the tables beyond what this one can use.
  case newerSchema(String)
  /// The tables are those of an older release, and this handle must not change them.
  case olderSchema(String)
  /// The store's folder lies on a file system that does not keep what processes share.
  case networkFileSystem(FilePath, name: String)
  /// The handle was opened for reading only.
  case readOnly
  case failed(String)

  /// Whether the same call may succeed later without anyone's doing.
  public var isTransient: Bool {
    switch self {
    case .unavailable: true
    case .damaged, .newerSchema, .olderSchema, .networkFileSystem, .readOnly, .failed: false
    }
  }

  public var description: String {
    switch self {
    case .unavailable(let reason): "the job store is not available: \(reason)"
    case .damaged(let reason): "the job store is damaged and stays untouched: \(reason)"
    case .newerSchema(let reason), .olderSchema(let reason): "the job store: \(reason)"
    case .networkFileSystem(let folder, let name):
      "the job store cannot lie in \(folder), which is on \(name): its processes share memory and "
        + "locks, and no file system of other machines keeps those; choose a folder on a local disk"
    case .readOnly: "the job store was opened for reading only"
    case .failed(let reason): "the job store: \(reason)"
    }
  }
}

extension StoreError {
  /// What a failure below the store means to its callers.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as SQLiteError where error.isTransient: self = .unavailable("\(error)")
    case let error as SQLiteError where error.isCorrupt: self = .damaged("\(error)")
    case let error as SchemaError:
      switch error {
      case .newer: self = .newerSchema("\(error)")
      case .failed(let error): self = StoreError(error)
      }
    default: self = .failed("\(error)")
    }
  }
}
