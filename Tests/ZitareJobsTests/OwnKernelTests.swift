import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

/// Here the clock is that of a kernel, and is really set: `make clocks`.
///
/// Whoever did not notice would go on waiting for a minute, so each test ends long before.
@Suite(
  "A clock that is set and a machine that sleeps", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: OwnKernel.isHere))
struct OwnKernelTests {
  private let events = EventLog()
  private let temporary = TemporaryStore()
  private let start = Clocks.system.boot()

  private var isSoon: Bool { Clocks.system.boot() - start < .seconds(20) }

  private func open() throws -> SQLiteJobStore {
    try SQLiteJobStore(path: temporary.path, runtimeFolder: temporary.runtimeFolder)
  }

  private func worker(
    _ store: SQLiteJobStore, _ services: TestServices
  ) -> Worker<TestServices> {
    Worker(
      store: store, registry: StoreFixture.registry, services: services,
      events: { [events] in events.append($0) })
  }

  @Test(
    "a wait for the wall clock ends as soon as that is set", arguments: [-36_000, -2, 2, 36_000])
  func set(by seconds: Int64) async throws {
    try await OwnKernel.noTimerIsArmed(.wall)
    let time = Timestamp.now() + .seconds(50)
    async let wait: Void = Clocks.system.sleepUntil(time)
    try await OwnKernel.timerIsArmed(.wall)
    try OwnKernel.setClock(by: .seconds(seconds))
    try await wait
    #expect(isSoon)
  }

  @Test("a wait for the wall clock ends as soon as the machine wakes up")
  func wake() async throws {
    try await OwnKernel.noTimerIsArmed(.wall)
    let time = Timestamp.now() + .seconds(50)
    async let wait: Void = Clocks.system.sleepUntil(time)
    try await OwnKernel.timerIsArmed(.wall)
    try OwnKernel.sleep()
    try await wait
    #expect(isSoon)
  }

  @Test("a sleep takes its time, however the wall clock is set", arguments: [-36_000, 36_000])
  func sleep(seconds: Int64) async throws {
    try await OwnKernel.noTimerIsArmed(.boot)
    async let sleep: Void = Clocks.system.sleep(.milliseconds(700))
    try await OwnKernel.timerIsArmed(.boot)
    try OwnKernel.setClock(by: .seconds(seconds))
    try await sleep
    #expect(Clocks.system.boot() - start >= .milliseconds(700))
    #expect(isSoon)
  }

  @Test("a scheduler that waits sees the clock put on, put back by less than three hours, by more")
  func scheduler() async throws {
    try OwnKernel.setClock(to: try instant("2030-06-01T12:30:00Z"))
    let store = try open()
    let trigger = try Schedule.Trigger("0 * * * *", anchor: .now())
    let schedule = Schedule("hourly", trigger: trigger, overlap: .allow) { ScriptedJob() }
    let scheduler = Scheduler([schedule], store: store, events: { [events] in events.append($0) })
    let running = Task { try await scheduler.run() }
    try await OwnKernel.timerIsArmed(.wall)

    try OwnKernel.setClock(to: try instant("2030-06-01T14:30:00Z"))
    try await fired("2030-06-01T14:00:00Z")
    #expect(events.all.contains(.missed("hourly", count: 1)))

    try OwnKernel.setClock(to: try instant("2030-06-01T13:40:00Z"))
    await events.first { if case .clockHeld = $0 { true } else { false } }
    try OwnKernel.setClock(to: try instant("2030-06-01T15:00:10Z"))
    try await fired("2030-06-01T15:00:00Z")

    try OwnKernel.setClock(to: try instant("2030-06-01T08:30:00Z"))
    await events.first { if case .clockReset = $0 { true } else { false } }
    try OwnKernel.setClock(to: try instant("2030-06-01T08:59:59.500Z"))
    try await fired("2030-06-01T09:00:00Z")

    running.cancel()
    try await running.value
    #expect(try await store.jobs(JobQuery()).count == 3)
    #expect(isSoon)
  }

  @Test("a time of the night is met once through gap and overlap, and once after three days")
  func night() async throws {
    try OwnKernel.setClock(to: try instant("2030-03-31T00:59:58Z"))
    let store = try open()
    let trigger = Schedule.Trigger.cron(
      try CronExpression("30 2 * * *"), zone: try TimeZoneRules(identifier: "Europe/Berlin"))
    let schedule = Schedule("nightly", trigger: trigger, overlap: .allow) { ScriptedJob() }
    let scheduler = Scheduler([schedule], store: store, events: { [events] in events.append($0) })
    let running = Task { try await scheduler.run() }
    try await OwnKernel.timerIsArmed(.wall)
    try await fired("2030-03-31T01:00:00Z")  // there is no half past two

    try OwnKernel.setClock(to: try instant("2030-10-27T00:29:58Z"))
    try await fired("2030-10-26T00:30:00Z")  // the last of those it has missed
    try await fired("2030-10-27T00:30:00Z")
    try OwnKernel.setClock(to: try instant("2030-10-27T01:30:02Z"))  // half past two again
    try OwnKernel.setClock(to: try instant("2030-10-30T12:00:00Z"))
    try await fired("2030-10-30T01:30:00Z")

    running.cancel()
    try await running.value
    #expect(try await store.jobs(JobQuery()).count == 4)
    #expect(isSoon)
  }

  private func fired(_ slot: String) async throws {
    let slot = try instant(slot)
    await events.first { if case .fired(_, slot, _) = $0 { true } else { false } }
  }

  @Test("a worker that waits starts a job at once when the clock is put on to where it is due")
  func due() async throws {
    let store = try open()
    try await store.enqueue(ScriptedJob(), at: .now() + .seconds(3600))
    let worker = worker(store, TestServices())
    async let running: Void = worker.run()
    try await OwnKernel.timerIsArmed(.wall)
    try OwnKernel.setClock(by: .seconds(7200))
    await events.first { if case .completed = $0 { true } else { false } }
    worker.stop()
    try await running
    #expect(isSoon)
  }

  @Test("a job that runs stays its worker's, however the clock is set, and when the machine sleeps")
  func running() async throws {
    let (store, other) = (try open(), try open())
    let (started, end) = (Latch(), Latch())
    let services = TestServices { _, _ in
      started.open()
      await end.opened()
      return .completed
    }
    let id = try await store.enqueue(ScriptedJob())
    let worker = worker(store, services)
    async let running: Void = worker.run()
    await started.opened()
    for seconds in [86_400, -2 * 86_400] as [Int64] {
      try OwnKernel.setClock(by: .seconds(seconds))
      #expect(try await other.rescue().isEmpty)
    }
    try OwnKernel.sleep()
    #expect(try await other.rescue().isEmpty)
    end.open()
    await events.first { if case .completed = $0 { true } else { false } }
    worker.stop()
    try await running
    #expect(services.ran == [0])
    let record = try #require(try await other.job(id))
    #expect(record.state == .completed && record.attempt == 1)
  }
}
