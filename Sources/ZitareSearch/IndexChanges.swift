/// A part of what an update changes, carried out in the order of its properties.
public struct IndexChanges: Sendable {
  /// Keys of documents to remove; one that is not there is no error.
  public var removedKeys: [String]
  /// Domains to remove with all their documents.
  public var removedDomains: [String]
  /// Documents to put in, each in the place of the one with its key.
  public var documents: [SearchDocument]

  public init(
    removing keys: [String] = [], domains: [String] = [], putting documents: [SearchDocument] = []
  ) {
    removedKeys = keys
    removedDomains = domains
    self.documents = documents
  }
}

/// How far a writer is; told between batches.
public enum IndexProgress: Sendable, Equatable {
  /// So many documents were taken from their source.
  case reading(Int)
  /// The files of the index are put together or gone through.
  case finishing
}
