internal import CSQLite

/// A prepared statement, for loops that bind and step one many times.
///
/// It lives where its connection lives; `Connection.run` and its like suffice for most uses.
public final class Statement {
  let handle: OpaquePointer
  private let parameterCount: Int
  /// Where the names of the last values were found: the next ones mostly have the same order.
  private var places: [(name: UnsafePointer<UInt8>, index: Int32)] = []

  init(handle: OpaquePointer) {
    self.handle = handle
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
  }
  deinit { sqlite3_finalize(handle) }

  /// Starts anew with these values; all parameters must be named, and each exactly once.
  public func bind(_ values: Bindings) throws(SQLiteError) {
    sqlite3_reset(handle)
    precondition(values.count == parameterCount, "every parameter needs one value: \(sql)")
    for (place, (name, value)) in values.enumerated() {
      try bind(value, at: index(of: name, at: place))
    }
  }

  private func index(of name: StaticString, at place: Int) -> Int32 {
    if place < places.count, places[place].name == name.utf8Start { return places[place].index }
    let index = sqlite3_bind_parameter_index(handle, Connection.characters(of: name))
    precondition(index > 0, "no parameter \(name) in \(sql)")
    if place < places.count {
      places[place] = (name.utf8Start, index)
    } else {
      places.append((name.utf8Start, index))
    }
    return index
  }

  /// Moves to the next row, or says false at the end.
  public func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(code)
    }
  }

  /// The row the last `step` moved to.
  public func withRow<R, E: Error>(_ body: (borrowing Row) throws(E) -> R) throws(E) -> R {
    try body(Row(statement: handle))
  }

  /// Binds, runs to the end and resets.
  public func run(_ values: Bindings) throws(SQLiteError) {
    try bind(values)
    defer { reset() }
    while try step() {}
  }

  /// Ends the run, which frees its locks and its read view.
  public func reset() { sqlite3_reset(handle) }

  var isActive: Bool { sqlite3_stmt_busy(handle) != 0 }

  private var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  private func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(handle, index)
    case .integer(let value): code = sqlite3_bind_int64(handle, index, value)
    case .real(let value): code = sqlite3_bind_double(handle, index, value)
    case .text(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty text has no address, and without one SQLite would bind NULL.
          csqlite_bind_text(
            handle, index, $0.baseAddress ?? Connection.characters(of: ""),
            Int32(clamping: $0.count))
        }
      }
    case .blob(let bytes):
      code =
        bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : bytes.withUnsafeBytes {
          csqlite_bind_blob(handle, index, $0.baseAddress, Int32(clamping: $0.count))
        }
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> SQLiteError {
    let database = sqlite3_db_handle(handle)
    return SQLiteError(
      extendedCode: code, message: String(cString: sqlite3_errmsg(database)), subject: sql)
  }
}
