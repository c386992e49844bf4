public import ZitareBase
public import ZitareJobs

/// A store that fails chosen calls on cue and otherwise passes on to a real one.
///
/// A call that fails has not reached the store behind, or its answer was lost, as when the caller's
/// process is killed in between.
public final class FailingStore: JobStore {
  /// The calls of a store; `read` stands for all that only look.
  public enum Call: Sendable, CaseIterable {
    case apply, exchange, record, enroll, retire, renew, cancellations, rescue, prune, read
  }

  public enum Loss: Sendable, CaseIterable { case call, answer }

  private struct Cue {
    let loss: Loss
    let error: StoreError
    var skipped: Int
    var times: Int
  }

  private let store: any JobStore
  private let state = Mutex(
    (cues: [Call: Cue](), pauses: [Call: @Sendable () async -> Void](), failures: 0))

  public init(_ store: any JobStore) { self.store = store }

  /// How many calls have failed on cue.
  public var failures: Int { state.withLock { $0.failures } }

  /// Lets each of these calls fail: after the next `skipped` of its sort, `times` in a row.
  ///
  /// An earlier cue for the same call is dropped.
  public func fail(
    _ calls: Set<Call> = Set(Call.allCases), with error: StoreError = .unavailable("on cue"),
    losing loss: Loss = .call, after skipped: Int = 0, times: Int = .max
  ) {
    state.withLock { state in
      for call in calls {
        state.cues[call] = Cue(loss: loss, error: error, skipped: skipped, times: times)
      }
    }
  }

  /// Keeps the next answer to a call back until `body` has returned, as when the caller's process is
  /// stopped for a while.
  public func pause(after call: Call, while body: @escaping @Sendable () async -> Void) {
    state.withLock { $0.pauses[call] = body }
  }

  /// Drops all cues.
  public func recover() {
    state.withLock {
      $0.cues = [:]
      $0.pauses = [:]
    }
  }

  private func pass<Answer>(
    _ call: Call, _ body: () async throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    guard let cue = next(call) else {
      let answer = try await body()
      await state.withLock { $0.pauses.removeValue(forKey: call) }?()
      return answer
    }
    if cue.loss == .answer { _ = try await body() }
    throw cue.error
  }

  /// What happens to a call of this sort now.
  private func next(_ call: Call) -> Cue? {
    state.withLock { state in
      guard var cue = state.cues[call] else { return nil }
      defer { state.cues[call] = cue }
      if cue.skipped > 0 {
        cue.skipped -= 1
        return nil
      }
      guard cue.times > 0 else { return nil }
      cue.times -= 1
      state.failures += 1
      return cue
    }
  }
}

extension FailingStore {
  public func apply(_ mutations: [Mutation]) async throws(StoreError) -> [MutationResult] {
    try await pass(.apply) { () async throws(StoreError) in try await store.apply(mutations) }
  }

  public func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, prefetch: Int, for worker: WorkerID
  ) async throws(StoreError) -> Exchange {
    try await pass(.exchange) { () async throws(StoreError) in
      try await store.exchange(outcomes, claim: limit, prefetch: prefetch, for: worker)
    }
  }

  public func record(
    _ progress: JobProgress, of job: JobID, claim: Int64
  ) async throws(StoreError) {
    try await pass(.record) { () async throws(StoreError) in
      try await store.record(progress, of: job, claim: claim)
    }
  }

  public func enroll(_ profile: WorkerProfile) async throws(StoreError) -> WorkerID {
    try await pass(.enroll) { () async throws(StoreError) in try await store.enroll(profile) }
  }

  public func retire(_ worker: WorkerID) async throws(StoreError) {
    try await pass(.retire) { () async throws(StoreError) in try await store.retire(worker) }
  }

  public func renew(_ worker: WorkerID) async throws(StoreError) -> Set<JobID> {
    try await pass(.renew) { () async throws(StoreError) in try await store.renew(worker) }
  }

  public func cancellations(
    for worker: WorkerID
  ) async throws(StoreError) -> [JobID: String] {
    try await pass(.cancellations) { () async throws(StoreError) in
      try await store.cancellations(for: worker)
    }
  }

  public func rescue() async throws(StoreError) -> [Rescue] {
    try await pass(.rescue) { () async throws(StoreError) in try await store.rescue() }
  }

  public func prune(_ retention: Retention, limit: Int) async throws(StoreError) -> Int {
    try await pass(.prune) { () async throws(StoreError) in
      try await store.prune(retention, limit: limit)
    }
  }

  public func wakeups() -> AsyncStream<Void> { store.wakeups() }

  public func job(_ id: JobID) async throws(StoreError) -> JobRecord? {
    try await pass(.read) { () async throws(StoreError) in try await store.job(id) }
  }

  public func jobs(_ query: JobQuery) async throws(StoreError) -> [JobRecord] {
    try await pass(.read) { () async throws(StoreError) in try await store.jobs(query) }
  }

  public func counts() async throws(StoreError) -> [JobState: Int] {
    try await pass(.read) { () async throws(StoreError) in try await store.counts() }
  }

  public func nextDue() async throws(StoreError) -> Timestamp? {
    try await pass(.read) { () async throws(StoreError) in try await store.nextDue() }
  }

  public func attempts(of job: JobID) async throws(StoreError) -> [FailedAttempt] {
    try await pass(.read) { () async throws(StoreError) in try await store.attempts(of: job) }
  }

  public func schedules() async throws(StoreError) -> [StoredSchedule] {
    try await pass(.read) { () async throws(StoreError) in try await store.schedules() }
  }

  public func queues() async throws(StoreError) -> [QueueRecord] {
    try await pass(.read) { () async throws(StoreError) in try await store.queues() }
  }

  public func limits() async throws(StoreError) -> [LimitRecord] {
    try await pass(.read) { () async throws(StoreError) in try await store.limits() }
  }

  public func batch(_ id: BatchID) async throws(StoreError) -> BatchRecord? {
    try await pass(.read) { () async throws(StoreError) in try await store.batch(id) }
  }

  public func batches(limit: Int) async throws(StoreError) -> [BatchRecord] {
    try await pass(.read) { () async throws(StoreError) in try await store.batches(limit: limit) }
  }
}
