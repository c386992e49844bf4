import CrashJobs
@preconcurrency import Dispatch
import Glibc
import ZitareBase
import ZitareJobs
import ZitareSQLite

/// What one process of a crash test does.
struct CrashTask {
  private let folder: CrashFolder
  private let options: [String: Int]

  init(_ folder: CrashFolder, _ options: [String: Int]) {
    self.folder = folder
    self.options = options
  }

  func perform(_ name: String) async throws {
    if let point = options["point"] {
      try Trap.set(at: KillPoint.all[point], times: option("times", 1), in: folder)
    }
    switch name {
    case "work": try await work()
    case "once": _ = try await worker(open()).runUntilIdle()
    case "enqueue": try await enqueue()
    case "stress": try await stress()
    case "transact": try await transact()
    case "schedule": try await schedule()
    case "care": try await care()
    default: fatalError("no task \(name)")
    }
  }

  private func option(_ name: String, _ standard: Int) -> Int { options[name] ?? standard }

  /// With a trap each commit is synced, so that there are syncs to die at.
  private func open() throws -> SQLiteJobStore {
    try folder.open(durability: options["point"] == nil ? .normal : .full)
  }

  private func worker(_ store: SQLiteJobStore) throws -> Worker<CrashServices> {
    Worker(
      store: store, registry: .crash,
      services: CrashServices(store: store, effects: try folder.effects()),
      configuration: WorkerConfiguration(
        queues: ["default", "rated"], concurrency: option("concurrency", 4),
        prefetch: option("prefetch", 0), lease: .milliseconds(option("lease", 60_000)),
        grace: .milliseconds(option("grace", 25_000))))
  }

  /// Works until SIGTERM.
  private func work() async throws {
    let worker = try worker(open())
    // Until it is active the signal ends the process: were it ignored, it would be lost.
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { worker.stop() }
    source.activate()
    try await worker.run()
    source.cancel()
  }

  /// Adds `count` jobs, numbered from `first` on, and says of each that it was added.
  private func enqueue() async throws {
    let (store, effects) = (try open(), try folder.effects())
    let first = option("first", 0)
    for number in first..<first + option("count", 1) {
      let id = try await store.enqueue(CrashJob(number))
      effects.append("Q \(id) \(number)\n")
    }
  }

  /// Does everything that many processes do at once, as fast as it can.
  private func stress() async throws {
    let store = try folder.open()
    let end = ContinuousClock.now + .milliseconds(option("milliseconds", 1000))
    let profile = WorkerProfile(
      queues: ["default"], kinds: [CrashJob.kind], lease: .seconds(60))
    let worker = try await store.enroll(profile)
    let retention = Retention(completed: .zero, cancelled: .zero, dead: .zero)
    var number = option("first", 0)
    while ContinuousClock.now < end {
      number += 1
      try await store.enqueue(CrashJob(number))
      let claimed = try await store.exchange([], claim: 2, for: worker).claimed
      _ = try await store.renew(worker)
      let outcomes = claimed.map {
        EarnedOutcome(job: $0.id, claim: $0.claim, verdict: .completed(followers: []))
      }
      let refused = try await store.exchange(outcomes, claim: 0, for: worker).refused
      guard refused.isEmpty else { fatalError("refused \(refused)") }
      _ = try await store.prune(retention, limit: 10)
    }
    try await store.retire(worker)
  }

  /// Fires a slot a minute, on a clock that has run two thousand times as fast since `origin`, until
  /// it is killed.
  private func schedule() async throws {
    let origin = Duration.milliseconds(option("origin", 0))
    var clocks = Clocks.system
    clocks.wall = { Timestamp(seconds: 1_780_000_020) + (Clocks.system.boot() - origin) * 2000 }
    let schedule = Schedule(
      "minutely", trigger: try Schedule.Trigger("* * * * *", anchor: clocks.wall()),
      catchUp: .init(.all(limit: 100_000))
    ) { CrashJob(0) }
    let scheduler = Scheduler([schedule], store: try open(), clocks: clocks)
    while true {
      _ = try await scheduler.settle()
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Brings the tables up to date, removes finished jobs and empties the log.
  private func care() async throws {
    let store = try open()
    let retention = Retention(completed: .zero, cancelled: .zero, dead: .zero)
    _ = try await store.prune(retention, limit: 10)
    try await store.checkpoint()
  }

  /// Reads a number and writes the next, `count` times.
  private func transact() async throws {
    let store = try folder.open()
    try await store.migrate(
      component: "numbers",
      ["CREATE TABLE number (value INTEGER NOT NULL) STRICT; INSERT INTO number VALUES (0)"])
    for _ in 0..<option("count", 100) {
      try await store.transaction { transaction in
        let value = try transaction.connection.first("SELECT value FROM number") { $0.integer(0) }
        try transaction.connection.run(
          "UPDATE number SET value = :value", [":value": .integer((value ?? 0) + 1)])
      }
    }
  }
}
