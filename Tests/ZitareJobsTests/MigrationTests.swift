import TestSupport
import Testing
import ZitareBase
import ZitareJobsTesting
import ZitareSQLite

@testable import ZitareJobs

/// `jobs-1.sqlite` was left by a program that knew the first step: a job in every state, jobs 1 and 8
/// with failed attempts, job 5 with a twin waiting, and schedules.
@Suite struct MigrationTests {
  let fixture = StoreFixture()

  private func restore() throws {
    try Files.makeFolder(fixture.path.parent)
    try Files.replace(fixture.path, with: try fixtureBytes("jobs-1.sqlite"))
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

  @Test("a store of the first schema is brought up to date and keeps every row")
  func first() async throws {
    try restore()
    let before = try rows()
    let store = try fixture.open()
    #expect(before.count == 8)
    #expect(try rows() == before)
    #expect(
      try await store.counts() == [
        .scheduled: 1, .available: 2, .blocked: 1, .running: 1, .completed: 1, .cancelled: 1,
        .dead: 1,
      ])
    #expect(try await store.attempts(of: JobID(rawValue: 8)).map(\.number) == [1, 2, 3])
    #expect(try await store.schedules().map(\.name) == ["hourly", "nightly"])
    #expect(try await store.schedules().first?.lastSlot != nil)
    let version = try await store.read { try $0.version(of: "jobs") }
    #expect(version == SQLiteJobStore.steps.count)
    let problems = try await store.read { connection in
      try connection.rows("PRAGMA integrity_check") { $0.text(0) }
    }
    #expect(problems == ["ok"])
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
