import Synchronization
import ZitareBase
import ZitareJobs

/// A store that fails some exchanges on cue and otherwise passes on to a real one.
final class FlakyStore: JobStore {
  private let store: SQLiteJobStore
  private let state: Mutex<(isFailing: Bool, failures: Int)>
  private let death = Mutex<Death?>(nil)

  /// When a process is killed that changes the store.
  enum Death: CaseIterable { case before, after }

  init(_ store: SQLiteJobStore, failures: Int = 0) {
    self.store = store
    state = Mutex((false, failures))
  }

  /// Lets the caller of the next `apply` learn nothing, as if its process had been killed.
  func killNext(_ death: Death?) { self.death.withLock { $0 = death } }

  func failFromNowOn() { state.withLock { $0.isFailing = true } }

  func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, prefetch: Int, for worker: WorkerID
  ) async throws(StoreError) -> Exchange {
    let fails = state.withLock { state in
      guard state.isFailing, state.failures > 0 else { return false }
      state.failures -= 1
      return true
    }
    if fails { throw .unavailable("on cue") }
    return try await store.exchange(outcomes, claim: limit, prefetch: prefetch, for: worker)
  }

  func apply(_ mutations: [Mutation]) async throws(StoreError) -> [MutationResult] {
    let death = death.withLock { death in
      defer { death = nil }
      return death
    }
    if death == .before { throw .unavailable("killed before") }
    let results = try await store.apply(mutations)
    if death == .after { throw .unavailable("killed after") }
    return results
  }
  func record(
    _ progress: JobProgress, of job: JobID, claim: Int64
  ) async throws(StoreError) {
    try await store.record(progress, of: job, claim: claim)
  }
  func enroll(_ profile: WorkerProfile) async throws(StoreError) -> WorkerID {
    try await store.enroll(profile)
  }
  func retire(_ worker: WorkerID) async throws(StoreError) { try await store.retire(worker) }
  func renew(_ worker: WorkerID) async throws(StoreError) -> Set<JobID> {
    try await store.renew(worker)
  }
  func cancellations(for worker: WorkerID) async throws(StoreError) -> [JobID] {
    try await store.cancellations(for: worker)
  }
  func rescue() async throws(StoreError) -> [Rescue] { try await store.rescue() }
  func prune(_ retention: Retention, limit: Int) async throws(StoreError) -> Int {
    try await store.prune(retention, limit: limit)
  }
  func wakeups() -> AsyncStream<Void> { store.wakeups() }
  func job(_ id: JobID) async throws(StoreError) -> JobRecord? { try await store.job(id) }
  func jobs(_ query: JobQuery) async throws(StoreError) -> [JobRecord] {
    try await store.jobs(query)
  }
  func counts() async throws(StoreError) -> [JobState: Int] { try await store.counts() }
  func nextDue() async throws(StoreError) -> Timestamp? { try await store.nextDue() }
  func attempts(of job: JobID) async throws(StoreError) -> [FailedAttempt] {
    try await store.attempts(of: job)
  }
  func schedules() async throws(StoreError) -> [StoredSchedule] { try await store.schedules() }
  func queues() async throws(StoreError) -> [QueueRecord] { try await store.queues() }
  func limits() async throws(StoreError) -> [LimitRecord] { try await store.limits() }
  func batch(_ id: BatchID) async throws(StoreError) -> BatchRecord? { try await store.batch(id) }
  func batches(limit: Int) async throws(StoreError) -> [BatchRecord] {
    try await store.batches(limit: limit)
  }
}
