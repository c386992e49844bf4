import Dispatch
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSQLite

@Suite struct ConnectionTests {
  let folder = TemporaryFolder()

  private func open(
    access: Connection.Access = .readWrite, busyTimeout: Duration = .seconds(30)
  ) throws -> Connection {
    return try Connection(
      folder.appending("test.sqlite"), access: access, busyTimeout: busyTimeout)
  }

  @Test(
    "every value comes back as it went in",
    arguments: [
      Value.null, 0, -7, .integer(Int64.max), .real(1.5), "", "Grüße 😀", "a\0b", .blob([]),
      .blob([0, 255, 1]),
    ])
  func roundTrip(value: Value) throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (v ANY) STRICT")
    try connection.run("INSERT INTO t VALUES (:v)", [":v": value])
    let back = try connection.first("SELECT v FROM t") { row -> Value in
      switch value {
      case .null: row.isNull(0) ? .null : .text(row.text(0))
      case .integer: .integer(row.integer(0))
      case .real: .real(row.real(0))
      case .text: row.isNull(0) ? .null : .text(row.text(0))
      case .blob: row.isNull(0) ? .null : .blob(row.blob(0))
      }
    }
    #expect(back == value)
  }

  @Test("a transaction that throws leaves nothing behind")
  func rollback() throws {
    struct Stop: Error {}
    let connection = try open()
    try connection.execute("CREATE TABLE t (v)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test("a query may run the same statement again inside its rows")
  func nested() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2), (3)")
    let sql: StaticString = "SELECT v FROM t"
    var seen: [Int64] = []
    try connection.query(sql) { row in
      try connection.query(sql) { _ in seen.append(row.integer(0)) }
    }
    #expect(seen == [1, 1, 1, 2, 2, 2, 3, 3, 3])
  }

  @Test("a second writer waits no longer than its busy timeout")
  func busy() throws {
    let first = try open()
    let second = try open(busyTimeout: .milliseconds(20))
    try first.execute("CREATE TABLE t (v); BEGIN IMMEDIATE")
    let error = #expect(throws: SQLiteError.self) { try second.execute("BEGIN IMMEDIATE") }
    #expect(error?.isBusy == true)
  }

  @Test("a transaction for free moments begins only while nobody writes, and waits for nobody")
  func free() throws {
    let (first, second) = (try open(), try open(busyTimeout: .seconds(3600)))
    try first.execute("CREATE TABLE t (v); BEGIN IMMEDIATE")
    #expect(try second.transactionIfFree { Issue.record("it has begun") } == nil)
    try first.execute("COMMIT")
    #expect(try second.transactionIfFree { try second.run("INSERT INTO t VALUES (1)") } == 1)
    #expect(try first.first("SELECT count(*) FROM t") { $0.integer(0) } == 1)
  }

  @Test("a read transaction keeps its view while others write")
  func snapshot() throws {
    let writer = try open()
    try writer.execute("CREATE TABLE t (v)")
    let reader = try open(access: .readOnly)
    let counts = try reader.readTransaction {
      let first = try reader.first("SELECT count(*) FROM t") { $0.integer(0) }
      try writer.run("INSERT INTO t VALUES (1)")
      return try [first, reader.first("SELECT count(*) FROM t") { $0.integer(0) }]
    }
    #expect(counts == [0, 0])
    #expect(try reader.first("SELECT count(*) FROM t") { $0.integer(0) } == 1)
  }

  @Test("a new database and its log are for their owner only")
  func fileMode() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (v)")
    for suffix in ["", "-wal", "-shm"] {
      var status = stat()
      #expect(stat(connection.path.string + suffix, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test("a read-only connection neither creates nor changes a database")
  func readOnly() throws {
    let error = #expect(throws: SQLiteError.self) { try open(access: .readOnly) }
    #expect(error?.code == 14)  // SQLITE_CANTOPEN
    try open().execute("CREATE TABLE t (v)")
    let reader = try open(access: .readOnly)
    #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
  }

  @Test("a connection to what does not change reads it and leaves no file behind")
  func unchanging() throws {
    let path = folder.appending("100% a?b#c.sqlite")
    try Connection(path).execute("CREATE TABLE t (v); INSERT INTO t VALUES (7)")
    let names = try Files.names(in: folder.path)
    let reader = try Connection(path, access: .unchanging)
    #expect(try reader.first("SELECT v FROM t") { $0.integer(0) } == 7)
    #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
    #expect(try Files.names(in: folder.path) == names)
  }

  @Test("closing a connection to what does not change keeps the locks of others")
  func locks() throws {
    let writer = try open()
    try writer.execute("CREATE TABLE t (v); PRAGMA wal_checkpoint(TRUNCATE)")
    _ = try Connection(writer.path, access: .unchanging).first("SELECT 1 FROM t") { _ in }
    let other = try ChildProcess(
      "/usr/bin/sqlite3", [writer.path.string, "PRAGMA journal_mode = DELETE"]
    ).wait()
    #expect(other.errors.contains("locked"), "\(other.output)")
  }

  @Test("a file that is no database is reported as corrupt and stays as it was")
  func corrupt() throws {
    let path = folder.appending("test.sqlite")
    let bytes = Array(repeatElement(UInt8(ascii: "x"), count: 4096))
    try Files.replace(path, with: bytes)
    let error = #expect(throws: SQLiteError.self) { try open() }
    #expect(error?.isCorrupt == true)
    #expect(try Files.read(path) == bytes)
  }

  @Test("an actor on a database executor runs there")
  func executor() async throws {
    actor Owner {
      let executor = DatabaseExecutor()
      nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
      func answer() -> Int {
        preconditionIsolated()
        return 42
      }
    }
    #expect(await Owner().answer() == 42)
  }

  @Test("work runs on the calling thread only where an executor has nothing else to do")
  func idleExecutor() {
    let executor = DatabaseExecutor()
    let (started, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    executor.perform {
      started.signal()
      release.wait()
    }
    started.wait()
    #expect(!executor.performIfIdle { Issue.record("it ran") })
    let done = DispatchSemaphore(value: 0)
    executor.perform { done.signal() }
    release.signal()
    done.wait()
    let caller = pthread_self()
    var thread: pthread_t?
    while !executor.performIfIdle({ thread = pthread_self() }) { sched_yield() }
    #expect(thread == caller)
  }
}
