import Synchronization
import TestSupport
import Testing
import ZitareBase
import ZitareJobs

@Suite("What fires a schedule")
struct ScheduleTriggerTests {
  @Test("an interval is counted from when the schedule was first seen, also after restarts")
  func every() async throws {
    let bench = try Bench("2026-06-01T12:00:07.300Z")
    #expect(try await bench.scheduler("@every 1h").settle()?.iso8601 == "2026-06-01T13:00:07Z")
    bench.set("2026-06-01T12:40:00Z")
    #expect(try await bench.scheduler("@every 1h").settle()?.iso8601 == "2026-06-01T13:00:07Z")
    bench.set("2026-06-01T13:30:00Z")
    try await bench.scheduler("@every 1h").settle()
    #expect(bench.fired == ["2026-06-01T13:00:07Z"])
    // An edit starts anew, a pause does not.
    #expect(try await bench.scheduler("@every 2h").settle()?.iso8601 == "2026-06-01T15:30:00Z")
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: true))
    bench.set("2026-06-01T15:45:00Z")
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: false))
    #expect(try await bench.scheduler("@every 2h").settle()?.iso8601 == "2026-06-01T17:30:00Z")
    #expect(bench.fired.count == 1)
  }

  @Test("@reboot fires once after each start of the machine, whoever looks")
  func reboot() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    try await bench.scheduler("@reboot", bootID: "boot-1").settle()
    #expect(bench.fired.isEmpty)
    bench.set("2026-06-01T13:00:00Z")
    let first = try bench.scheduler("@reboot", bootID: "boot-2")
    let second = try bench.scheduler("@reboot", bootID: "boot-2")
    async let one = first.settle()
    async let other = second.settle()
    _ = try await (one, other)
    bench.set("2026-06-01T14:00:00Z")
    try await first.settle()
    #expect(bench.fired == ["2026-06-01T13:00:00Z"])
    #expect(try await bench.states().count == 1)
  }

  @Test("a start of the machine during a pause is not made up for")
  func rebootPaused() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    try await bench.scheduler("@reboot", bootID: "boot-1").settle()
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: true))
    try await bench.scheduler("@reboot", bootID: "boot-2").settle()
    _ = try await bench.store.apply(.pause(schedule: "test", isPaused: false))
    try await bench.scheduler("@reboot", bootID: "boot-2").settle()
    #expect(bench.fired.isEmpty)
    bench.set("2026-06-01T13:00:00Z")
    try await bench.scheduler("@reboot", bootID: "boot-3").settle()
    #expect(bench.fired == ["2026-06-01T13:00:00Z"])
  }

  @Test("an instant fires once, late if it was missed")
  func at() async throws {
    let bench = try Bench("2026-05-31T20:00:00Z")
    try await bench.scheduler("at 2026-06-01 02:00").settle()
    for time in ["2026-06-01T08:00:00Z", "2026-06-01T09:00:00Z"] {
      bench.set(time)
      #expect(try await bench.scheduler("at 2026-06-01 02:00").settle() == nil)
    }
    #expect(bench.fired == ["2026-06-01T02:00:00Z"])
  }

  @Test("an instant that had passed when the schedule was new is an error, once")
  func tooLate() async throws {
    let bench = try Bench("2026-06-01T03:00:00Z")
    for _ in 0..<2 { try await bench.scheduler("at 2026-06-01 02:00").settle() }
    #expect(bench.events == [.tooLate("test", slot: try instant("2026-06-01T02:00:00Z"))])
  }

  @Test("new data of a time zone move what comes next and leave what is settled")
  func zone() async throws {
    let bench = try Bench("2026-06-01T12:00:00Z", isRunningFree: false)
    let folder = TemporaryFolder()
    let system: FilePath = "/usr/share/zoneinfo"
    func install(_ zone: String) throws {
      let bytes = try #require(try Files.read(system.appending(zone)))
      try Files.replace(folder.appending("Here"), with: bytes)
    }
    try install("UTC")
    let zone = try TimeZoneRules(identifier: "Here", directory: folder.path)
    let schedule = Schedule(
      "test", trigger: .cron(try CronExpression("0 15 * * *"), zone: zone)
    ) { ScriptedJob() }
    let scheduler = bench.scheduler(schedule)
    #expect(try await scheduler.settle()?.iso8601 == "2026-06-01T15:00:00Z")
    let cursor = try await bench.store.schedules().first?.cursor
    try install("Asia/Tokyo")
    #expect(try await scheduler.settle()?.iso8601 == "2026-06-02T06:00:00Z")
    #expect(try await bench.store.schedules().first?.cursor == cursor)
    try Files.replace(folder.appending("Here"), with: "no zone".utf8)
    #expect(try await scheduler.settle()?.iso8601 == "2026-06-01T15:00:00Z")
    guard case .zoneUnreadable("test", _) = bench.events.last else {
      Issue.record("\(bench.events)")
      return
    }
  }
}
