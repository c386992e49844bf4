import ZitareBase

/// The one writer of an index; others are refused until it is released.
///
/// Not `Sendable`: its calls block, so it lives on a thread that may wait.
public final class IndexWriter {
  let folder: IndexFolder
  let schema: SearchSchema
  let now: Timestamp
  private let lock: IndexFolder.WriterLock

  init(folder: IndexFolder, schema: SearchSchema, now: Timestamp) throws(SearchError) {
    self.folder = folder
    self.schema = schema
    self.now = now
    lock = try folder.lockForWriting()
    try folder.removeLeftovers()
  }

  /// Brings the index up to a revision in one transaction: readers and a crash see all or nothing.
  ///
  /// `next` is asked for changes until it returns nil, and they are carried out in that order. Memory
  /// stays bounded whatever their number. An error of `next` leaves the index as it was, as every
  /// other does. Throws `.missing` or `.unusable` where only `reconcile` or `rebuild` helps: damaged
  /// files are never written to.
  @discardableResult
  public func update(
    to revision: Int64, digest: String, progress: (IndexProgress) -> Void = { _ in },
    from next: () throws -> IndexChanges?
  ) throws -> IndexState {
    let ground = try soundGround()
    var read = 0
    return try change(ground, to: revision, digest: digest) { writer in
      var changes = 0
      while let part = try next() {
        changes += try carryOut(part, writer)
        read += part.documents.count
        progress(.reading(read))
      }
      progress(.finishing)
      return changes
    }
  }

  /// Removes the documents that have expired; revision and digest stay.
  @discardableResult
  public func removeExpired() throws -> IndexState {
    let ground = try soundGround()
    let state = ground.state
    return try change(ground, to: state.revision, digest: state.digest) { writer in
      try xapian { () throws(Xapian.Failure) in
        let before = try writer.count()
        try writer.removeExpired(at: now)
        return before - (try writer.count())
      }
    }
  }

  /// Builds a new generation beside the current one and puts it in its place.
  ///
  /// `next` is asked for documents until it returns nil. They are analysed on all cores, but keep
  /// their order; of several with one key the last one counts. Until the end the current generation
  /// serves searches, also after an error or a crash.
  @discardableResult
  public func rebuild(
    to revision: Int64, digest: String, progress: (IndexProgress) -> Void = { _ in },
    from next: () throws -> [SearchDocument]?
  ) throws -> IndexState {
    try replaceGeneration { number in
      let build = SegmentBuild(folder, schema: schema)
      defer { build.abandon() }
      var read = 0
      while let documents = try next() {
        try build.append(documents)
        read += documents.count
        progress(.reading(read))
      }
      progress(.finishing)
      try build.finish(in: folder.generation(number))
      return try open(number) { writer in
        try xapian { () throws(Xapian.Failure) in try writer.removeDoubles() }
        return try commit(
          writer, number, revision: revision, digest: digest, changes: 0, since: nil,
          hasNewWords: true)
      }
    }
  }

  /// Throws `.unusable` with the names of damaged files.
  func soundGround() throws(SearchError) -> Ground {
    switch try inspect(thoroughly: false) {
    case .sound(let ground): return ground
    case .unsettled:
      throw .unusable(folder.path, reason: "its last change was interrupted")
    case .damaged(let files):
      throw .unusable(folder.path, reason: files.joined(separator: ", "))
    }
  }

  /// Writes to a generation in one transaction; `body` says how many documents it has changed.
  func change(
    _ ground: Ground, to revision: Int64, digest: String,
    _ body: (borrowing XapianWriter) throws -> Int
  ) throws -> IndexState {
    try folder.beginChanging(ground.number)
    let state = try open(ground.number) { writer in
      let changes = try body(writer)
      return try commit(
        writer, ground.number, revision: revision, digest: digest,
        changes: ground.state.changes + changes, since: ground.manifest,
        hasNewWords: changes > 0 || ground.isInterrupted)
    }
    return try compactIfDue(state, ground.number)
  }

  /// Opens a generation in a transaction.
  ///
  /// A writer of Xapian serves one: after a failed commit it would lie about the next.
  private func open<Result>(
    _ number: Int, _ body: (borrowing XapianWriter) throws -> Result
  ) throws -> Result {
    let writer = try xapian { () throws(Xapian.Failure) in
      let writer = try XapianWriter(patiently: folder.generation(number))
      try writer.begin()
      return writer
    }
    return try body(writer)
  }

  /// Ends the transaction, and says what the files hold now.
  private func commit(
    _ writer: borrowing XapianWriter, _ number: Int, revision: Int64, digest: String,
    changes: Int, since manifest: IndexManifest?, hasNewWords: Bool
  ) throws(SearchError) -> IndexState {
    let (state, commit) = try xapian { () throws(Xapian.Failure) in
      let state = IndexState(
        revision: revision, digest: digest, count: try writer.count(),
        formatVersion: schema.format, changes: changes)
      try writer.setMetadata(IndexState.metadataKey, to: state.encoded)
      try writer.commit()
      return (state, try writer.revision())
    }
    let files = try measure(number, revision: commit, since: manifest)
    try folder.keep(files, of: number)
    if hasNewWords { try learnWords(writer, number, since: files) }
    return state
  }

  /// Lets spelling be corrected to the words that the documents have now.
  ///
  /// The documents stand already, so a full disk is no reason to fail: the next change goes on.
  private func learnWords(
    _ writer: borrowing XapianWriter, _ number: Int, since manifest: IndexManifest
  ) throws(SearchError) {
    try folder.beginChanging(number)
    do throws(SearchError) {
      try xapian { () throws(Xapian.Failure) in try writer.learnWords() }
    } catch {
      guard error.isOutOfSpace else { throw error }
    }
    let revision = try xapian { () throws(Xapian.Failure) in
      try XapianReader(folder.generation(number)).revision()
    }
    do throws(SearchError) {
      try folder.keep(try measure(number, revision: revision, since: manifest), of: number)
    } catch {
      guard error.isOutOfSpace else { throw error }
    }
  }

  /// What a generation's files hold after a commit.
  func measure(
    _ number: Int, revision: UInt64, since manifest: IndexManifest?
  ) throws(SearchError) -> IndexManifest {
    try files { () throws(FileError) in
      try IndexManifest.measure(
        folder.generation(number), revision: revision, since: manifest,
        verified: manifest?.verified ?? now)
    }
  }

  /// How many documents a part of an update has changed.
  private func carryOut(
    _ part: IndexChanges, _ writer: borrowing XapianWriter
  ) throws(SearchError) -> Int {
    try xapian { () throws(Xapian.Failure) in
      let before = try writer.count()
      try writer.remove(EncodedTerms(keys: part.removedKeys, domains: part.removedDomains))
      let removed = before - (try writer.count())
      try writer.put(EncodedBatch(part.documents, schema: schema))
      return removed + part.documents.count
    }
  }

  /// Writes what updates have scattered anew once it is more than a fiftieth of the documents.
  ///
  /// A small index has nothing to gain. A full disk is no reason to fail: the update stands, and the
  /// next one tries again.
  private func compactIfDue(_ state: IndexState, _ number: Int) throws -> IndexState {
    guard state.changes > max(256, state.count / 50) else { return state }
    guard case .sound = try folder.condition(of: number, thoroughly: true, at: now) else {
      throw SearchError.unusable(folder.path, reason: "it was damaged while it was written")
    }
    do {
      return try replaceGeneration { next in
        try xapian { () throws(Xapian.Failure) in
          try Xapian.compact([folder.generation(number)], to: folder.generation(next))
        }
        return try open(next) { writer in
          try commit(
            writer, next, revision: state.revision, digest: state.digest, changes: 0, since: nil,
            hasNewWords: false)
        }
      }
    } catch let error as SearchError where error.isOutOfSpace {
      return state
    }
  }

  /// Makes a new generation and lets readers have it.
  private func replaceGeneration(_ make: (Int) throws -> IndexState) throws -> IndexState {
    do {
      let number = try folder.nextGeneration()
      let state = try make(number)
      try folder.setCurrent(number)
      try folder.removeLeftovers()
      return state
    } catch {
      // Gives the space back at once; what cannot be removed now, the next writer removes.
      try? folder.removeLeftovers()
      throw error
    }
  }

  func xapian<Result: ~Copyable>(
    _ body: () throws(Xapian.Failure) -> Result
  ) throws(SearchError) -> Result {
    do throws(Xapian.Failure) { return try body() } catch { throw error.error(in: folder.path) }
  }
}
