import TestSupport
import Testing
import ZitareBase
import ZitareSQLite

@Suite struct SchemaTests {
  static let steps: [StaticString] = [
    "CREATE TABLE a (v INTEGER) STRICT", "ALTER TABLE a ADD COLUMN w TEXT",
    "CREATE TABLE b (v INTEGER) STRICT; INSERT INTO b VALUES (1)",
  ]
  let folder = TemporaryFolder()

  private func open() throws -> Connection {
    try Connection(folder.appending("test.sqlite"))
  }

  @Test("each step runs once, in order, from any earlier version", arguments: 0...3)
  func steps(already: Int) throws {
    let connection = try open()
    try connection.migrate(component: "x", Array(Self.steps[..<already]))
    try connection.migrate(component: "x", Self.steps)
    try connection.migrate(component: "x", Self.steps)
    #expect(try connection.version(of: "x") == 3)
    #expect(try connection.first("SELECT count(*) FROM b") { $0.integer(0) } == 1)
  }

  @Test("components are counted apart")
  func components() throws {
    let connection = try open()
    try connection.migrate(component: "x", Self.steps)
    #expect(try connection.version(of: "y") == 0)
  }

  @Test("a failing step leaves the tables as they were")
  func failing() throws {
    let connection = try open()
    try connection.migrate(component: "x", [Self.steps[0]])
    #expect(throws: SchemaError.self) {
      try connection.migrate(
        component: "x", [Self.steps[0], "CREATE TABLE c (v); INSERT INTO nowhere VALUES (1)"])
    }
    #expect(try connection.version(of: "x") == 1)
    #expect(try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'c'") { _ in 1 } == nil)
  }

  @Test("tables of a newer program are refused unless it left them compatible")
  func newer() throws {
    let connection = try open()
    try connection.migrate(component: "x", Self.steps, compatibleSince: 2)
    try connection.migrate(component: "x", Array(Self.steps[..<2]))
    #expect(throws: SchemaError.newer(component: "x", found: 3, known: 1)) {
      try connection.migrate(component: "x", [Self.steps[0]])
    }
  }

  @Test("connections that migrate at once run each step once")
  func concurrently() async throws {
    let path = folder.appending("test.sqlite")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let connection = try Connection(path)
          try connection.migrate(component: "x", Self.steps)
        }
      }
      try await group.waitForAll()
    }
    #expect(try open().first("SELECT count(*) FROM b") { $0.integer(0) } == 1)
  }
}
