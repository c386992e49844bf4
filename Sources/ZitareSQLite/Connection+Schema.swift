/// Why the tables of a component could not be brought up to date.
public enum SchemaError: Error, Equatable, CustomStringConvertible {
  /// A later release has changed them beyond what this one can use.
  case newer(component: String, found: Int, known: Int)
  case failed(SQLiteError)

  public var description: String {
    switch self {
    case .newer(let component, let found, let known):
      "the tables of \(component) have version \(found), this program knows \(known): "
        + "run the newer program"
    case .failed(let error): error.description
    }
  }
}

extension Connection {
  /// Runs those steps that this database has not seen, in one transaction: nobody sees tables between
  /// two of them.
  ///
  /// Version n means that the first n steps have run; a shipped step is never edited. Two processes
  /// may migrate at once. `compatibleSince` is the oldest number of steps whose program can go on
  /// using the tables after the last one; it defaults to all of them.
  public func migrate(
    component: String, _ steps: [StaticString], compatibleSince: Int? = nil
  ) throws(SchemaError) {
    do {
      try refuseNewer(component: component, known: steps.count)
      if try version(of: component) >= steps.count { return }
      try transaction {
        try execute(Self.table)
        let version = try schema(of: component)?.version ?? 0
        guard version < steps.count else { return }
        for step in steps[version...] { try execute(step) }
        try run(
          """
          INSERT INTO schema_version (component, version, compatible_since)
          VALUES (:component, :version, :since) ON CONFLICT (component) DO UPDATE
          SET version = excluded.version, compatible_since = excluded.compatible_since
          """,
          [
            ":component": .text(component), ":version": .integer(steps.count),
            ":since": .integer(min(steps.count, compatibleSince ?? steps.count)),
          ])
      }
    } catch let error as SchemaError {
      throw error
    } catch let error as SQLiteError {
      throw .failed(error)
    } catch {
      preconditionFailure("a migration threw \(error)")
    }
  }

  /// Throws if a later release has changed the tables of a component beyond what a program that
  /// knows this many steps can use.
  public func refuseNewer(component: String, known: Int) throws(SchemaError) {
    let found: (version: Int, compatibleSince: Int)?
    do {
      found = try schema(of: component)
    } catch {
      throw .failed(error)
    }
    if let found, found.compatibleSince > known {
      throw .newer(component: component, found: found.version, known: known)
    }
  }

  /// How many migration steps of a component have run: 0 where it has no tables.
  public func version(of component: String) throws(SQLiteError) -> Int {
    try schema(of: component)?.version ?? 0
  }

  private func schema(
    of component: String
  ) throws(SQLiteError) -> (version: Int, compatibleSince: Int)? {
    let exists =
      try first("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'") { _ in true } ?? false
    guard exists else { return nil }
    return try first(
      "SELECT version, compatible_since FROM schema_version WHERE component = :component",
      [":component": .text(component)]
    ) { (Int($0.integer(0)), Int($0.integer(1))) }
  }

  private static var table: StaticString {
    """
    CREATE TABLE IF NOT EXISTS schema_version (
      component TEXT PRIMARY KEY,
      version INTEGER NOT NULL CHECK (version >= 0),
      compatible_since INTEGER NOT NULL CHECK (compatible_since <= version)
    ) STRICT
    """
  }
}
