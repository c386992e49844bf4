import TestSupport
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

/// What the jobs of these tests work with.
final class TestServices: Sendable {
  private let numbers = Mutex<[Int]>([])
  private let script: @Sendable (ScriptedJob, JobContext<TestServices>) async throws -> JobOutcome

  init(
    _ script:
      @escaping @Sendable (ScriptedJob, JobContext<TestServices>) async throws -> JobOutcome = {
        _, _ in .completed
      }
  ) {
    self.script = script
  }

  /// The numbers of the jobs that ran, in order.
  var ran: [Int] { numbers.withLock { $0 } }

  fileprivate func run(
    _ job: ScriptedJob, _ context: JobContext<TestServices>
  ) async throws -> JobOutcome {
    numbers.withLock { $0.append(job.number) }
    return try await script(job, context)
  }
}

/// A job that does what the test says.
struct ScriptedJob: Job {
  static let kind: JobKind = "test.scripted"
  static let retry: RetryPolicy = .exponential(maxAttempts: 3, base: .seconds(10))

  var number = 0
  var key: String?

  var uniqueness: Uniqueness? { key.map { Uniqueness(UniqueKey($0)) } }

  func run(_ context: JobContext<TestServices>) async throws -> JobOutcome {
    try await context.services.run(self, context)
  }
}

/// A job that shares a limit with others of its host.
struct LimitedJob: Job {
  static let kind: JobKind = "test.limited"

  var number = 0
  var host = "one"
  var concurrency: Int?
  var rate: Int?

  var limit: JobLimit? {
    JobLimit(
      LimitName("host:\(host)"), concurrency: concurrency,
      rate: rate.map { RateLimit($0, per: .seconds(60)) })
  }

  func run(_ context: JobContext<TestServices>) async throws -> JobOutcome { .completed }
}

/// A job that waits until it is cancelled, and has half a minute.
struct SlowJob: Job {
  static let kind: JobKind = "test.slow"
  static let retry: RetryPolicy = .never
  static let timeout: Duration? = .seconds(30)

  func run(_ context: JobContext<TestServices>) async throws -> JobOutcome {
    try await Task.sleep(for: .seconds(3600))
    return .completed
  }
}

/// A job of another kind, more urgent than others.
struct UrgentJob: Job {
  static let kind: JobKind = "test.urgent"
  static let priority = 1

  func run(_ context: JobContext<TestServices>) async throws -> JobOutcome { .completed }
}

struct TestError: RetryAdvice, CustomStringConvertible {
  var isTransient = true
  var retryAfter: Duration?
  var description: String { "it failed" }
}

/// The events of a worker in the order of their emission.
final class EventLog: Sendable {
  private let log = Mutex<(events: [JobEvent], waiters: [Waiter])>(([], []))
  private struct Waiter {
    let matches: @Sendable (JobEvent) -> Bool
    let latch: Latch
  }

  var all: [JobEvent] { log.withLock { $0.events } }

  func append(_ event: JobEvent) {
    log.withLock { log in
      log.events.append(event)
      for waiter in log.waiters where waiter.matches(event) { waiter.latch.open() }
    }
  }

  /// Suspends until an event matches, also one of the past.
  func first(where matches: @escaping @Sendable (JobEvent) -> Bool) async {
    let latch = Latch()
    log.withLock { log in
      if log.events.contains(where: matches) { latch.open() }
      log.waiters.append(Waiter(matches: matches, latch: latch))
    }
    await latch.opened()
  }
}

/// A place for a store, and what tests do with it.
struct StoreFixture {
  let temporary: TemporaryStore

  init(isRunningFree: Bool = false, in place: TemporaryStore.Place = .memory) {
    temporary = TemporaryStore(in: place, clock: TestClock(isRunningFree: isRunningFree))
  }

  var clock: TestClock { temporary.clock }
  var path: FilePath { temporary.path }
  var runtimeFolder: FilePath { temporary.runtimeFolder }

  /// Opens the store; several may be open, as in several processes.
  func open(
    bootID: String = "boot-1", runtimeFolder: String = "runtime"
  ) throws -> SQLiteJobStore {
    try SQLiteJobStore(
      path: path, runtimeFolder: temporary.folder.appending(runtimeFolder), durability: .normal,
      clocks: clock.clocks(bootID: bootID))
  }

  static let profile = WorkerProfile(
    queues: ["default"], kinds: [ScriptedJob.kind, UrgentJob.kind, LimitedJob.kind],
    lease: .seconds(60))

  static var registry: JobRegistry<TestServices> {
    var registry = JobRegistry<TestServices>()
    registry.register(ScriptedJob.self)
    registry.register(UrgentJob.self)
    registry.register(SlowJob.self)
    registry.register(LimitedJob.self)
    return registry
  }

  func worker(
    _ store: any JobStore, _ services: TestServices = TestServices(), concurrency: Int = 4,
    prefetch: Int = 0, jitter: Double = 0.5, events: EventLog = EventLog(),
    executor: (any TaskExecutor)? = nil
  ) -> Worker<TestServices> {
    Worker(
      store: store, registry: Self.registry, services: services,
      configuration: WorkerConfiguration(concurrency: concurrency, prefetch: prefetch),
      clocks: clock.clocks(),
      jitter: { jitter }, events: { events.append($0) }, executor: executor)
  }
}

/// A value that a job leaves for its test.
final class Box<Value: Sendable>: Sendable {
  private let content: Mutex<Value>
  init(_ value: Value) { content = Mutex(value) }
  var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
