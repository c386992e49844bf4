internal import ZitareBase
internal import ZitareSQLite

/// Reads beside the writer, on a connection and a thread of its own.
actor StoreReader {
  private let executor = DatabaseExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let path: FilePath
  private var tables: JobTables?

  init(_ path: FilePath) { self.path = path }

  /// Runs `body` over one view of the database; it throws what `body` throws.
  func read<R: Sendable>(_ body: @Sendable (JobTables) throws -> R) throws -> R {
    let tables = try opened()
    return try tables.connection.readTransaction { try body(tables) }
  }

  private func opened() throws(SQLiteError) -> JobTables {
    if let tables { return tables }
    let opened = JobTables(try Connection(path, access: .readOnly))
    tables = opened
    return opened
  }
}
