/// What a look at all files of an index found.
public struct IndexVerification: Sendable, Equatable {
  /// The files that are not as they were written, each with what is wrong; empty where all are.
  public let damage: [String]
  /// Whether a writer was interrupted, so that `IndexWriter.reconcile` has to look at the documents.
  public let isInterrupted: Bool
  /// What was read.
  public let bytes: Int64

  public var isSound: Bool { damage.isEmpty && !isInterrupted }
}
