import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

@Suite("Several schedulers on one store")
struct SchedulerRaceTests {
  @Test("with pauses, kills and three of them, each of 1000 slots fires once")
  func thousand() async throws {
    let bench = try Bench("2026-06-01T00:00:00Z")
    let stores = [bench.store, try bench.anotherStore(), try bench.anotherStore()]
      .map { FailingStore($0) }
    let (start, end) = (bench.now, bench.now + .seconds(60_000))
    let schedule = try bench.schedule("* * * * *", catchUp: .init(.all(limit: 2000)))
    try await bench.scheduler(schedule).settle()
    while bench.now < end {
      bench.set(min(end, bench.now + .milliseconds(Int64.random(in: 1...900_000))))
      await withTaskGroup(of: Void.self) { group in
        // Some sleep through this moment, some are killed in it.
        for store in stores where Bool.random() {
          if Int.random(in: 0..<3) == 0 {
            if let loss = FailingStore.Loss.allCases.randomElement() {
              store.fail([.apply], losing: loss, times: 1)
            }
          }
          group.addTask {
            do {
              try await bench.scheduler(schedule, store: store).settle()
            } catch {
              // Killed.
            }
          }
        }
      }
    }
    try await bench.scheduler(schedule).settle()
    let slots = try await bench.store.read { connection in
      try connection.rows("SELECT slot FROM fire ORDER BY slot") {
        Timestamp(milliseconds: $0.integer(0))
      }
    }
    #expect(slots == (1...1000).map { start + .seconds(60 * Int64($0)) })
    #expect(try await bench.states().count == 1000)
  }

  @Test(
    "what was inserted before a crash is not inserted again, whoever goes on from the old cursor")
  func crash() async throws {
    let bench = try Bench("2026-06-01T11:59:00Z")
    let schedule = try bench.schedule("0 * * * *")
    try await bench.scheduler(schedule).settle()
    bench.set("2026-06-01T12:00:00Z")
    try await bench.scheduler(schedule).settle()
    // As if the cursor had not been saved.
    _ = try await bench.store.apply(
      .saveCursor(
        schedule: "test", definition: schedule.trigger.description,
        cursor: try instant("2026-06-01T11:59:00Z")))
    bench.set("2026-06-01T12:00:03Z")
    try await bench.scheduler(schedule, store: try bench.anotherStore()).settle()
    #expect(bench.events.last == .suppressed("test", slot: try instant("2026-06-01T12:00:00Z")))
    #expect(try await bench.states().count == 1)
  }
}
