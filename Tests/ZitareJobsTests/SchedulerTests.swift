import Synchronization
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareSQLite

@Suite("Scheduler")
struct SchedulerTests {
  @Test("a new schedule starts now, and each slot enqueues its job once, however often one looks")
  func once() async throws {
    let bench = try Bench("2026-06-01T12:30:00Z")
    let scheduler = try bench.scheduler("0 * * * *")
    #expect(try await scheduler.settle()?.iso8601 == "2026-06-01T13:00:00Z")
    #expect(try await bench.dueTimes().isEmpty)

    bench.set("2026-06-01T13:00:00.020Z")
    for _ in 0..<3 { try await scheduler.settle() }
    #expect(try await bench.dueTimes() == ["2026-06-01T13:00:00Z"])
    #expect(bench.fired == ["2026-06-01T13:00:00Z"])
  }

  @Test("two schedulers on one store fire a slot once between them")
  func two() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    let first = try bench.scheduler("* * * * *", catchUp: .all)
    let second = try bench.scheduler("* * * * *", catchUp: .all)
    try await first.settle()
    bench.set("2026-06-01T12:10:00Z")
    async let one = first.settle()
    async let other = second.settle()
    _ = try await (one, other)
    #expect(try await bench.dueTimes().count == 10)
    #expect(bench.fired.count == 10)
  }

  @Test("a restart makes up for the latest slot and says how many were missed")
  func restart() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    try await bench.scheduler("0 * * * *").settle()
    bench.set("2026-06-04T12:10:00Z")
    try await bench.scheduler("0 * * * *").settle()
    #expect(bench.fired == ["2026-06-04T12:00:00Z"])
    #expect(bench.events.contains(.missed("test", count: 71)))
    #expect(try await bench.dueTimes() == ["2026-06-04T12:10:00Z"])
  }

  @Test("an edited schedule starts anew without catching up; another policy is no edit")
  func edited() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    try await bench.scheduler("0 0 * * *").settle()
    bench.set("2026-06-02T12:00:00Z")
    try await bench.scheduler("0 11 * * *").settle()
    #expect(bench.fired.isEmpty)
    bench.set("2026-06-03T11:30:00Z")
    try await bench.scheduler("0 11 * * *", catchUp: .all).settle()
    #expect(bench.fired == ["2026-06-03T11:00:00Z"])
  }

  @Test("a paused schedule fires nothing, and its pause is no downtime")
  func paused() async throws {
    let bench = try Bench("2026-06-01T12:30:00Z")
    let scheduler = try bench.scheduler("0 * * * *")
    try await scheduler.settle()
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: true))
    bench.set("2026-06-01T14:30:00Z")
    #expect(try await scheduler.settle() == nil)
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: false))
    #expect(try await scheduler.settle()?.iso8601 == "2026-06-01T15:00:00Z")
    #expect(bench.events.isEmpty)
  }

  @Test("after a wrong year the schedule goes on, and slots that fired are not fired again")
  func wrongYear() async throws {
    let bench = try Bench("2026-06-01T12:59:00Z")
    let scheduler = try bench.scheduler("0 * * * *")
    try await scheduler.settle()
    for time in ["2026-06-01T13:00:00Z", "2037-01-01T00:00:10Z", "2026-06-01T12:10:00Z"] {
      bench.set(time)
      try await scheduler.settle()
    }
    #expect(bench.events.contains(.clockReset("test", to: try instant("2026-06-01T12:10:00Z"))))
    bench.set("2026-06-01T13:00:00Z")
    try await scheduler.settle()
    try await scheduler.settle()
    #expect(bench.events.last == .suppressed("test", slot: try instant("2026-06-01T13:00:00Z")))
    #expect(bench.events.filter { if case .suppressed = $0 { true } else { false } }.count == 1)
    bench.set("2026-06-01T14:00:00Z")
    try await scheduler.settle()
    #expect(bench.fired.last == "2026-06-01T14:00:00Z")
  }

  @Test("a job is due after the delay of its schedule's name, but before the next slot")
  func jitter() async throws {
    let bench = try Bench("2026-06-01T12:59:00Z")
    let schedule = try bench.schedule("0 * * * *", jitter: .seconds(1800))
    let again = try bench.schedule("0 * * * *", jitter: .seconds(1800))
    #expect(schedule.delay == again.delay)
    #expect(schedule.delay > .zero && schedule.delay <= .seconds(1800))
    try await bench.scheduler(schedule).settle()
    bench.set("2026-06-01T13:00:00Z")
    try await bench.scheduler(schedule).settle()
    let due = try instant("2026-06-01T13:00:00Z") + schedule.delay
    #expect(try await bench.dueTimes() == [due.iso8601])

    let crowded = try bench.schedule("* * * * *", jitter: .seconds(100_000), name: "crowded")
    #expect(crowded.delay > .seconds(60))
    try await bench.scheduler(crowded).settle()
    bench.set("2026-06-01T13:01:00Z")
    try await bench.scheduler(crowded).settle()
    #expect(try await bench.dueTimes().last == "2026-06-01T13:01:59Z")
  }

  @Test("the delays of many names are spread evenly over the jitter")
  func spread() throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    var counts = [Int](repeating: 0, count: 10)
    for number in 0..<10_000 {
      let name = ScheduleName("schedule \(number)")
      let schedule = try bench.schedule("0 * * * *", jitter: .seconds(9), name: name)
      counts[Int(schedule.delay.components.seconds)] += 1
    }
    #expect(counts.allSatisfy { (850...1150).contains($0) })
  }

  @Test("running sleeps until the next slot, at most 30 seconds, and ends when it is cancelled")
  func run() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    let scheduler = try bench.scheduler("* * * * *")
    let task = Task { try await scheduler.run() }
    await bench.thirdSlot.opened()
    task.cancel()
    try await task.value
    #expect(
      bench.fired.prefix(3)
        == ["2026-06-01T12:01:00Z", "2026-06-01T12:02:00Z", "2026-06-01T12:03:00Z"])
    #expect(bench.sleeps.prefix(2) == [.seconds(30), .seconds(30)])
  }

  @Test("looking when nothing is due writes nothing")
  func idle() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    let scheduler = try bench.scheduler("0 0 1 * *")
    try await scheduler.settle()
    let before = try await bench.store.schedules()
    bench.set("2026-06-10T12:00:00Z")
    try await scheduler.settle()
    #expect(try await bench.store.schedules() == before)
  }
}

/// A store in a folder of its own, and a clock that only goes on when it is set or slept by.
private final class Bench: Sendable {
  let store: SQLiteJobStore
  /// Opens once three slots have fired.
  let thirdSlot = Latch()
  private let folder: TemporaryFolder
  private let clocks: Clocks
  private let time: Time

  private final class Time: Sendable {
    let state: Mutex<(now: Timestamp, sleeps: [Duration], events: [JobEvent])>
    init(_ now: Timestamp) { state = Mutex((now, [], [])) }
  }

  init(_ now: String) throws {
    let time = Time(try instant(now))
    self.time = time
    folder = TemporaryFolder()
    clocks = Clocks(
      wall: { time.state.withLock { $0.now } }, boot: { .zero }, bootID: "test",
      sleep: { duration in
        try Task.checkCancellation()
        time.state.withLock {
          $0.sleeps.append(duration)
          $0.now = $0.now + duration
        }
      })
    store = try SQLiteJobStore(
      path: folder.appending("jobs.sqlite"), runtimeFolder: folder.path, durability: .normal,
      clocks: clocks)
  }

  func set(_ now: String) {
    guard let now = Timestamp(iso8601: now) else { return }
    time.state.withLock { $0.now = now }
  }

  var events: [JobEvent] { time.state.withLock { $0.events } }
  var sleeps: [Duration] { time.state.withLock { $0.sleeps } }

  /// The slots that fired, in order.
  var fired: [String] {
    events.compactMap { if case .fired(_, let slot, _) = $0 { slot.iso8601 } else { nil } }
  }

  /// When each job in the store is due, oldest job first.
  func dueTimes() async throws -> [String] {
    try await store.jobs(JobQuery()).reversed().map(\.runAt.iso8601)
  }

  func schedule(
    _ expression: String, catchUp: Schedule.CatchUp = .once, jitter: Duration = .zero,
    name: ScheduleName = "test"
  ) throws -> Schedule {
    Schedule(
      name, trigger: .cron(try CronExpression(expression), zone: .utc), catchUp: catchUp,
      jitter: jitter
    ) { Tick() }
  }

  func scheduler(_ schedule: Schedule) -> Scheduler {
    Scheduler([schedule], store: store, clocks: clocks) { event in
      self.time.state.withLock { $0.events.append(event) }
      if self.fired.count == 3 { self.thirdSlot.open() }
    }
  }

  func scheduler(
    _ expression: String, catchUp: Schedule.CatchUp = .once
  ) throws -> Scheduler {
    scheduler(try schedule(expression, catchUp: catchUp))
  }
}

private struct Tick: Job {
  static let kind: JobKind = "tick"
  func run(_ context: JobContext<Void>) async throws -> JobOutcome { .completed }
}
