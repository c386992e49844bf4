import CrashJobs
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareSQLite

@Suite("Scheduler crashes", .serialized, .timeLimit(.minutes(10)))
struct SchedulerCrashTests {
  private static let blows = JobCrashTests.isLong ? 1000 : 40

  @Test("two schedulers, killed at random and between slot and cursor, fire each slot once")
  func firesOnce() async throws {
    var random = SeededGenerator(seed: JobCrashTests.seed)
    let bench = try CrashBench()
    let origin = Int(Clocks.system.boot() / .milliseconds(1))
    let crew = try Crew(2) { number in
      let trap = KillPoint.firing.randomElement(using: &random)?.number
      let times = Int.random(in: 1...4, using: &random)
      let options = ["origin": origin]
      guard number == 0, let trap else { return try bench.start("schedule", options) }
      return try bench.start("schedule", options.merging(["point": trap, "times": times]) { $1 })
    }
    for _ in 0..<Self.blows {
      usleep(UInt32.random(in: 20_000...120_000, using: &random))
      try crew.care()
      try crew.kill(Int.random(in: 0...1, using: &random))
    }
    let store = try bench.folder.open()
    let before = try await slots(in: store).count
    try await eventually("slots after the last kill") {
      try crew.care()
      return try await slots(in: store).count > before
    }
    #expect(try crew.dismiss() == [])
    let fired = try await slots(in: store)
    let first = try #require(fired.first?.slot)
    #expect(fired.map(\.slot) == fired.indices.map { first + .seconds(60 * Int64($0)) })
    #expect(Set(fired.map(\.job)).count == fired.count, "each slot has a job of its own")
    #expect(try await store.counts() == [.available: fired.count])
    let met = Set(try bench.effects.effects().compactMap { $0.point?.number })
    print("SchedulerCrashTests: \(fired.count) slots, killed at \(met.count) named points")
    if JobCrashTests.isLong { #expect(met == Set(KillPoint.firing.map(\.number))) }
  }

  private func slots(
    in store: SQLiteJobStore
  ) async throws -> [(slot: Timestamp, job: Int64)] {
    try await store.read { connection in
      try connection.rows("SELECT slot, job_id FROM fire ORDER BY slot") {
        (Timestamp(milliseconds: $0.integer(0)), $0.integer(1))
      }
    }
  }
}
