import Testing
import ZitareBase
import ZitareJobs

@Suite("Schedule jitter")
struct ScheduleJitterTests {
  @Test("a job is due after a delay that is its schedule's own and stays the same")
  func fixed() async throws {
    let due = try await Self.due("0 * * * *", .fixed(upTo: .seconds(1800)))
    #expect(due == (try await Self.due("0 * * * *", .fixed(upTo: .seconds(1800)))))
    let delays = try due.map { try instant($0) - instant("2026-06-01T13:00:00Z") }
    #expect(delays[0] > .zero && delays[0] <= .seconds(1800))
    #expect(delays[1] == delays[0] + .seconds(3600))
  }

  @Test("per run the delay differs by slot and is drawn once")
  func perRun() async throws {
    let due = try await Self.due("0 * * * *", .perRun(upTo: .seconds(1800)))
    #expect(due == (try await Self.due("0 * * * *", .perRun(upTo: .seconds(1800)))))
    let delays = try due.map { try instant($0) - instant("2026-06-01T13:00:00Z") }
    #expect(delays.allSatisfy { $0 >= .zero })
    #expect(delays[1] != delays[0] + .seconds(3600))
  }

  @Test(
    "the delays of 10,000 names are spread evenly, and none reaches the next slot",
    arguments: [Schedule.Jitter.fixed(upTo: .seconds(9)), .fixed(upTo: .seconds(86_400))])
  func spread(jitter: Schedule.Jitter) async throws {
    let bench = try Bench("2026-06-01T12:00:00Z")
    let schedules = try (0..<10_000).map {
      try bench.schedule("*/10 * * * * *", jitter: jitter, name: ScheduleName("schedule \($0)"))
    }
    let scheduler = Scheduler(schedules, store: bench.store, clocks: bench.clocks)
    try await scheduler.settle()
    bench.set("2026-06-01T12:00:10Z")
    try await scheduler.settle()
    var counts = [Int](repeating: 0, count: 10)
    for time in try await bench.dueTimes() {
      let delay = try instant(time) - instant("2026-06-01T12:00:10Z")
      counts[
        try #require((0..<10).contains(Int(delay / .seconds(1))) ? Int(delay / .seconds(1)) : nil)] +=
        1
    }
    #expect(counts.reduce(0, +) == 10_000)
    #expect(counts.allSatisfy { (850...1150).contains($0) })
  }

  /// When the jobs of two slots are due, with a new scheduler for each.
  private static func due(_ expression: String, _ jitter: Schedule.Jitter) async throws -> [String]
  {
    let bench = try Bench("2026-06-01T12:59:00Z")
    for time in ["2026-06-01T12:59:30Z", "2026-06-01T13:00:00Z", "2026-06-01T14:00:00Z"] {
      bench.set(time)
      try await bench.scheduler(try bench.schedule(expression, jitter: jitter)).settle()
    }
    return try await bench.dueTimes()
  }
}
