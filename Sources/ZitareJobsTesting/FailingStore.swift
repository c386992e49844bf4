internal import Synchronization
public import ZitareBase
public import ZitareJobs

/// A store that fails chosen calls on cue and otherwise passes on to a real one.
///
/// A call that fails has not reached the store behind.
public final class FailingStore: JobStore {
  /// The calls of a store; `read` stands for all that only look.
  public enum Call: Sendable, CaseIterable {
    case apply, exchange, record, enroll, retire, renew, cancellations, rescue, prune, read
  }

  private struct Cue {
    let error: StoreError
    var skipped: Int
    var times: Int
  }

  private let store: any JobStore
  private let state = Mutex((cues: [Call: Cue](), failures: 0))

  public init(_ store: any JobStore) { self.store = store }

  /// How many calls have failed on cue.
  public var failures: Int { state.withLock { $0.failures } }

  /// Lets each of these calls fail: after the next `skipped` of its sort, `times` in a row.
  ///
  /// An earlier cue for the same call is dropped.
  public func fail(
    _ calls: Set<Call> = Set(Call.allCases), with error: StoreError = .unavailable("on cue"),
    after skipped: Int = 0, times: Int = .max
  ) {
    state.withLock { state in
      for call in calls {
        state.cues[call] = Cue(error: error, skipped: skipped, times: times)
      }
    }
  }

  /// Drops all cues.
  public func recover() { state.withLock { $0.cues = [:] } }

  private func meet(_ call: Call) throws(StoreError) {
    let error = state.withLock { state -> StoreError? in
      guard var cue = state.cues[call] else { return nil }
      defer { state.cues[call] = cue }
      if cue.skipped > 0 {
        cue.skipped -= 1
        return nil
      }
      guard cue.times > 0 else { return nil }
      cue.times -= 1
      state.failures += 1
      return cue.error
    }
    if let error { throw error }
  }
}

extension FailingStore {
  public func apply(_ mutations: [Mutation]) async throws(StoreError) -> [MutationResult] {
    try meet(.apply)
    return try await store.apply(mutations)
  }

  public func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, prefetch: Int, for worker: WorkerID
  ) async throws(StoreError) -> Exchange {
    try meet(.exchange)
    return try await store.exchange(outcomes, claim: limit, prefetch: prefetch, for: worker)
  }

  public func record(
    _ progress: JobProgress, of job: JobID, claim: Int64
  ) async throws(StoreError) {
    try meet(.record)
    try await store.record(progress, of: job, claim: claim)
  }

  public func enroll(_ profile: WorkerProfile) async throws(StoreError) -> WorkerID {
    try meet(.enroll)
    return try await store.enroll(profile)
  }

  public func retire(_ worker: WorkerID) async throws(StoreError) {
    try meet(.retire)
    try await store.retire(worker)
  }

  public func renew(_ worker: WorkerID) async throws(StoreError) -> Set<JobID> {
    try meet(.renew)
    return try await store.renew(worker)
  }

  public func cancellations(for worker: WorkerID) async throws(StoreError) -> [JobID] {
    try meet(.cancellations)
    return try await store.cancellations(for: worker)
  }

  public func rescue() async throws(StoreError) -> [Rescue] {
    try meet(.rescue)
    return try await store.rescue()
  }

  public func prune(_ retention: Retention, limit: Int) async throws(StoreError) -> Int {
    try meet(.prune)
    return try await store.prune(retention, limit: limit)
  }

  public func wakeups() -> AsyncStream<Void> { store.wakeups() }

  public func job(_ id: JobID) async throws(StoreError) -> JobRecord? {
    try meet(.read)
    return try await store.job(id)
  }

  public func jobs(_ query: JobQuery) async throws(StoreError) -> [JobRecord] {
    try meet(.read)
    return try await store.jobs(query)
  }

  public func counts() async throws(StoreError) -> [JobState: Int] {
    try meet(.read)
    return try await store.counts()
  }

  public func nextDue() async throws(StoreError) -> Timestamp? {
    try meet(.read)
    return try await store.nextDue()
  }

  public func attempts(of job: JobID) async throws(StoreError) -> [FailedAttempt] {
    try meet(.read)
    return try await store.attempts(of: job)
  }

  public func schedules() async throws(StoreError) -> [StoredSchedule] {
    try meet(.read)
    return try await store.schedules()
  }

  public func queues() async throws(StoreError) -> [QueueRecord] {
    try meet(.read)
    return try await store.queues()
  }

  public func limits() async throws(StoreError) -> [LimitRecord] {
    try meet(.read)
    return try await store.limits()
  }

  public func batch(_ id: BatchID) async throws(StoreError) -> BatchRecord? {
    try meet(.read)
    return try await store.batch(id)
  }

  public func batches(limit: Int) async throws(StoreError) -> [BatchRecord] {
    try meet(.read)
    return try await store.batches(limit: limit)
  }
}
