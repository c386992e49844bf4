internal import CSQLite
internal import Glibc
public import ZitareBase

/// One connection to a database in WAL mode; it belongs to one actor or one thread.
///
/// Files that a process has open this way must never be opened by other means in that process, not
/// even to read or copy them: closing such a descriptor drops SQLite's POSIX locks.
public final class Connection {
  public enum Access: Sendable {
    case readWrite  // creates a missing database
    case readOnly
    /// Nobody writes the database while this connection is open: it takes no locks, does not look
    /// at the WAL and touches no file.
    case unchanging
  }

  public enum Durability: Sendable {
    /// A commit survives a loss of power (`synchronous=FULL`).
    case full
    /// A commit survives a crash of the program; a loss of power may take the last ones.
    case normal
  }

  public let path: FilePath
  let handle: OpaquePointer
  let busy: BusyHandler
  /// Whether a `transaction` or `readTransaction` runs.
  var isBracketed = false
  private var statements: [UnsafePointer<UInt8>: Statement] = [:]

  /// Opens the database; a new one gets the given file mode, which its WAL inherits.
  ///
  /// `busyTimeout` is how long a call waits for another connection's lock before it fails as busy.
  public init(
    _ path: FilePath, access: Access = .readWrite, durability: Durability = .normal,
    cacheKiB: Int = 2048, mode: UInt32 = 0o600, busyTimeout: Duration = .seconds(30)
  ) throws(SQLiteError) {
    let isNew = isMissingOrEmpty(path)
    let flags =
      switch access {
      case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      case .unchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = access == .unchanging ? unchangingURI(path) : path.string
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle, code == SQLITE_OK else {
      let message = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      sqlite3_close_v2(handle)
      throw SQLiteError(extendedCode: code, message: message, subject: path.string)
    }
    self.path = path
    self.handle = handle
    busy = BusyHandler(timeout: busyTimeout)
    busy.install(on: handle)
    if access == .readWrite {
      if isNew { chmod(path.string, mode) }
      try enterWAL()
      switch durability {
      case .full:
        try execute("PRAGMA synchronous = FULL")
        // A commit whose sync failed may be in the log all the same; what is built on it must not
        // be safer than itself. A checkpoint syncs the log, and waits for nobody.
        if !isNew { try execute("PRAGMA wal_checkpoint(PASSIVE)") }
      case .normal: try execute("PRAGMA synchronous = NORMAL")
      }
      // A reader that stays makes the log grow; once it is gone the file shrinks to this again.
      try execute("PRAGMA journal_size_limit = 67108864; PRAGMA foreign_keys = ON")
    }
    try execute(text: "PRAGMA cache_size = -\(cacheKiB)")
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  public var changes: Int { Int(sqlite3_changes64(handle)) }
  public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs statements that take no values; rows they return are ignored.
  public func execute(_ sql: StaticString) throws(SQLiteError) {
    try refuseAfterEnd(sql)
    try execute(Self.characters(of: sql))
  }

  /// Prepares a statement of the caller's own.
  public func prepare(_ sql: StaticString) throws(SQLiteError) -> Statement {
    try refuseAfterEnd(sql)
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, Self.characters(of: sql), Int32(sql.utf8CodeUnitCount),
      UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard let statement, code == SQLITE_OK else { throw failure(code, "\(sql)") }
    return Statement(handle: statement)
  }

  /// The statement kept for this text, or a new one while that is in the middle of a query.
  ///
  /// Whoever steps it must reset it.
  public func prepared(_ sql: StaticString) throws(SQLiteError) -> Statement {
    try refuseAfterEnd(sql)
    if let known = statements[sql.utf8Start] {
      return known.isActive ? try prepare(sql) : known
    }
    let statement = try prepare(sql)
    statements[sql.utf8Start] = statement
    return statement
  }

  /// A full disk or an I/O error ends a transaction; whoever goes on in it must not commit by halves.
  private func refuseAfterEnd(_ sql: StaticString) throws(SQLiteError) {
    guard isBracketed, !isInTransaction else { return }
    throw SQLiteError(
      extendedCode: 516,  // SQLITE_ABORT_ROLLBACK, a macro that is not imported
      message: "the transaction has been rolled back", subject: "\(sql)")
  }

  /// A literal's bytes as C wants them; the compiler ends every literal with a zero.
  static func characters(of literal: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private func execute(text: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, text) }
  }

  private func execute(_ characters: UnsafePointer<CChar>) throws(SQLiteError) {
    let code = sqlite3_exec(handle, characters, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, String(cString: characters)) }
  }

  /// Switching to WAL fails as busy without asking the busy handler, so it is tried again here.
  private func enterWAL() throws(SQLiteError) {
    var attempt: Int32 = 0
    while true {
      do throws(SQLiteError) {
        return try execute("PRAGMA journal_mode = WAL")
      } catch {
        guard error.isBusy, busy.wait(attempt: attempt) else { throw error }
        attempt += 1
      }
    }
  }

  private func failure(_ code: Int32, _ subject: String) -> SQLiteError {
    SQLiteError(
      extendedCode: code, message: String(cString: sqlite3_errmsg(handle)), subject: subject)
  }
}

/// Whether opening will make a new database; where that can't be told, opening says why.
private func isMissingOrEmpty(_ path: FilePath) -> Bool {
  var status = stat()
  return stat(path.string, &status) != 0 || status.st_size == 0
}

/// The path with the promise that the file does not change.
private func unchangingURI(_ path: FilePath) -> String {
  let special = Set("%?#".utf8)
  let escaped = path.string.utf8.flatMap { byte in
    special.contains(byte) ? Array("%\([byte].hexadecimal)".utf8) : [byte]
  }
  return "file:\(String(decoding: escaped, as: UTF8.self))?immutable=1"
}
