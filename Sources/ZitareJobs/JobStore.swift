public import ZitareBase

/// The durable queue: each mutation is all or nothing, and many share a transaction.
///
/// A call that throws has changed nothing. Wall time, for due times and display, and the clock of
/// the leases are the store's own.
public protocol JobStore: Sendable {
  /// Applies the mutations in order and says what became of each, once all are durable.
  func apply(_ mutations: [Mutation]) async throws(StoreError) -> [MutationResult]

  /// Records the outcomes and claims up to `limit` due jobs for `worker`, most urgent first, in one
  /// go.
  ///
  /// The last `prefetch` of them are held without having started: the outcome `started` says when
  /// they do, and if the worker dies before, they have not used an attempt.
  func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, prefetch: Int, for worker: WorkerID
  ) async throws(StoreError) -> Exchange

  /// Stores how far a job is, if it is still held under this claim.
  func record(_ progress: JobProgress, of job: JobID, claim: Int64) async throws(StoreError)

  /// Makes a worker known, which counts as alive until it retires or its process ends.
  ///
  /// Jobs of its kinds that an earlier program could not read become available.
  func enroll(_ profile: WorkerProfile) async throws(StoreError) -> WorkerID
  /// Ends a worker; jobs it still holds become available, none of their attempts used.
  func retire(_ worker: WorkerID) async throws(StoreError)
  /// Extends the leases of a worker and returns the jobs that it still holds.
  func renew(_ worker: WorkerID) async throws(StoreError) -> Set<JobID>
  /// The jobs of a worker that somebody wants cancelled, and why.
  func cancellations(for worker: WorkerID) async throws(StoreError) -> [JobID: String]
  /// Takes back the jobs of workers that died or let their lease run out; an attempt is used.
  ///
  /// Throws `.newerSchema` once a newer release has made the tables its own.
  func rescue() async throws(StoreError) -> [Rescue]
  /// Removes up to `limit` jobs that finished too long ago and returns how many.
  func prune(_ retention: Retention, limit: Int) async throws(StoreError) -> Int

  /// Ticks after changes that may matter to a worker, whoever made them; ticks may be spurious.
  func wakeups() -> AsyncStream<Void>

  func job(_ id: JobID) async throws(StoreError) -> JobRecord?
  /// The newest first.
  func jobs(_ query: JobQuery) async throws(StoreError) -> [JobRecord]
  /// How many jobs are in each state; states without jobs are missing.
  func counts() async throws(StoreError) -> [JobState: Int]
  /// When the next job may be due that waits for a time: its own, a deadline or a rate.
  func nextDue() async throws(StoreError) -> Timestamp?
  /// The attempts that did not complete, in order.
  func attempts(of job: JobID) async throws(StoreError) -> [FailedAttempt]
  func schedules() async throws(StoreError) -> [StoredSchedule]
  /// All queues that ever had a job, by name.
  func queues() async throws(StoreError) -> [QueueRecord]
  /// All limits that jobs or operators have named, but those of queues, by name.
  func limits() async throws(StoreError) -> [LimitRecord]
  func batch(_ id: BatchID) async throws(StoreError) -> BatchRecord?
  /// The newest first.
  func batches(limit: Int) async throws(StoreError) -> [BatchRecord]
}

extension JobStore {
  /// Applies one mutation.
  public func apply(_ mutation: Mutation) async throws(StoreError) -> MutationResult {
    let results = try await apply([mutation])
    guard let result = results.first else { preconditionFailure("one result per mutation") }
    return result
  }

  /// Records the outcomes and claims jobs that all start at once.
  public func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, for worker: WorkerID
  ) async throws(StoreError) -> Exchange {
    try await exchange(outcomes, claim: limit, prefetch: 0, for: worker)
  }

  /// Adds a job and returns its id, or the id of the one that stands for it.
  ///
  /// Throws a `StoreError`, an `EnqueueError`, or what the encoding of the job throws.
  @discardableResult
  public func enqueue(_ job: some Job, at runAt: Timestamp? = nil) async throws -> JobID {
    try await enqueue(NewJob(job, at: runAt))
  }

  /// Adds a job and returns its id, or the id of the one that stands for it.
  ///
  /// Throws a `StoreError` or an `EnqueueError`.
  @discardableResult
  public func enqueue(_ job: NewJob) async throws -> JobID {
    try await apply(.enqueue(job)).jobID()
  }

  /// Adds a batch and returns its number.
  ///
  /// Throws a `StoreError` or an `EnqueueError`.
  @discardableResult
  public func enqueue(_ batch: NewBatch) async throws -> BatchID {
    try await apply(.enqueueBatch(batch)).batchID()
  }
}

extension MutationResult {
  /// What enqueueing came to.
  func jobID() throws(EnqueueError) -> JobID {
    switch self {
    case .enqueued(let id), .kept(let id), .replaced(let id): return id
    case .impossible(let error): throw error
    default: preconditionFailure("enqueueing came to \(self)")
    }
  }

  /// What enqueueing a batch came to.
  func batchID() throws(EnqueueError) -> BatchID {
    switch self {
    case .enqueuedBatch(let id, _): return id
    case .impossible(let error): throw error
    default: preconditionFailure("enqueueing a batch came to \(self)")
    }
  }
}
