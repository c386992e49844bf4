public import ZitareBase
import ZitareCorpus
public import ZitareJobs
import ZitareSearch

/// Brings an export up to the corpus: by the difference where its form allows, or anew.
///
/// One that is current is not touched. A new one takes the place of the old at once: readers, and
/// whoever looks after a crash, find either.
public struct ExportCorpus: Job {
  public static let kind: JobKind = "corpus.export"
  public static let priority = 6
  public static let retry: RetryPolicy = .exponential(
    maxAttempts: 20, base: .seconds(10), cap: .seconds(600))

  public let target: ExportTarget
  /// An absolute path.
  public let folder: String

  public init(_ target: ExportTarget, to folder: FilePath) {
    self.target = target
    self.folder = folder.string
  }

  public var uniqueness: Uniqueness? { Uniqueness(UniqueKey("\(target.rawValue) \(folder)")) }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let watch = CancellationWatch()
    do {
      try await withTaskCancellationHandler {
        try await blocking {
          let services = context.services
          guard let reader = try services.corpus.reader() else { return }
          let folder = try ExportFolder(FilePath(folder))
          try reader.consistently {
            try Export(
              target: target, folder: folder, reader: reader, index: services.index, watch: watch,
              report: { context.report($0) }
            ).run()
          }
        }
      } onCancel: {
        watch.cancel()
      }
    } catch let error as FileError where error.isOutOfSpace {
      throw ExportError.outOfSpace(FilePath(folder), reason: "\(error)")
    } catch SearchError.outOfSpace(_, let reason) {
      throw ExportError.outOfSpace(FilePath(folder), reason: reason)
    } catch let error as SearchError {
      throw ExportError.index(reason: "\(error)", isTransient: error.isTransient)
    }
    return .completed
  }

  /// How many quotations an export holds, nil where there is none.
  public static func count(in folder: FilePath) throws -> Int? {
    try ExportManifest.read(in: folder)?.count
  }

  /// Why this folder is refused for an export, nil where nothing speaks against it.
  public static func refusal(of folder: FilePath, for target: ExportTarget) throws -> ExportError? {
    do {
      _ = try ExportFolder(folder).present(target)
      return nil
    } catch let error as ExportError {
      return error
    }
  }
}

extension Services {
  /// What brings the exports that the configuration names up to date.
  var exports: [any Job] {
    ExportTarget.allCases.compactMap { target in
      configuration.exports[target].map { ExportCorpus(target, to: $0) }
    }
  }
}

/// One comparison of an export with the corpus, and what follows from it.
private struct Export {
  let target: ExportTarget
  let folder: ExportFolder
  let reader: CorpusReader
  let index: SearchIndex
  let watch: CancellationWatch
  let report: (JobProgress) -> Void

  func run() throws {
    let lock = try folder.lock()
    defer { extendLifetime(lock) }
    folder.removeLeftovers()
    let earlier = try folder.present(target)
    let wanted = try wanted()
    if let earlier, earlier.state == wanted, try isSound(earlier) { return }
    do {
      try Files.makeFolder(unsynced: folder.building)
      let manifest = try write(wanted, after: earlier)
      try watch.check()
      try manifest.write(in: folder.building)
      try folder.place()
    } catch {
      // Gives the space back at once.
      folder.removeLeftovers()
      throw error
    }
  }

  /// What the export is to hold: the corpus, or what the index has of it.
  private func wanted() throws -> CorpusState {
    guard target == .xapian else { return try reader.state() }
    switch try index.status() {
    case .usable(let state): return CorpusState(state)
    case .missing: throw SearchError.missing(index.folder)
    case .unusable(let reason): throw SearchError.unusable(index.folder, reason: reason)
    }
  }

  private func isSound(_ manifest: ExportManifest) throws -> Bool {
    try manifest.format == target.format && manifest.folder == folder.path.string
      && folder.isWhole(manifest)
  }

  private func write(
    _ wanted: CorpusState, after earlier: ExportManifest?
  ) throws -> ExportManifest {
    if let earlier, try isBase(earlier, for: wanted),
      let manifest = try update(earlier, to: wanted)
    {
      return manifest
    }
    // What an update has begun is of no use.
    folder.removeLeftovers()
    try Files.makeFolder(unsynced: folder.building)
    switch target {
    case .xapian:
      let file = folder.building.appending(XapianFiles.database)
      let state = CorpusState(try index.write(toFile: file))
      try XapianFiles.write(into: folder.building)
      return manifest(state, files: try ExportManifest.files(in: folder.building))
    case .recoll, .omega:
      try shared(total: wanted.count).write(into: folder.building)
      try writeGuides()
      return manifest(wanted, files: try ExportManifest.files(in: folder.building))
    case .html:
      let files = try HTMLExport(reader: reader, report: progress(total: wanted.count))
        .write(into: folder.building)
      return manifest(wanted, files: files)
    }
  }

  /// Whether an export can be gone on with: it is of a corpus that this one was once, and not yet so
  /// often changed that a new one would be much smaller.
  private func isBase(_ earlier: ExportManifest, for wanted: CorpusState) throws -> Bool {
    try isSound(earlier) && reader.isPast(earlier.state) && earlier.changes <= wanted.count / 4
  }

  /// Nil where only a new export helps.
  private func update(
    _ earlier: ExportManifest, to wanted: CorpusState
  ) throws -> ExportManifest? {
    let (old, new) = (folder.path, folder.building)
    switch target {
    case .xapian: return nil
    case .recoll, .omega:
      guard let changes = try shared(total: nil).write(into: new, after: earlier, in: old) else {
        return nil
      }
      try writeGuides()
      return manifest(
        wanted, changes: earlier.changes + changes, files: try ExportManifest.files(in: new))
    case .html:
      return try HTMLExport(reader: reader, report: progress(total: nil))
        .write(into: new, after: earlier, in: old)
        .map { manifest(wanted, changes: earlier.changes + $0.changes, files: $0.files) }
    }
  }

  private func writeGuides() throws {
    if target == .omega {
      try OmegaFiles(place: folder.path).write(into: folder.building)
    } else {
      try RecollFiles(place: folder.path).write(into: folder.building)
    }
  }

  private func manifest(
    _ state: CorpusState, changes: Int = 0, files: [ExportManifest.File]
  ) -> ExportManifest {
    ExportManifest(
      target: target, format: target.format, folder: folder.path.string, revision: state.revision,
      digest: state.digest, count: state.count, changes: changes, files: files)
  }

  private func shared(total: Int?) -> SharedExport {
    SharedExport(reader: reader, report: progress(total: total))
  }

  /// Called with each page; throws once the job was cancelled, and the old export stays.
  private func progress(total: Int?) -> (Int) throws -> Void {
    { done in
      try watch.check()
      report(JobProgress(stage: "export", done: Int64(done), total: total.map(Int64.init)))
    }
  }
}

extension CorpusState {
  fileprivate init(_ state: IndexState) {
    self.init(revision: state.revision, digest: state.digest, count: state.count)
  }
}
