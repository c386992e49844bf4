import Testing
import ZitareBase
import ZitareJobs

@Suite("Schedule steps")
struct ScheduleStepTests {
  struct Scenario: Decodable {
    struct Definition: Decodable {
      let kind: String
      let expr: String?
      let tz: String?
      let anchor: String?
      let seconds: Int?
      let at: String?
    }
    struct Policy: Decodable {
      let catchup: String
      let limit: Int?
      let deadlineSeconds: Int?
    }
    struct Expectation: Decodable, Equatable {
      let wake: String
      let insert: [String]
      let suppressed: Int
      let missed: Int
      let event: String?
    }
    let id: String
    let schedule: Definition
    let policy: Policy
    let cursor: String
    let alreadyInserted: [String]?
    let expect: [Expectation]
  }

  @Test("each look at the clock comes to what the scenarios say")
  func scenarios() throws {
    let all: [Scenario] = try cases("schedule-catchup.json", "scenarios")
    #expect(all.count == 23)
    for scenario in all {
      let trigger = try trigger(of: scenario.schedule)
      let catchUp = try catchUp(scenario.policy)
      var cursor = try instant(scenario.cursor)
      var fired = Set(scenario.alreadyInserted ?? [])
      for expected in scenario.expect {
        let step = ScheduleStep(trigger, catchUp, cursor: cursor, now: try instant(expected.wake))
        let slots = step.slots.map(\.iso8601)
        let new = slots.filter { fired.insert($0).inserted }
        cursor = step.cursor
        let found = Scenario.Expectation(
          wake: expected.wake, insert: new, suppressed: slots.count - new.count,
          missed: step.missed == 10_000 ? max(10_000, expected.missed) : step.missed,
          event: step.clock.map { $0 == .held ? "clock_back_held" : "clock_back_reset" })
        #expect(found == expected, "\(scenario.id)")
      }
    }
  }

  @Test("with all slots caught up with, it does not matter when somebody looks")
  func splitting() throws {
    let trigger = try trigger("*/7 1-3 * * *", "Europe/Berlin")
    let start = try instant("2026-03-27T00:00:00Z")
    let end = try instant("2026-03-31T00:00:00Z")
    let whole = ScheduleStep(trigger, .init(.all(limit: 1000)), cursor: start, now: end).slots
    #expect(whole.count > 90)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      var cursor = start
      var slots: [Timestamp] = []
      while cursor < end {
        let now = min(
          end, cursor + .milliseconds(Int64.random(in: 1...20_000_000, using: &random)))
        let step = ScheduleStep(trigger, .init(.all(limit: 1000)), cursor: cursor, now: now)
        #expect(step.missed == 0)
        slots += step.slots
        cursor = step.cursor
        #expect(ScheduleStep(trigger, .once, cursor: start, now: now).slots.count <= 1)
      }
      #expect(slots == whole)
    }
  }

  @Test("ten years of missed minutes are counted up to 10,000 only")
  func bounded() throws {
    let step = ScheduleStep(
      try trigger("* * * * *", "UTC"), .once, cursor: try instant("2016-01-01T00:00:00Z"),
      now: try instant("2026-01-01T00:00:30Z"))
    #expect(step.slots.map(\.iso8601) == ["2026-01-01T00:00:00Z"])
    #expect(step.missed == 10_000)
  }

  private func trigger(of definition: Scenario.Definition) throws -> Schedule.Trigger {
    switch definition.kind {
    case "every":
      .every(
        .seconds(try #require(definition.seconds)),
        anchor: try instant(try #require(definition.anchor)))
    case "at": .at(try instant(try #require(definition.at)))
    default: try trigger(try #require(definition.expr), try #require(definition.tz))
    }
  }

  private func trigger(_ expression: String, _ zone: String) throws -> Schedule.Trigger {
    .cron(try CronExpression(expression), zone: try TimeZoneRules(identifier: zone))
  }

  private func catchUp(_ policy: Scenario.Policy) throws -> Schedule.CatchUp {
    let modes: [String: Schedule.CatchUp.Mode] = [
      "once": .once, "skip": .skip, "all": .all(limit: policy.limit ?? 100),
    ]
    return Schedule.CatchUp(
      try #require(modes[policy.catchup]), deadline: policy.deadlineSeconds.map { .seconds($0) })
  }
}
