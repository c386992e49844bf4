import CrashJobs
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareSQLite

/// Processes on one store are killed and stopped at random moments and at named points of jobs and
/// of the store, those that come up; `KillPointTests` sees to it that each does.
///
/// `ZITARE_CRASH_SEED` repeats a plan, `ZITARE_CRASH_JOBS` makes it longer.
@Suite("Job crashes", .serialized, .timeLimit(.minutes(30)))
struct JobCrashTests {
  static let isLong = number("ZITARE_CRASH_JOBS") != nil
  private static let count = number("ZITARE_CRASH_JOBS") ?? 600
  static let seed = UInt64(
    number("ZITARE_CRASH_SEED") ?? Int(Timestamp.now().milliseconds % 1_000_000))

  /// Long enough for a process that a loaded machine keeps waiting.
  private static let lease = 3000

  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  @Test("whatever is killed, no job is lost, repeated without a kill or run beyond its limit")
  func crashes() async throws {
    print("JobCrashTests: ZITARE_CRASH_SEED=\(Self.seed) ZITARE_CRASH_JOBS=\(Self.count)")
    var random = SeededGenerator(seed: Self.seed)
    let plan = try CrashPlan(count: Self.count, &random)
    let bench = try CrashBench()
    let store = try bench.folder.open()
    _ = try await store.apply(.limitQueue("rated", .init(rate: CrashPlan.rate)))
    let traps = Traps(bench.effects, seed: Self.seed)
    // One process adds jobs, two have a lease that is shorter than the time for which they are stopped.
    var isAdding = true
    let crew = try Crew(5) { number in
      switch number {
      case 0 where isAdding:
        try bench.start("enqueue", traps.options(["first": 1_000_000, "count": 40]))
      case 0, 1: try bench.start("work", traps.options(["lease": Self.lease, "prefetch": 2]))
      case 2: try bench.start("work", traps.options(["lease": Self.lease]))
      case 3: try bench.start("work", traps.options(["concurrency": 1, "prefetch": 3]))
      default: try bench.start("work", traps.options(["concurrency": 8]))
      }
    }
    let ids = IDs()
    let enqueueing = Task { try await plan.enqueue(into: store, ids) }
    var blows = Self.count / 10
    while blows > 0 {
      usleep(UInt32.random(in: 20_000...80_000, using: &random))
      try crew.care()
      blows -= 1
      if Int.random(in: 0..<6, using: &random) == 0 {
        crew.stop(Int.random(in: 1...2, using: &random), for: .milliseconds(Self.lease + 500))
      } else {
        try crew.kill(Int.random(in: 0..<5, using: &random))
      }
    }
    isAdding = false
    traps.areSet = false
    crew.continueAll()  // or one that holds the store's lock would keep what is added now waiting
    try await enqueueing.value
    try await eventually("the end of all jobs", within: .seconds(Int64(60 + Self.count / 10))) {
      try crew.care()
      let counts = try await store.counts()
      return counts.keys.allSatisfy(\.isFinal)
    }
    #expect(try crew.dismiss() == [])
    print("JobCrashTests: \(crew.kills.count) kills, \(crew.stops.count) stops")
    let met = try traps.met()
    print("JobCrashTests: killed at \(met.count) of \(KillPoint.working.count) points of the store")
    let report = try await CrashReport(
      bench, store, plan, ids.all, kills: crew.kills, stops: crew.stops)
    report.check()
  }
}
