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

  @Test("a pause that ends while no scheduler runs is no downtime either")
  func pausedAlone() async throws {
    let bench = try Bench("2026-06-01T12:30:00Z")
    try await bench.scheduler("0 * * * *").settle()
    for (time, isPaused) in [("2026-06-01T12:40:00Z", true), ("2026-06-03T09:30:00Z", false)] {
      bench.set(time)
      _ = try await bench.store.apply(.pause(schedule: "test", isPaused: isPaused))
    }
    #expect(try await bench.store.schedules().first?.cursor.iso8601 == "2026-06-03T09:30:00Z")
    bench.set("2026-06-03T10:10:00Z")
    // To resume what is not paused changes nothing: the slot at 10:00 is caught up with.
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: false))
    try await bench.scheduler("0 * * * *").settle()
    #expect(bench.fired == ["2026-06-03T10:00:00Z"])
    #expect(bench.events.count == 1)
    #expect(try await bench.store.apply(.pause(schedule: "none", isPaused: false)) == .notFound)
  }

  @Test("a clock that was put back a little is told of once")
  func held() async throws {
    let bench = try Bench("2026-06-01T12:59:00Z", isRunningFree: false)
    let scheduler = try bench.scheduler("0 * * * *")
    try await scheduler.settle()
    bench.set("2026-06-01T13:00:00Z")
    try await scheduler.settle()
    bench.set("2026-06-01T12:10:00Z")
    let task = Task { try await scheduler.run() }
    await bench.waited.opened()
    _ = try await bench.store.apply(.pause(schedule: "none", isPaused: true))
    await bench.waitedAgain.opened()
    task.cancel()
    try await task.value
    let holds = bench.events.filter { if case .clockHeld = $0 { true } else { false } }
    #expect(holds == [.clockHeld("test", until: try instant("2026-06-01T13:00:00Z"))])
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

  @Test("running waits until the next slot, at most a minute, and ends when it is cancelled")
  func run() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    let scheduler = try bench.scheduler("*/2 * * * *")
    let task = Task { try await scheduler.run() }
    await bench.thirdSlot.opened()
    task.cancel()
    try await task.value
    #expect(
      bench.fired.prefix(3)
        == ["2026-06-01T12:02:00Z", "2026-06-01T12:04:00Z", "2026-06-01T12:06:00Z"])
    #expect(bench.waits.allSatisfy { $0 <= .seconds(60) })
    #expect(bench.waits.count < 20)
  }

  @Test("a running scheduler sees at once that a schedule goes on, whoever says so")
  func resumed() async throws {
    let bench = try Bench("2026-06-01T12:30:00Z", isRunningFree: false)
    let scheduler = try bench.scheduler("0 * * * *")
    try await scheduler.settle()
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: true))
    let task = Task { try await scheduler.run() }
    await bench.waited.opened()
    bench.set("2026-06-01T13:59:59Z")
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: false))
    bench.set("2026-06-01T14:00:00Z")
    await bench.firstSlot.opened()
    task.cancel()
    try await task.value
    #expect(bench.fired == ["2026-06-01T14:00:00Z"])
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
