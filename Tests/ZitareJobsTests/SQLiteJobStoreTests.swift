import TestSupport
import Testing
import ZitareBase
import ZitareJobsTesting
import ZitareSQLite

@testable import ZitareJobs

@Suite struct SQLiteJobStoreTests {
  let fixture = StoreFixture()

  @Test("a claim reads the index of ready jobs and sorts nothing")
  func plan() async throws {
    let store = try fixture.open()
    let plan = try await store.read { connection in
      let sql = try explain(SQLiteJobStoreTests.explainReady, on: connection)
      return sql
    }
    #expect(plan == ["SEARCH job USING INDEX job_ready (queue_id=?)"])
  }

  private static let explainReady: StaticString = """
    EXPLAIN QUERY PLAN
    SELECT id, kind_id, parameters, attempt, max_attempts, claim, run_at, limiter_id, unique_scope,
      is_watched
    FROM job
    WHERE state = 1 AND queue_id = :queue  -- 1: available
    ORDER BY priority, run_at, id
    """

  @Test("the plan that is tested is that of the statement in use")
  func samePlan() {
    #expect("EXPLAIN QUERY PLAN\n\(JobTables.ready)" == "\(Self.explainReady)")
  }

  @Test("caller's statements and jobs are committed together or not at all")
  func transaction() async throws {
    let store = try fixture.open()
    try await store.migrate(component: "drafts", ["CREATE TABLE draft (text TEXT) STRICT"])
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await store.transaction { transaction in
        try transaction.connection.run("INSERT INTO draft VALUES ('lost')")
        try transaction.enqueue(ScriptedJob())
        throw Stop()
      }
    }
    #expect(try await store.counts().isEmpty)
    let id = try await store.transaction { transaction in
      try transaction.connection.run("INSERT INTO draft VALUES ('kept')")
      return try transaction.enqueue(ScriptedJob())
    }
    #expect(try await store.job(id)?.state == .available)
    let drafts = try await store.read { connection in
      try connection.rows("SELECT text FROM draft") { $0.text(0) }
    }
    #expect(drafts == ["kept"])
  }

  @Test("a lone caller is answered while it is alone, while another writes, and in company")
  func loneCaller() async throws {
    let (store, other) = (try fixture.open(), try Connection(fixture.path))
    for number in 0..<10 { try await store.enqueue(ScriptedJob(number: number)) }
    try other.execute("BEGIN IMMEDIATE")
    async let waiting = store.enqueue(ScriptedJob(number: 10))
    // Its thread is free meanwhile: this one is served by a connection that only reads.
    #expect(try await store.counts()[.available] == 10)
    try other.execute("COMMIT")
    _ = try await waiting
    try await withThrowingTaskGroup { group in
      for number in 11..<200 {
        group.addTask { _ = try await store.enqueue(ScriptedJob(number: number)) }
      }
      try await group.waitForAll()
    }
    #expect(try await store.counts()[.available] == 200)
  }

  @Test("a request that the tables refuse fails alone, whoever shares its transaction")
  func refusedAlone() async throws {
    let store = try fixture.open()
    var wrong = try NewJob(ScriptedJob())
    wrong.priority = 10
    let (held, release) = (Latch(), Latch())
    async let holding: Void = store.transaction { _ in
      held.open()
      release.block()
    }
    await held.opened()
    let failures = await withTaskGroup { [wrong] group in
      for number in 0..<40 {
        group.addTask {
          let job = number == 20 ? wrong : try? NewJob(ScriptedJob(number: number))
          guard let job, (try? await store.enqueue(job)) != nil else { return 1 }
          return 0
        }
      }
      release.open()
      return await group.reduce(0, +)
    }
    try await holding
    #expect(failures == 1)
    #expect(try await store.counts()[.available] == 39)
  }

  @Test("a store opened for reading is never made, migrated or changed")
  func readOnly() async throws {
    let absent = try SQLiteJobStore.openIfPresent(
      path: fixture.path, runtimeFolder: fixture.runtimeFolder)
    #expect(absent == nil)
    #expect(try Files.size(of: fixture.path) == nil)
    let id = try await fixture.open().enqueue(ScriptedJob())
    let store = try #require(
      try SQLiteJobStore.openIfPresent(path: fixture.path, runtimeFolder: fixture.runtimeFolder))
    #expect(try await store.job(id)?.kind == ScriptedJob.kind)
    await #expect(throws: StoreError.readOnly) { try await store.apply(.cancel(id)) }
  }

  @Test("unfinished jobs of unknown kinds are told, whatever they wait for, and no others")
  func unknownKinds() async throws {
    let store = try fixture.open()
    let later = fixture.clock.now + .seconds(60)
    for due in [nil, later] {
      try await store.enqueue(UrgentJob(), at: due)
      _ = try await store.apply(.cancel(try await store.enqueue(LimitedJob(), at: due)))
    }
    try await store.enqueue(ScriptedJob())
    #expect(try await store.unknownKinds(besides: [ScriptedJob.kind]) == [UrgentJob.kind: 2])
    #expect(try await store.unreadableKinds() == [:])
  }

  @Test("tables of a newer release are refused, for reading too")
  func newer() async throws {
    _ = try fixture.open()
    let connection = try Connection(fixture.path)
    try connection.run("UPDATE schema_version SET version = 99, compatible_since = 99")
    let openings: [() throws -> Void] = [
      { _ = try fixture.open() },
      {
        _ = try SQLiteJobStore.openIfPresent(
          path: fixture.path, runtimeFolder: fixture.runtimeFolder)
      },
    ]
    for opening in openings {
      #expect {
        try opening()
      } throws: { error in
        if case .newerSchema = error as? StoreError { true } else { false }
      }
    }
  }
}

private func explain(_ sql: StaticString, on connection: Connection) throws -> [String] {
  try connection.rows(sql, [":queue": 1]) { $0.text(3) }
}
