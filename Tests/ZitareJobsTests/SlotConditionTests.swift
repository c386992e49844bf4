import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

/// Failures that users of other schedulers have met; their numbers go on from `ConditionTests`.
@Suite("Conditions of schedules", .timeLimit(.minutes(10))) struct SlotConditionTests {
  let fixture = StoreFixture()

  private func scheduler(
    _ store: SQLiteJobStore, _ trigger: String, _ zone: TimeZoneRules = .utc,
    catchUp: Schedule.CatchUp = .once
  ) throws -> Scheduler {
    let trigger = try Schedule.Trigger(
      trigger, name: "test", zone: zone, anchor: Timestamp(seconds: 0))
    return Scheduler(
      [Schedule("test", trigger: trigger, catchUp: catchUp) { ScriptedJob() }], store: store,
      clocks: fixture.clock.clocks())
  }

  private func set(_ time: String) throws { fixture.clock.setWall(try instant(time)) }

  private func slots(_ store: SQLiteJobStore) async throws -> [String] {
    try await store.read { connection in
      try connection.rows("SELECT slot FROM fire ORDER BY slot") {
        Timestamp(milliseconds: $0.integer(0)).iso8601
      }
    }
  }

  @Test("19: a timer that fires early fires nothing, and the slot fires once when it has come")
  func early() async throws {
    let store = try fixture.open()
    let scheduler = try scheduler(store, "0 * * * *")
    try set("2026-06-01T12:30:00Z")
    try await scheduler.settle()
    for time in ["2026-06-01T12:59:59.800Z", "2026-06-01T13:00:00Z", "2026-06-01T13:00:00.100Z"] {
      try set(time)
      #expect(
        try await scheduler.settle()?.iso8601
          == (time < "2026-06-01T13" ? "2026-06-01T13:00:00Z" : "2026-06-01T14:00:00Z"))
    }
    #expect(try await slots(store) == ["2026-06-01T13:00:00Z"])
  }

  @Test("20: three schedulers that look whenever they like fire each of many slots once")
  func three() async throws {
    let stores = try (0..<3).map { _ in try fixture.open() }
    let schedulers = try stores.map { try scheduler($0, "* * * * *", catchUp: .all) }
    try set("2026-06-01T00:00:00Z")
    try await schedulers[0].settle()
    var random = SeededGenerator(seed: 20)
    for _ in 0..<300 {
      fixture.clock.advance(by: .seconds(Int64.random(in: 0...400, using: &random)))
      let some = schedulers.filter { _ in Bool.random(using: &random) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for scheduler in some { group.addTask { _ = try await scheduler.settle() } }
        try await group.waitForAll()
      }
    }
    try await schedulers[0].settle()
    let minutes = (fixture.clock.now - (try instant("2026-06-01T00:00:00Z"))).milliseconds / 60_000
    #expect(try await slots(stores[0]).count == Int(minutes))
    #expect(try await stores[0].counts() == [.available: Int(minutes)])
  }

  @Test(
    "21: after a time without anybody across three slots, the policy says which fire",
    arguments: [
      (Schedule.CatchUp.skip, 0), (.once, 1), (.all, 3), (Schedule.CatchUp(.all(limit: 2)), 2),
    ])
  func down(catchUp: Schedule.CatchUp, expected: Int) async throws {
    let store = try fixture.open()
    try set("2026-06-01T12:30:00Z")
    try await scheduler(store, "0 * * * *", catchUp: catchUp).settle()
    try set("2026-06-01T15:30:00Z")
    try await scheduler(store, "0 * * * *", catchUp: catchUp).settle()
    #expect(try await slots(store).count == expected)
  }

  @Test(
    "22: a day with a gap and a day with a fold fire what they should, and UTC takes no notice",
    arguments: [
      ("30 2 * * *", "Europe/Berlin", "2026-03-28T23:00:00Z", 24, ["2026-03-29T01:00:00Z"]),
      ("30 2 * * *", "Europe/Berlin", "2026-10-24T22:00:00Z", 24, ["2026-10-25T00:30:00Z"]),
      (
        "*/15 2 * * *", "Europe/Berlin", "2026-10-24T22:00:00Z", 24,
        [
          "2026-10-25T00:00:00Z", "2026-10-25T00:15:00Z", "2026-10-25T00:30:00Z",
          "2026-10-25T00:45:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:15:00Z",
          "2026-10-25T01:30:00Z", "2026-10-25T01:45:00Z",
        ]
      ),
      ("30 2 * * *", "UTC", "2026-03-28T23:00:00Z", 24, ["2026-03-29T02:30:00Z"]),
    ])
  func daylight(
    expression: String, zone: String, start: String, hours: Int, expected: [String]
  ) async throws {
    let store = try fixture.open()
    let scheduler = try scheduler(
      store, expression, try TimeZoneRules(identifier: zone), catchUp: .all)
    try set(start)
    try await scheduler.settle()
    for _ in 0..<hours * 4 {
      fixture.clock.advance(by: .seconds(900))
      try await scheduler.settle()
    }
    #expect(try await slots(store) == expected)
  }

  @Test("23: an edited schedule has missed nothing")
  func edited() async throws {
    let store = try fixture.open()
    try set("2026-06-01T12:30:00Z")
    try await scheduler(store, "0 * * * *", catchUp: .all).settle()
    try set("2026-06-02T12:30:00Z")
    try await scheduler(store, "15 * * * *", catchUp: .all).settle()
    #expect(try await slots(store).isEmpty)
    try set("2026-06-02T13:15:00Z")
    try await scheduler(store, "15 * * * *", catchUp: .all).settle()
    #expect(try await slots(store) == ["2026-06-02T13:15:00Z"])
  }
}
