/// How a worker works.
public struct WorkerConfiguration: Sendable {
  public var queues: [WorkerQueue]
  /// How many jobs run at once.
  public var concurrency: Int
  /// How many jobs more are held ready, so that the next starts while the last is being recorded;
  /// other workers can't have them meanwhile.
  public var prefetch: Int
  /// How long a job stays with a worker that does not answer.
  public var lease: Duration
  /// How long jobs may go on after `stop` before they are cancelled.
  public var grace: Duration
  /// How long cancelled jobs may take to end before they are left behind.
  public var patience: Duration
  /// The longest sleep of a worker that has nothing to do.
  public var idleSleep: Duration
  public var retention: Retention

  public init(
    queues: [WorkerQueue] = ["default"], concurrency: Int = 4, prefetch: Int = 0,
    lease: Duration = .seconds(60),
    grace: Duration = .seconds(25), patience: Duration = .milliseconds(500),
    idleSleep: Duration = .seconds(60), retention: Retention = Retention()
  ) {
    precondition(concurrency >= 1, "a worker runs at least one job at once")
    precondition(prefetch >= 0, "a number of jobs can't be negative")
    self.queues = queues
    self.concurrency = concurrency
    self.prefetch = prefetch
    self.lease = lease
    self.grace = grace
    self.patience = patience
    self.idleSleep = idleSleep
    self.retention = retention
  }
}

/// What a worker has done until nothing was left to do.
public struct WorkSummary: Sendable, Equatable {
  public var completed = 0
  /// Attempts that failed and will be made again.
  public var retrying = 0
  public var snoozed = 0
  public var blocked = 0
  public var cancelled = 0
  public var dead = 0
  /// Jobs that the store holds for later.
  public var leftScheduled = 0

  public init() {}

  mutating func count(_ verdict: Verdict) {
    switch verdict {
    case .completed: completed += 1
    case .retry: retrying += 1
    case .dead: dead += 1
    case .snoozed: snoozed += 1
    case .cancelled: cancelled += 1
    case .blocked, .unreadable: blocked += 1
    case .started, .released: break
    }
  }
}
