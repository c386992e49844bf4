import ZitareBase
import ZitareJobs
import ZitareSQLite

/// A job that does nothing, with about as many bytes of parameters as the peers have.
struct Nothing: Job {
  static let kind: JobKind = "nothing"
  var text = String(repeating: "p", count: 53)

  func run(_ context: JobContext<Void>) async throws -> JobOutcome { .completed }
}

struct QueueBench: Sendable {
  let folder: FilePath
  let durability: Connection.Durability
  let count: Int
  let callers: Int
  let batch: Int

  private static let profile = WorkerProfile(
    queues: ["default"], kinds: [Nothing.kind], lease: .seconds(60))

  private func open(_ durability: Connection.Durability) throws -> SQLiteJobStore {
    try SQLiteJobStore(
      path: folder.appending("jobs.sqlite"), runtimeFolder: folder.appending("runtime"),
      durability: durability)
  }

  /// Makes the store, which the peers use as well: kind and queue have the number 1.
  func prepare(history: Int) async throws {
    let store = try open(.normal)
    let job = try NewJob(Nothing())
    let worker = try await store.enroll(Self.profile)
    try await store.enqueue(job)
    var done: [EarnedOutcome] = []
    for start in stride(from: 1, to: history, by: 1000) {
      let jobs = Array(repeating: Mutation.enqueue(job), count: min(1000, history - start))
      _ = try await store.apply(jobs)
      done = outcomes(try await store.exchange(done, claim: 1000, for: worker).claimed)
    }
    let last = try await store.exchange(done, claim: 1000, for: worker).claimed
    _ = try await store.exchange(outcomes(last), claim: 0, for: worker)
    for start in stride(from: 0, to: count, by: 1000) {
      _ = try await store.apply(
        Array(repeating: Mutation.enqueue(job), count: min(1000, count - start)))
    }
    try await store.retire(worker)
    try await store.checkpoint()
  }

  private func outcomes(_ jobs: [ClaimedJob]) -> [EarnedOutcome] {
    jobs.map { EarnedOutcome(job: $0.id, claim: $0.claim, verdict: .completed(followers: [])) }
  }

  /// Lets each caller do its share at the same time as the others.
  private func share(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
    let share = count / callers
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<callers { group.addTask { try await body(share) } }
      try await group.waitForAll()
    }
  }

  func enqueue() async throws -> String {
    let store = try open(durability)
    let job = try NewJob(Nothing())
    let measurement = Measurement()
    try await share { share in
      for start in stride(from: 0, to: share, by: batch) {
        let jobs = Array(repeating: Mutation.enqueue(job), count: min(batch, share - start))
        _ = try await measurement.time { try await store.apply(jobs) }
      }
    }
    return measurement.line(jobs: count / callers * callers)
  }

  /// Claims jobs one by one and completes each, alone or together with the next claim.
  func claim(isFused: Bool) async throws -> String {
    let store = try open(durability)
    let worker = try await store.enroll(Self.profile)
    let measurement = Measurement()
    try await share { share in
      var done: [EarnedOutcome] = []
      for _ in 0..<share {
        done = try await measurement.time {
          let claimed = try await store.exchange(done, claim: 1, for: worker).claimed
          if isFused { return outcomes(claimed) }
          _ = try await store.exchange(outcomes(claimed), claim: 0, for: worker)
          return []
        }
      }
      if !done.isEmpty { _ = try await store.exchange(done, claim: 0, for: worker) }
    }
    return try await finished(measurement, store)
  }

  func claimBatches() async throws -> String {
    let store = try open(durability)
    let worker = try await store.enroll(Self.profile)
    let measurement = Measurement()
    for _ in stride(from: 0, to: count, by: batch) {
      try await measurement.time {
        let claimed = try await store.exchange([], claim: batch, for: worker).claimed
        _ = try await store.exchange(outcomes(claimed), claim: 0, for: worker)
      }
    }
    return try await finished(measurement, store)
  }

  /// What `Worker` costs beside the store.
  func work() async throws -> String {
    let store = try open(durability)
    let measurement = Measurement()
    _ = try await worker(store, prefetch: batch).runUntilIdle()
    measurement.note(.zero)
    return try await finished(measurement, store)
  }

  /// How long after an enqueue that another handle acknowledges the job starts.
  func latency() async throws -> String {
    let (store, other) = (try open(durability), try open(durability))
    let (starts, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let worker = worker(store, prefetch: 0) { event in
      if case .started = event { continuation.yield(.now) }
    }
    async let working: Void = worker.run()
    let job = try NewJob(Nothing())
    var started = starts.makeAsyncIterator()
    let measurement = Measurement()
    for _ in 0..<count {
      // The worker has to be asleep.
      try await Task.sleep(for: .milliseconds(5))
      let begin = ContinuousClock.now
      try await other.enqueue(job)
      guard let start = await started.next() else { break }
      measurement.note(start - begin)
    }
    worker.stop()
    try await working
    return measurement.line(jobs: count)
  }

  private func worker(
    _ store: SQLiteJobStore, prefetch: Int,
    events: @escaping @Sendable (JobEvent) -> Void = { _ in }
  ) -> Worker<Void> {
    var registry = JobRegistry<Void>()
    registry.register(Nothing.self)
    return Worker(
      store: store, registry: registry, services: (),
      configuration: WorkerConfiguration(concurrency: callers, prefetch: prefetch), events: events)
  }

  private func finished(_ measurement: Measurement, _ store: SQLiteJobStore) async throws -> String
  {
    let line = measurement.line(jobs: count / callers * callers)
    let left = try await store.counts().filter { $0.key != .completed }
    guard left.values.allSatisfy({ $0 < callers }) else { fatalError("left: \(left)") }
    return line
  }
}
