/// How one job stands for all that mean the same: those of its kind with the same key.
public struct Uniqueness: Sendable, Equatable {
  public var key: UniqueKey
  public var scope: Scope
  public var conflict: Conflict
  /// If set, no second job is added in the same stretch of this length, even after the first has
  /// finished; stretches are counted from 1970-01-01 UTC.
  public var window: Duration?

  public init(
    _ key: UniqueKey, while scope: Scope = .unfinished, onConflict conflict: Conflict = .keep,
    window: Duration? = nil
  ) {
    if let window { precondition(window >= .seconds(1), "a window lasts a second or more") }
    self.key = key
    self.scope = scope
    self.conflict = conflict
    self.window = window
  }

  /// How long a job stands for others.
  public enum Scope: Int, Sendable {
    /// Until it is finished; one that is wanted while it runs runs once more.
    case unfinished = 0
    /// Until it starts; another may then wait beside it.
    case waiting = 1
  }

  /// What a further job does to the one that waits already.
  public enum Conflict: Sendable, Equatable {
    case keep
    /// The waiting job takes over its parameters, priority and time.
    case replace
    /// The waiting job takes over its parameters and is put off, `quiet` from now, but not for
    /// longer than `atMost` after it was added.
    case debounce(quiet: Duration, atMost: Duration? = nil)
  }
}

extension Uniqueness: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(UniqueKey(value)) }
}
