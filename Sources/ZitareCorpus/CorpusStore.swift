public import ZitareBase
import ZitareSQLite

/// The mirror of all origins on disk, `corpus.sqlite`.
///
/// Any number of readers may be open beside one writer; they see the corpus as it was before a
/// refresh until the moment it is complete.
public struct CorpusStore: Sendable {
  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  /// Opens the corpus for reading; nil where none has been made yet.
  ///
  /// A reader belongs to the thread or actor that opened it.
  public func reader() throws -> CorpusReader? {
    try withNewTables { try reader(.readOnly) }
  }

  /// Reads briefly and leaves no trace; nil where no corpus has been made yet.
  ///
  /// The first reader of a WAL database rewrites its `-shm` file. So where no writer is at work, and
  /// as long as `body` runs none can begin, the database is read as a file that does not change.
  /// `body` must not open a writer.
  public func glance<R>(_ body: (CorpusReader) throws -> R) throws -> R? {
    guard try Files.size(of: path) != nil else { return nil }
    if try hasLog { try settle() }
    return try withNewTables {
      guard let lock = try FileLock.attempt(lockFile, mode: .shared), try !hasLog else {
        return try reader(.readOnly).map(body)
      }
      defer { extendLifetime(lock) }
      return try reader(.unchanging).map(body)
    }
  }

  /// Thrown before anything was read.
  private struct OldTables: Error {}

  /// Reads, and does so anew where an earlier release had made the corpus and its tables had to be
  /// brought up to date first.
  private func withNewTables<R>(_ read: () throws -> R) throws -> R {
    do {
      return try read()
    } catch is OldTables {
      _ = try writer()
      return try read()
    }
  }

  private func reader(_ access: Connection.Access) throws -> CorpusReader? {
    guard let size = try Files.size(of: path), size > 0 else { return nil }
    let connection = try Connection(path, access: access)
    let version = try connection.version(of: CorpusSchema.component)
    guard version > 0 else { return nil }
    guard version <= CorpusSchema.steps.count else {
      throw CorpusError.newer(found: version, known: CorpusSchema.steps.count)
    }
    guard version == CorpusSchema.steps.count else { throw OldTables() }
    return CorpusReader(connection)
  }

  /// Opens the corpus for writing and makes it where it is missing.
  ///
  /// While another process or thread has a writer it throws `CorpusError.writerActive`, or blocks
  /// the calling thread until that one has ended.
  public func writer(waiting: Bool = false) throws -> CorpusWriter {
    try Files.makeFolder(path.parent)
    guard let lock = waiting ? try FileLock.wait(lockFile) : try FileLock.attempt(lockFile) else {
      throw CorpusError.writerActive
    }
    let connection = try Connection(path, mode: 0o644)
    do {
      try connection.migrate(component: CorpusSchema.component, CorpusSchema.steps)
    } catch SchemaError.newer(_, let found, let known) {
      throw CorpusError.newer(found: found, known: known)
    }
    return CorpusWriter(connection, lock: lock)
  }

  private var lockFile: FilePath { path.adding(suffix: ".lock") }

  /// Whether there is more to the corpus than its file: a writer is at work, was killed, or ended
  /// beside a reader.
  private var hasLog: Bool {
    get throws { try Files.size(of: path.adding(suffix: "-wal")) ?? 0 > 0 }
  }

  /// Takes what a log holds into the file, which the last writer to close does, unless one is at work.
  private func settle() throws {
    do { _ = try writer() } catch CorpusError.writerActive {}
  }
}

/// A state of the corpus that readers can see.
public struct CorpusState: Sendable, Equatable {
  /// Rises by one with every change; 0 before the first.
  public let revision: Int64
  /// 32 hexadecimal digits over everything readers see, whatever the order it came in.
  public let digest: String
  /// Quotations of all origins.
  public let count: Int

  public init(revision: Int64, digest: String, count: Int) {
    self.revision = revision
    self.digest = digest
    self.count = count
  }

  static let nothing = CorpusState(
    revision: 0, digest: ContentDigest().bytes.hexadecimal, count: 0)
}
