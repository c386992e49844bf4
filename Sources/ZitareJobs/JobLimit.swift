internal import ZitareBase

/// What jobs that share a name may do together, in all processes on one store.
///
/// The numbers are stored with the name when a job is added, the latest ones hold; an operator's
/// own stay until they are taken back.
public struct JobLimit: Sendable, Hashable {
  public var name: LimitName
  public var bounds: Bounds

  public init(_ name: LimitName, concurrency: Int? = nil, rate: RateLimit? = nil) {
    self.name = name
    bounds = Bounds(concurrency: concurrency, rate: rate)
  }

  /// Nil means no bound.
  public struct Bounds: Sendable, Hashable {
    /// How many may run at once; 0 holds all of them back.
    public var concurrency: Int?
    public var rate: RateLimit?

    public init(concurrency: Int? = nil, rate: RateLimit? = nil) {
      precondition(concurrency ?? 0 >= 0, "a number of jobs can't be negative")
      self.concurrency = concurrency
      self.rate = rate
    }
  }
}

/// How often jobs may start: in any time of this length at most `count + burst` do.
public struct RateLimit: Sendable, Hashable {
  public let count: Int
  public let period: Duration
  /// How many may start at once after a pause.
  public let burst: Int

  public init(_ count: Int, per period: Duration, burst: Int = 1) {
    precondition(count >= 1 && burst >= 1, "a rate lets at least one job start")
    precondition(period >= .milliseconds(1), "a period lasts a millisecond or more")
    self.count = count
    self.period = period
    self.burst = burst
  }
}
