import ZitareBase
import ZitareCorpus
public import ZitareJobs
import ZitareSearch

/// Brings the search index up to the corpus: by the difference, or anew where it cannot be used.
public struct UpdateIndex: Job {
  public static let kind: JobKind = "index.update"
  public static let retry: RetryPolicy = .exponential(
    maxAttempts: 20, base: .seconds(10), cap: .seconds(600))

  /// Builds the index anew although it seems to be usable.
  public let rebuilding: Bool
  /// Reads all of the index and compares each of its documents with the corpus.
  public let repairing: Bool

  public init(rebuilding: Bool = false, repairing: Bool = false) {
    self.rebuilding = rebuilding
    self.repairing = repairing
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rebuilding = try container.decodeIfPresent(Bool.self, forKey: .rebuilding) ?? false
    repairing = try container.decodeIfPresent(Bool.self, forKey: .repairing) ?? false
  }

  public var uniqueness: Uniqueness? {
    rebuilding ? "rebuild" : repairing ? "repair" : "update"
  }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let (corpus, index) = (context.services.corpus, context.services.index)
    let (now, watch) = (context.now(), IndexWatch(context))
    do {
      try await withTaskCancellationHandler {
        try await blocking {
          if !rebuilding, !repairing, try index.isCurrent(in: corpus, at: now) { return }
          guard let reader = try corpus.reader() else { return }
          try reader.consistently {
            let refresh = IndexRefresh(
              reader: reader, index: index, writer: try index.writer(at: now),
              wanted: try reader.state(), watch: watch)
            try rebuilding ? refresh.rebuild() : repairing ? refresh.repair() : refresh.update()
          }
        }
      } onCancel: {
        watch.cancel()
      }
    } catch let error as SearchError {
      throw IndexError(error)
    }
    return .completed(then: context.services.exports)
  }
}

/// One comparison of index and corpus, and what follows from it.
private struct IndexRefresh {
  let reader: CorpusReader
  let index: SearchIndex
  let writer: IndexWriter
  let wanted: CorpusState
  let watch: IndexWatch

  /// Takes the difference in, or compares everything where that means nothing.
  func update() throws {
    guard case .usable(let state) = try index.status(), try isPast(state) else {
      return try repair()
    }
    do {
      if state.isOf(wanted) {
        guard try writer.verify().isSound else { return try repair() }
      } else {
        try update(from: state)
      }
    } catch let error as SearchError where error.needsRebuild {
      try repair()
    }
  }

  func rebuild() throws {
    try writer.rebuild(
      to: wanted.revision, digest: wanted.digest, progress: report, from: documents())
  }

  func repair() throws {
    try writer.reconcile(
      to: wanted.revision, digest: wanted.digest, progress: report, from: documents())
  }

  /// Whether the corpus was once as the index knows it: else the difference means nothing.
  private func isPast(_ state: IndexState) throws -> Bool {
    try reader.isPast(
      CorpusState(revision: state.revision, digest: state.digest, count: state.count))
  }

  private func update(from state: IndexState) throws {
    let forgotten = try reader.forgottenOrigins(since: state.revision)
    var domains = forgotten.map { SearchDocument.domain(of: $0) }
    var removals = RemovalPages(reader, since: state.revision)
    var pages = QuotePages(reader, since: state.revision)
    func next() throws -> IndexChanges? {
      try watch.check()
      if let domain = domains.popLast() { return IndexChanges(domains: [domain]) }
      if let page = try removals.next() {
        return IndexChanges(removing: page.map(\.description))
      }
      return try pages.next().map { IndexChanges(putting: $0.map { SearchDocument($0) }) }
    }
    try writer.update(
      to: wanted.revision, digest: wanted.digest, progress: { watch.report($0) }, from: next)
  }

  private func report(_ progress: IndexProgress) { watch.report(progress, of: wanted.count) }

  /// All quotations, page by page.
  private func documents() -> () throws -> [SearchDocument]? {
    var pages = QuotePages(reader, since: 0)
    return {
      try watch.check()
      return try pages.next()?.map { SearchDocument($0) }
    }
  }
}

/// Tells how far the job is, and whether it should go on.
private final class IndexWatch: Sendable {
  private let context: JobContext<Services>
  private let watch = CancellationWatch()

  init(_ context: JobContext<Services>) { self.context = context }

  func cancel() { watch.cancel() }

  /// Throws once the job was cancelled; the index is then left as it was.
  func check() throws { try watch.check() }

  func report(_ progress: IndexProgress, of total: Int? = nil) {
    switch progress {
    case .reading(let count):
      context.report(
        JobProgress(stage: "index", done: Int64(count), total: total.map { Int64($0) }))
    case .finishing:
      context.report(JobProgress(stage: "finish"))
    }
  }
}

extension SearchIndex {
  /// Whether there is nothing to do for the index, told without touching a file.
  fileprivate func isCurrent(in corpus: CorpusStore, at now: Timestamp) throws -> Bool {
    try corpus.glance { reader in
      guard case .usable(let state) = try status() else { return false }
      return try state.isOf(try reader.state()) && !isCheckDue(at: now)
    } ?? true
  }
}

extension IndexState {
  fileprivate func isOf(_ corpus: CorpusState) -> Bool {
    revision == corpus.revision && digest == corpus.digest
  }
}

/// Why the index could not be brought up to the corpus.
struct IndexError: RetryAdvice, CustomStringConvertible {
  private let error: SearchError

  init(_ error: SearchError) { self.error = error }

  var isTransient: Bool { error.isTransient }
  var description: String { "\(error)" }
}
