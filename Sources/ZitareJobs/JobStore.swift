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
  func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, for worker: WorkerID
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
  /// The jobs of a worker that somebody wants cancelled.
  func cancellations(for worker: WorkerID) async throws(StoreError) -> [JobID]
  /// Takes back the jobs of workers that died or let their lease run out; an attempt is used.
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
  /// When the next scheduled job is due.
  func nextDue() async throws(StoreError) -> Timestamp?
  /// The attempts that did not complete, in order.
  func attempts(of job: JobID) async throws(StoreError) -> [FailedAttempt]
  func schedules() async throws(StoreError) -> [StoredSchedule]
}

extension JobStore {
  /// Applies one mutation.
  public func apply(_ mutation: Mutation) async throws(StoreError) -> MutationResult {
    let results = try await apply([mutation])
    guard let result = results.first else { preconditionFailure("one result per mutation") }
    return result
  }

  /// Adds a job and returns its id, or the id of the unfinished one with its unique key.
  ///
  /// Throws a `StoreError`, or what the encoding of the job throws.
  @discardableResult
  public func enqueue(_ job: some Job, at runAt: Timestamp? = nil) async throws -> JobID {
    switch try await apply(.enqueue(NewJob(job, at: runAt))) {
    case .enqueued(let id), .kept(let id): return id
    case let result: preconditionFailure("enqueueing came to \(result)")
    }
  }
}
