public import ZitareBase

/// What lies on the disk of an index.
public struct IndexFiles: Sendable, Equatable {
  /// The number of the database in use; each rebuild makes another one.
  public let generation: Int
  public let bytes: Int64
  /// When all files were last read and found to be as they were written; nil where that is not known.
  public let verified: Timestamp?
  /// Whether a writer was interrupted; the next one finds out what it has done.
  public let isInterrupted: Bool
}
