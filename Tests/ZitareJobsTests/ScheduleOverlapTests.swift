import Testing
import ZitareBase
import ZitareJobs

/// The job of the first slot runs when the others come up.
@Suite("Schedule overlap")
struct ScheduleOverlapTests {
  private let bench: Bench

  init() throws { bench = try Bench("2026-06-01T12:00:00Z") }

  @Test(
    "skip leaves slots out as long as the earlier job is not finished, and keeps that on record")
  func skip() async throws {
    let (worker, job) = try await start(.skip)
    try await look("2026-06-01T12:02:00Z", .skip)
    #expect(
      bench.events == [
        .skipped("test", slot: try instant("2026-06-01T12:02:00Z"), .unfinished, job.id)
      ])
    #expect(
      try await bench.store.schedules().first?.lastSkipped
        == SkippedSlot(slot: try instant("2026-06-01T12:02:00Z"), reason: .unfinished))
    // One that waits for another attempt is not finished either.
    try await end(job, .retry(at: try instant("2026-06-01T12:04:30Z"), error: "it failed"), worker)
    try await look("2026-06-01T12:03:00Z", .skip)
    #expect(try await bench.states() == [.scheduled])
    bench.set("2026-06-01T12:04:30Z")
    let again = try #require(
      try await bench.store.exchange([], claim: 9, for: worker).claimed.first)
    try await end(again, .completed(followers: []), worker)
    try await look("2026-06-01T12:05:00Z", .skip)
    #expect(try await bench.states() == [.completed, .available])
    #expect(
      try await bench.store.schedules().first?.lastSlot == (try instant("2026-06-01T12:05:00Z")))
  }

  @Test("a skipped slot is settled: it does not fire later")
  func settled() async throws {
    let (worker, job) = try await start(.skip)
    try await look("2026-06-01T12:02:00Z", .skip)
    try await end(job, .completed(followers: []), worker)
    try await look("2026-06-01T12:02:30Z", .skip)
    #expect(try await bench.states() == [.completed])
  }

  @Test(
    "queue lets one job wait for the end of the one that runs, however it ends",
    arguments: [
      Verdict.completed(followers: []), .dead(error: "broken"), .cancelled(reason: "pointless"),
    ])
  func queue(verdict: Verdict) async throws {
    let (worker, job) = try await start(.queue)
    try await look("2026-06-01T12:02:00Z", .queue)
    try await look("2026-06-01T12:03:00Z", .queue)
    #expect(try await bench.states() == [.running, .blocked])
    guard case .skipped(_, _, .waiting, _) = bench.events.last else {
      Issue.record("\(bench.events)")
      return
    }
    #expect(try await bench.store.exchange([], claim: 9, for: worker).claimed.isEmpty)
    try await end(job, verdict, worker)
    #expect(try await bench.states().last == .available)
  }

  @Test("allow runs jobs side by side")
  func allow() async throws {
    _ = try await start(.allow)
    try await look("2026-06-01T12:02:00Z", .allow)
    #expect(try await bench.states() == [.running, .available])
  }

  @Test(
    "replace stops the job that runs, and the new one starts after its end",
    arguments: [true, false])
  func replace(isUnique: Bool) async throws {
    let (worker, job) = try await start(.replace, isUnique: isUnique)
    try await look("2026-06-01T12:02:00Z", .replace, isUnique: isUnique)
    let reason = "replaced by the job of a later slot"
    #expect(try await bench.store.cancellations(for: worker) == [job.id: reason])
    #expect(try await bench.states() == [.running, .blocked])
    // The one that waits by now is replaced as well.
    try await look("2026-06-01T12:03:00Z", .replace, isUnique: isUnique)
    #expect(try await bench.states() == [.running, .cancelled, .blocked])
    try await end(job, .cancelled(reason: reason), worker)
    #expect(try await bench.states() == [.cancelled, .cancelled, .available])
    #expect(bench.fired.count == 3)
  }

  @Test("a job that stands for others of its key is one run with queue, and one more after that")
  func uniqueQueue() async throws {
    let (worker, job) = try await start(.queue, isUnique: true)
    try await look("2026-06-01T12:02:00Z", .queue, isUnique: true)
    try await look("2026-06-01T12:03:00Z", .queue, isUnique: true)
    #expect(try await bench.states() == [.running])
    try await end(job, .completed(followers: []), worker)
    #expect(try await bench.states() == [.completed, .available])
    // What follows belongs to the schedule, too.
    try await look("2026-06-01T12:04:00Z", .queue, isUnique: true)
    #expect(try await bench.states() == [.completed, .available])
  }

  @Test("where all slots are made up for, none is left out unless that is asked for")
  func standard() throws {
    #expect(try bench.schedule("* * * * *", catchUp: .once, overlap: nil).overlap == .skip)
    #expect(try bench.schedule("* * * * *", catchUp: .skip, overlap: nil).overlap == .skip)
    #expect(try bench.schedule("* * * * *", catchUp: .all, overlap: nil).overlap == .allow)
    #expect(try bench.schedule("* * * * *", catchUp: .all, overlap: .queue).overlap == .queue)
  }

  /// Fires the first slot and claims its job.
  private func start(
    _ overlap: Schedule.Overlap, isUnique: Bool = false
  ) async throws -> (WorkerID, ClaimedJob) {
    let worker = try await bench.store.enroll(StoreFixture.profile)
    try await look("2026-06-01T12:00:30Z", overlap, isUnique: isUnique)
    try await look("2026-06-01T12:01:00Z", overlap, isUnique: isUnique)
    let claimed = try await bench.store.exchange([], claim: 1, for: worker).claimed
    if overlap == .skip { bench.forgetEvents() }
    return (worker, try #require(claimed.first))
  }

  private func look(
    _ time: String, _ overlap: Schedule.Overlap, isUnique: Bool = false
  ) async throws {
    bench.set(time)
    try await bench.scheduler(
      try bench.schedule("* * * * *", overlap: overlap, isUnique: isUnique)
    ).settle()
  }

  private func end(_ job: ClaimedJob, _ verdict: Verdict, _ worker: WorkerID) async throws {
    let outcome = EarnedOutcome(job: job.id, claim: job.claim, verdict: verdict)
    #expect(try await bench.store.exchange([outcome], claim: 0, for: worker).refused.isEmpty)
  }
}
