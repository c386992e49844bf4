import ZitareBase

/// The one writer of an index; others are refused until it is released.
///
/// Not `Sendable`: its calls block, so it lives on a thread that may wait.
public final class IndexWriter {
  private let folder: IndexFolder
  private let schema: SearchSchema
  private let lock: FileLock

  init(folder: IndexFolder, schema: SearchSchema) throws(SearchError) {
    self.folder = folder
    self.schema = schema
    lock = try folder.lockForWriting()
    try folder.removeLeftovers()
  }

  /// Brings the index up to a revision in one transaction: readers and a crash see all or nothing.
  ///
  /// `next` is asked for documents until it returns nil; each replaces the one with its key. `keys`
  /// are removed before. Memory stays bounded whatever the number of documents. An error of `next`
  /// leaves the index as it was, as every other does. Throws `.missing` or `.unusable` where only
  /// `rebuild` helps.
  @discardableResult
  public func update(
    to revision: Int64, digest: String, removing keys: some Sequence<String> = [],
    replacing next: () throws -> [SearchDocument]?
  ) throws -> IndexState {
    let current = try CurrentGeneration.open(in: folder)
    _ = try current.verifiedState(of: schema)
    let path = folder.generation(current.number)
    // A writer serves one transaction: after a failed commit Xapian's would lie about the next.
    let writer = try xapian { () throws(Xapian.Failure) in
      let writer = try XapianWriter(path, create: false)
      try writer.begin()
      try writer.remove(EncodedTerms(unique: keys))
      return writer
    }
    while let documents = try next() {
      let batch = EncodedBatch(documents, schema: schema)
      try xapian { () throws(Xapian.Failure) in try writer.put(batch) }
    }
    return try xapian { () throws(Xapian.Failure) in
      let state = try commit(writer, revision: revision, digest: digest)
      try writer.learnWords()
      return state
    }
  }

  /// Builds a new generation beside the current one and puts it in its place.
  ///
  /// `next` is asked for documents until it returns nil. Until the end the current generation
  /// serves searches, also after an error or a crash.
  @discardableResult
  public func rebuild(
    to revision: Int64, digest: String, from next: () throws -> [SearchDocument]?
  ) throws -> IndexState {
    do {
      let state = try build(revision: revision, digest: digest, from: next)
      let number = try folder.nextGeneration()
      try xapian { () throws(Xapian.Failure) in
        try XapianWriter.compact(folder.building, to: folder.generation(number))
      }
      try folder.setCurrent(number)
      try folder.removeLeftovers()
      return state
    } catch {
      // Gives the space back at once; what cannot be removed now, the next writer removes.
      try? folder.removeLeftovers()
      throw error
    }
  }

  private func build(
    revision: Int64, digest: String, from next: () throws -> [SearchDocument]?
  ) throws -> IndexState {
    let writer = try xapian { () throws(Xapian.Failure) in
      try XapianWriter(folder.building, create: true)
    }
    var (written, pending) = (0, 0)
    while let documents = try next() {
      let batch = EncodedBatch(documents, schema: schema)
      pending += batch.size
      try xapian { () throws(Xapian.Failure) in
        try writer.put(batch)
        guard pending >= Self.bytesPerCommit(after: written) else { return }
        try writer.commit()
        written += pending
        pending = 0
      }
    }
    return try xapian { () throws(Xapian.Failure) in
      let state = try commit(writer, revision: revision, digest: digest)
      try writer.learnWords()
      return state
    }
  }

  private func commit(
    _ writer: borrowing XapianWriter, revision: Int64, digest: String
  ) throws(Xapian.Failure) -> IndexState {
    let state = IndexState(
      revision: revision, digest: digest, count: try writer.count(), formatVersion: schema.format)
    try writer.setMetadata(IndexState.metadataKey, to: state.encoded)
    try writer.commit()
    return state
  }

  private func xapian<Result: ~Copyable>(
    _ body: () throws(Xapian.Failure) -> Result
  ) throws(SearchError) -> Result {
    do throws(Xapian.Failure) { return try body() } catch { throw error.error(in: folder.path) }
  }

  /// How much a rebuild keeps in memory before it writes it out, after so many bytes.
  ///
  /// Small pieces stay in the processor's caches (a sixth of the CPU at 34,000 quotations), but
  /// cost rewriting once the index is large.
  private static func bytesPerCommit(after written: Int) -> Int {
    min(max(256 << 10, written / 16), 4 << 20)
  }
}
