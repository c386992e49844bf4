internal import CSQLite

/// A call on SQLite that failed.
public struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The extended result code (https://sqlite.org/rescode.html).
  public let extendedCode: Int32
  /// What SQLite says about it.
  public let message: String
  /// The statement, or the path of a database that could not be opened.
  public let subject: String

  public init(extendedCode: Int32, message: String, subject: String) {
    self.extendedCode = extendedCode
    self.message = message
    self.subject = subject
  }

  /// The primary result code.
  public var code: Int32 { extendedCode & 0xff }
  /// Another connection held the lock for longer than the busy timeout.
  public var isBusy: Bool { code == SQLITE_BUSY }
  /// The disk or the quota is full.
  public var isFull: Bool { code == SQLITE_FULL }
  /// The file is damaged or is no database.
  public var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// Whether the same call may succeed later without anyone's doing.
  public var isTransient: Bool {
    // A protocol error is a race for the log's locks that was lost too often.
    isBusy || isFull || code == SQLITE_IOERR || code == SQLITE_PROTOCOL
  }

  public var description: String { "SQLite: \(message) (\(extendedCode)) in \(subject)" }
}
