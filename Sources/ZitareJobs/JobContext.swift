public import ZitareBase

/// What a running job knows of its run.
public struct JobContext<Services: Sendable>: Sendable {
  public let services: Services
  public let id: JobID
  /// Which attempt this is, from 1; snoozes, waits and drains do not count.
  public let attempt: Int
  /// How many attempts the job may use in all.
  public let maxAttempts: Int
  /// Rises whenever the job is claimed: a fence for what it writes outside its store, since a run
  /// that lost its lease may go on for a while beside the one that took over.
  public let claim: Int64
  /// The batch that this job is in, which others may join as long as it runs.
  public let batchID: BatchID?
  /// What became of the batch that this job completes; nil for other jobs.
  public let batch: BatchCounts?
  private let clock: @Sendable () -> Timestamp
  private let sink: @Sendable (JobProgress) -> Void

  public init(
    services: Services, id: JobID, attempt: Int, maxAttempts: Int, claim: Int64 = 1,
    batchID: BatchID? = nil, batch: BatchCounts? = nil,
    now: @escaping @Sendable () -> Timestamp = { .now() },
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) {
    self.services = services
    self.id = id
    self.attempt = attempt
    self.maxAttempts = maxAttempts
    self.claim = claim
    self.batchID = batchID
    self.batch = batch
    clock = now
    sink = progress
  }

  /// The wall clock's time.
  public func now() -> Timestamp { clock() }

  /// Tells how far the job is; cheap, since only a few reports a second are stored.
  public func report(_ progress: JobProgress) { sink(progress) }
}

/// How far a job is within its current stage.
public struct JobProgress: Sendable, Codable, Equatable {
  public var stage: String
  public var done: Int64
  /// Nil where the end is not known.
  public var total: Int64?

  public init(stage: String, done: Int64 = 0, total: Int64? = nil) {
    self.stage = stage
    self.done = done
    self.total = total
  }
}
