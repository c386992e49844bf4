extension Connection {
  /// Runs a statement to its end and returns how many rows it changed.
  @discardableResult
  public func run(_ sql: StaticString, _ values: Bindings = [:]) throws(SQLiteError) -> Int {
    try prepared(sql).run(values)
    return changes
  }

  /// Calls `body` for each row, in the statement's order.
  public func query(
    _ sql: StaticString, _ values: Bindings = [:], _ body: (borrowing Row) throws -> Void
  ) throws {
    let statement = try prepared(sql)
    try statement.bind(values)
    defer { statement.reset() }
    while try statement.step() { try statement.withRow(body) }
  }

  /// What `read` makes of each row, in the statement's order.
  public func rows<T>(
    _ sql: StaticString, _ values: Bindings = [:], _ read: (borrowing Row) -> T
  ) throws(SQLiteError) -> [T] {
    let statement = try prepared(sql)
    try statement.bind(values)
    defer { statement.reset() }
    var rows: [T] = []
    while try statement.step() { rows.append(statement.withRow(read)) }
    return rows
  }

  /// What `read` makes of the first row, nil where there is none.
  public func first<T>(
    _ sql: StaticString, _ values: Bindings = [:], _ read: (borrowing Row) -> T
  ) throws(SQLiteError) -> T? {
    let statement = try prepared(sql)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? statement.withRow(read) : nil
  }

  /// Runs `body` in a transaction that holds the write lock from its start.
  ///
  /// It is committed when `body` returns and rolled back when it throws. Transactions don't nest.
  public func transaction<R>(_ body: () throws -> R) throws -> R {
    try begin("BEGIN IMMEDIATE")
    return try bracket(body)
  }

  /// Like `transaction`, but returns nil at once while another connection writes.
  public func transactionIfFree<R>(_ body: () throws -> R) throws -> R? {
    do throws(SQLiteError) {
      busy.isImpatient = true
      defer { busy.isImpatient = false }
      try begin("BEGIN IMMEDIATE")
    } catch {
      if error.isBusy { return nil }
      throw error
    }
    return try bracket(body)
  }

  /// Runs `body` over one unchanging view of the database; it must only read.
  public func readTransaction<R>(_ body: () throws -> R) throws -> R {
    try begin("BEGIN DEFERRED")
    return try bracket(body)
  }

  private func begin(_ statement: StaticString) throws(SQLiteError) {
    precondition(!isInTransaction, "transactions don't nest")
    try run(statement)
  }

  /// Ends the transaction that has begun as `body` does.
  private func bracket<R>(_ body: () throws -> R) throws -> R {
    isBracketed = true
    defer { isBracketed = false }
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // A full disk or an I/O error may have ended the transaction already.
      if isInTransaction { try run("ROLLBACK") }
      throw error
    }
  }
}
