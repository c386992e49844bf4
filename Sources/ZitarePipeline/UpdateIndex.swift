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

  public init(rebuilding: Bool = false) { self.rebuilding = rebuilding }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rebuilding = try container.decodeIfPresent(Bool.self, forKey: .rebuilding) ?? false
  }

  public var uniqueness: Uniqueness? { rebuilding ? "rebuild" : "update" }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    do {
      try await blocking {
        let (corpus, index) = (context.services.corpus, context.services.index)
        if !rebuilding, try index.isCurrent(in: corpus) { return }
        guard let reader = try corpus.reader() else { return }
        try reader.consistently {
          try IndexRefresh(index: index, reader: reader, report: { context.report($0) })
            .run(rebuilding: rebuilding)
        }
      }
    } catch let error as SearchError {
      throw IndexError(error)
    }
    return .completed(then: context.services.exports)
  }
}

/// One comparison of index and corpus, and what follows from it.
private struct IndexRefresh {
  let index: SearchIndex
  let reader: CorpusReader
  let report: (JobProgress) -> Void

  func run(rebuilding: Bool) throws {
    let wanted = try reader.state()
    guard !rebuilding, case .usable(let state) = try index.status(), try isPast(state) else {
      return try rebuild(to: wanted)
    }
    if state.isOf(wanted) { return }
    do {
      try update(from: state, to: wanted)
    } catch let error as SearchError where error.needsRebuild {
      try rebuild(to: wanted)
    }
  }

  /// Whether the corpus was once as the index knows it: else the difference means nothing.
  private func isPast(_ state: IndexState) throws -> Bool {
    try reader.isPast(
      CorpusState(revision: state.revision, digest: state.digest, count: state.count))
  }

  private func update(from state: IndexState, to wanted: CorpusState) throws {
    var removed: [String] = []
    var pages = QuotePages(reader, since: state.revision)
    var done = 0
    try reader.forEachRemoved(since: state.revision) { keys in
      removed += keys.map(\.description)
    }
    try index.writer().update(
      to: wanted.revision, digest: wanted.digest, removing: removed
    ) {
      guard let page = try pages.next() else { return nil }
      done += page.count
      report(JobProgress(stage: "index", done: Int64(done)))
      return page.map { SearchDocument($0) }
    }
  }

  private func rebuild(to wanted: CorpusState) throws {
    var pages = QuotePages(reader, since: 0)
    var done = 0
    try index.writer().rebuild(to: wanted.revision, digest: wanted.digest) {
      guard let page = try pages.next() else { return nil }
      done += page.count
      report(JobProgress(stage: "index", done: Int64(done), total: Int64(wanted.count)))
      return page.map { SearchDocument($0) }
    }
  }
}

extension SearchIndex {
  /// Whether there is nothing to do for the index, told without touching a file.
  fileprivate func isCurrent(in corpus: CorpusStore) throws -> Bool {
    try corpus.glance { reader in
      guard case .usable(let state) = try status() else { return false }
      return state.isOf(try reader.state())
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
