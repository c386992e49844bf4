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
    guard let size = try Files.size(of: path), size > 0 else { return nil }
    let connection = try Connection(path, access: .readOnly)
    let version = try connection.version(of: CorpusSchema.component)
    guard version > 0 else { return nil }
    guard version <= CorpusSchema.steps.count else {
      throw CorpusError.newer(found: version, known: CorpusSchema.steps.count)
    }
    return CorpusReader(connection)
  }

  /// Opens the corpus for writing and makes it where it is missing.
  ///
  /// While another process or thread has a writer it throws `CorpusError.writerActive`, or blocks
  /// the calling thread until that one has ended.
  public func writer(waiting: Bool = false) throws -> CorpusWriter {
    try Files.makeFolder(path.parent)
    let file = path.adding(suffix: ".lock")
    guard let lock = waiting ? try FileLock.wait(file) : try FileLock.attempt(file) else {
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
