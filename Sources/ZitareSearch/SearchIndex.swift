public import ZitareBase

/// An index of documents in a folder of its own.
///
/// The folder holds generations, each a Xapian database, and `current`, a stub that names the one
/// in use; Xapian's own tools open the stub as well. Everything in it can be built anew.
public struct SearchIndex: Sendable {
  public let folder: FilePath
  public let schema: SearchSchema

  public init(folder: FilePath, schema: SearchSchema) {
    self.folder = folder
    self.schema = schema
  }

  /// Looks at the index, and at a sample of its documents, without changing anything.
  ///
  /// Throws where that failed for a reason that says nothing about the index.
  public func status() throws(SearchError) -> IndexStatus {
    do throws(SearchError) {
      return .usable(try CurrentGeneration.open(in: IndexFolder(folder)).verifiedState(of: schema))
    } catch {
      switch error {
      case .missing: return .missing
      case .unusable(_, let reason): return .unusable(reason: reason)
      case .locked, .modified, .outOfSpace, .exhausted, .unreachable, .file, .failed: throw error
      }
    }
  }

  /// The files of the index, nil where there is none; throws `.unusable` where they cannot be named.
  public func files() throws(SearchError) -> IndexFiles? {
    try IndexFolder(folder).currentFiles()
  }

  /// Whether a writer should look at the files.
  ///
  /// One was interrupted, somebody else changed them, or they were last read a week ago. Told without
  /// reading them, and never of a missing index.
  public func isCheckDue(at now: Timestamp = .now()) throws(SearchError) -> Bool {
    try IndexFolder(folder).isCheckDue(at: now)
  }

  /// Takes the index for writing; throws `.locked` while another writer has it.
  ///
  /// - Parameter now: what expires by then can be removed; the time of a check that finds no fault.
  public func writer(at now: Timestamp = .now()) throws(SearchError) -> IndexWriter {
    try IndexWriter(folder: IndexFolder(folder), schema: schema, now: now)
  }

  /// A reader that opens the index when it is first asked, and follows every later change.
  public func reader() -> IndexReader {
    IndexReader(folder: IndexFolder(folder), schema: schema)
  }
}
