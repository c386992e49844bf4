import CrashJobs
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs

/// One process is killed at each point of the store in turn; in the long form as often as it comes
/// there.
@Suite("Kills at points of the store", .serialized, .timeLimit(.minutes(30)))
struct KillPointTests {
  @Test(
    "6: where a process is killed, the next ones finish what it began", arguments: KillPoint.working
  )
  func killed(point: KillPoint) async throws {
    var times = 1
    while try await isKilled(at: point, times: times) {
      // In the long form a statement in turn, or one call of thirty.
      times += JobCrashTests.isLong ? max(1, step(times, point)) : 1 << 20
    }
    #expect(times > 1, "it never came there")
  }

  private func step(_ times: Int, _ point: KillPoint) -> Int {
    switch point.place {
    case .call: times / 30
    case .statements: 1
    }
  }

  /// Whether the process came to the point so often; checks what there is in the end.
  private func isKilled(at point: KillPoint, times: Int) async throws -> Bool {
    let bench = try CrashBench()
    let (plan, ids) = (try CrashPlan(), IDs())
    do {
      let store = try bench.folder.open()
      _ = try await store.apply(.limitQueue("rated", .init(rate: CrashPlan.rate)))
      try await plan.enqueue(into: store, ids)
    }
    let options = ["prefetch": 2]
    // A first one leaves what has to be taken back.
    let first = try #require(KillPoint.all.first { $0.description == "between claim and start" })
    let status = try bench.start("once", options.merging(["point": first.number]) { $1 }).wait()
      .status
    try #require(status == 128 + SIGKILL)
    let trap = ["point": point.number, "times": times]
    let result = try bench.start("once", options.merging(trap) { $1 }).wait()
    #expect([0, 128 + SIGKILL].contains(result.status), "\(result.errors)")
    let store = try bench.folder.open()
    try await eventually("the end of all jobs") {
      try bench.run("once", options)
      return try await store.counts().keys.allSatisfy(\.isFinal)
    }
    try await CrashReport(bench, store, plan, ids.all).check()
    return result.status != 0
  }
}
