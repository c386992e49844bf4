import TestSupport
import Testing
import ZitareBase
import ZitareJobsTesting
import ZitareSQLite

@testable import ZitareJobs

/// Each fixture was left by a program that knew as many steps as its name says.
///
/// `jobs-1.sqlite` has a job in every state, jobs 1 and 8 with failed attempts, job 5 with a twin
/// waiting, and schedules. In the others jobs 1, 7 and 9 were running, 9 without having started. Job
/// 2 is held back by its limit, 3 waits for 1, 6 and 7 are a batch of which 8 is the completion, 10
/// is in a paused queue and 11 below an operator's rate; 5 has an idempotency key. Schedules are there
/// with all that the program kept of them.
@Suite struct MigrationTests {
  let fixture = StoreFixture()

  private func restore(_ version: Int = 1) throws {
    try Files.makeFolder(fixture.path.parent)
    try Files.replace(fixture.path, with: try fixtureBytes("jobs-\(version).sqlite"))
  }

  /// Columns that have been there from the first step on.
  private static let old: StaticString = """
    SELECT json_array(id, kind_id, queue_id, state, priority, run_at, attempt, max_attempts, claim,
      worker_id, lease_until, claimed_at, created_at, finished_at, condition, cancel_requested,
      hex(unique_key), hex(successor), progress, reason, hex(parameters))
    FROM job ORDER BY id
    """

  private func rows() throws -> [String] {
    try Connection(fixture.path).rows(Self.old) { $0.text(0) }
  }

  @Test(
    "a store of any earlier schema is brought up to date and keeps every row",
    arguments: 1..<SQLiteJobStore.steps.count)
  func updated(version: Int) async throws {
    try restore(version)
    let before = try rows()
    let store = try fixture.open()
    #expect(before.count >= 8)
    #expect(try rows() == before)
    let found = try await store.read { try $0.version(of: "jobs") }
    #expect(found == SQLiteJobStore.steps.count)
    let problems = try await store.read { connection in
      try connection.rows("PRAGMA integrity_check") { $0.text(0) }
    }
    #expect(problems == ["ok"])
  }

  @Test("what a store of the first schema held is found")
  func first() async throws {
    try restore()
    let store = try fixture.open()
    #expect(
      try await store.counts() == [
        .scheduled: 1, .available: 2, .blocked: 1, .running: 1, .completed: 1, .cancelled: 1,
        .dead: 1,
      ])
    #expect(try await store.attempts(of: JobID(rawValue: 8)).map(\.number) == [1, 2, 3])
    #expect(try await store.schedules().map(\.name) == ["hourly", "nightly"])
    #expect(try await store.schedules().first?.lastSlot != nil)
  }

  @Test("the jobs of a store of the first schema go on as if nothing had happened")
  func goesOn() async throws {
    try restore()
    let store = try fixture.open()
    let services = TestServices()
    let twin = try await store.enqueue(ScriptedJob(number: 20, key: "one"))
    #expect(twin == JobID(rawValue: 2), "its unique key holds")
    _ = try await store.apply(.release("login:main"))
    _ = try await store.drain(
      StoreFixture.registry, services: services, clock: fixture.clock,
      queues: ["default", "slow"], through: fixture.clock.now + .seconds(3600))
    #expect(Set(services.ran) == [1, 2, 4, 5], "5 was running as the machine stopped")
    #expect(try await store.counts()[.completed] == 6)
  }

  @Test(
    "limits, dependencies, batches, keys and orders of a store of an earlier schema hold",
    arguments: [2, 3, 4])
  func holds(version: Int) async throws {
    try restore(version)
    let store = try fixture.open()
    var again = try NewJob(ScriptedJob(number: 50))
    again.idempotencyKey = "once"
    #expect(try await store.enqueue(again) == JobID(rawValue: 5))
    let limits = try await store.limits()
    #expect(limits.map(\.name) == ["host:one", "host:two"])
    #expect(limits.map(\.isOperators) == [false, true])
    #expect(limits.map(\.blocked) == [1, 0])
    let slow = try #require(try await store.queues().first { $0.name == "slow" })
    #expect(slow.isPaused && slow.bounds.concurrency == 1 && slow.available == 1)

    let services = TestServices()
    _ = try await store.drain(
      StoreFixture.registry, services: services, clock: fixture.clock,
      queues: ["default", "slow"], through: fixture.clock.now + .seconds(3600))
    #expect(services.ran.sorted() == [3, 4, 7, 8, 9, 12])
    #expect(try await store.counts() == [.completed: 10, .dead: 1, .available: 1])
    let batch = try #require(try await store.batch(BatchID(rawValue: 1)))
    #expect(batch.counts == BatchCounts(completed: 1, dead: 1) && batch.finishedAt != nil)
    for (job, errors) in [(1, ["the worker died"]), (7, ["the worker died"]), (9, [])] {
      #expect(try await store.attempts(of: JobID(rawValue: Int64(job))).map(\.error) == errors)
    }
  }

  @Test("what schedules have skipped, missed and counted from is found in a store that kept it")
  func schedules() async throws {
    try restore(3)
    let left = Timestamp(seconds: 1_799_990_000)
    let schedules = try await fixture.open().schedules()
    #expect(schedules.map(\.name) == ["hourly", "nightly", "often"])
    #expect(schedules.map(\.isPaused) == [false, true, false])
    #expect(schedules[0].lastSlot == left)
    #expect(
      schedules[0].lastSkipped == SkippedSlot(slot: left + .seconds(3600), reason: .unfinished))
    #expect(schedules[2].anchor == left && schedules[2].boot == "boot-0")
    #expect(schedules[2].lastMissed == MissedSlots(count: 2, time: left))
  }

  @Test("several that open a store of the first schema at once bring it up to date once")
  func atOnce() async throws {
    try restore()
    let before = try rows()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try fixture.open()
          #expect(try await store.counts()[.available] == 2)
        }
      }
      try await group.waitForAll()
    }
    #expect(try rows() == before)
  }

  @Test("a program that knows the first step only goes on beside a newer one")
  func beside() async throws {
    try restore()
    let old = try Connection(fixture.path)
    let store = try fixture.open()
    try old.refuseNewer(component: "jobs", known: 1)
    // As that program claims, completes and adds jobs.
    try old.transaction {
      try old.run(
        """
        INSERT INTO job
          (kind_id, queue_id, state, priority, run_at, max_attempts, created_at, unique_key, parameters)
        VALUES (1, 1, 1, 5, 1799990000000, 3, 1799990000000, NULL, x'7b226e756d626572223a397d')
        ON CONFLICT DO NOTHING
        """)
      try old.run(
        """
        UPDATE job SET state = 3, claim = claim + 1, worker_id = 3, lease_until = 2000000,
          claimed_at = 1799990000000
        WHERE id = 2 AND state = 1
        """)
      try old.run(
        """
        UPDATE job SET state = 4, attempt = attempt + 1, finished_at = 1799990000000,
          worker_id = NULL, lease_until = NULL, progress = NULL, reason = NULL, cancel_requested = 0
        WHERE id = 2 AND state = 3 AND claim = 1 AND successor IS NULL
        """)
    }
    #expect(try await store.job(JobID(rawValue: 2))?.state == .completed)
    let services = TestServices()
    _ = try await fixture.worker(store, services).runUntilIdle()
    #expect(services.ran.contains(9))
  }
}
