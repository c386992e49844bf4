import ZitareBase

extension IndexWriter {
  /// The generation in use, as a writer found it.
  struct Ground {
    let number: Int
    let state: IndexState
    /// What its files held when they were last found to be right.
    let manifest: IndexManifest
    /// Whether somebody has begun to write since.
    let isInterrupted: Bool
  }

  enum Inspection {
    case sound(Ground)
    /// A commit is not in the manifest: what it wrote may be whole or not.
    case unsettled(Ground)
    case damaged([String])
  }

  /// Looks at the files of the generation in use before it opens them; changes nothing.
  func inspect(thoroughly: Bool) throws(SearchError) -> Inspection {
    guard let number = try folder.currentGeneration() else { throw .missing(folder.path) }
    let condition = try folder.condition(of: number, thoroughly: thoroughly, at: now)
    if case .damaged(let files) = condition { return .damaged(files) }
    let generation = try CurrentGeneration.open(in: folder)
    let state = try generation.verifiedState(of: schema)
    let revision = try generation.consistently { () throws(Xapian.Failure) in
      try generation.reader.revision()
    }
    switch condition {
    case .damaged(let files):
      return .damaged(files)
    case .sound(let manifest):
      return .sound(Ground(number: number, state: state, manifest: manifest, isInterrupted: false))
    case .interrupted(let manifest):
      let ground = Ground(number: number, state: state, manifest: manifest, isInterrupted: true)
      return manifest.revision == revision ? .sound(ground) : .unsettled(ground)
    }
  }

  /// Reads all files of the index; only when they were read is written down.
  ///
  /// Throws `.missing` where there is no index, and `.unusable` for one of another format.
  public func verify() throws(SearchError) -> IndexVerification {
    switch try inspect(thoroughly: true) {
    case .sound(let ground):
      // What was written for a commit that never came lies in blocks that nothing needs.
      let manifest =
        ground.isInterrupted
        ? try measure(ground.number, revision: ground.manifest.revision, since: ground.manifest)
        : ground.manifest
      try folder.keep(manifest, of: ground.number)
      return IndexVerification(damage: [], isInterrupted: false, bytes: ground.manifest.size)
    case .unsettled(let ground):
      return IndexVerification(damage: [], isInterrupted: true, bytes: ground.manifest.size)
    case .damaged(let files):
      return IndexVerification(damage: files, isInterrupted: false, bytes: 0)
    }
  }

  /// Makes the index hold exactly these documents.
  ///
  /// Where all files are as they were written, each document is compared by its digest, and only what
  /// differs is indexed anew or removed, in one transaction. An index with a damaged file, of another
  /// format or missing is rebuilt; the damaged one is not written to.
  @discardableResult
  public func reconcile(
    to revision: Int64, digest: String, progress: (IndexProgress) -> Void = { _ in },
    from next: () throws -> [SearchDocument]?
  ) throws -> IndexState {
    guard let ground = try groundToBuildOn() else {
      return try rebuild(to: revision, digest: digest, progress: progress, from: next)
    }
    var read = 0
    return try change(ground, to: revision, digest: digest) { writer in
      var changes = 0
      while let documents = try next() {
        changes += try xapian { () throws(Xapian.Failure) in
          try writer.putChanged(EncodedBatch(documents, schema: schema))
        }
        read += documents.count
        progress(.reading(read))
      }
      progress(.finishing)
      return try xapian { () throws(Xapian.Failure) in
        let before = try writer.count()
        try writer.removeUnseen()
        return changes + before - (try writer.count())
      }
    }
  }

  /// The generation in use, nil where no file of it may be built upon.
  private func groundToBuildOn() throws(SearchError) -> Ground? {
    do throws(SearchError) {
      switch try inspect(thoroughly: true) {
      case .sound(let ground): return ground
      case .unsettled(let ground):
        // Its older blocks are right; of the younger ones Xapian knows whether they fit.
        let faults = try xapian { () throws(Xapian.Failure) in
          try Xapian.faults(in: folder.generation(ground.number))
        }
        return faults == 0 ? ground : nil
      case .damaged: return nil
      }
    } catch {
      guard error.needsRebuild else { throw error }
      return nil
    }
  }
}
