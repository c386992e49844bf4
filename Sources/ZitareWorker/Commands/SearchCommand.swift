import ZitareCorpus
import ZitarePipeline
import ZitareSearch
import ZitareService

/// Finds quotations here and, where that is little, at the server.
struct SearchCommand: Command {
  static let name = "search"
  static let synopsis = "QUERY… [--limit N] [--offline]"
  static let summary = Text.searchSummary.message
  static let options = [
    OptionDescription("--limit N", Text.searchLimit.message),
    OptionDescription("--offline", Text.searchOffline.message),
  ]

  /// With fewer hits than this the server is asked too.
  private static let enough = 3

  private let query: String
  private let limit: Int
  private let isOffline: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    limit = try arguments.option("--limit") ?? 20
    isOffline = try arguments.flag("--offline")
    let first: String = try arguments.positional("QUERY")
    let words: [String] = try arguments.rest("QUERY")
    query = ([first] + words).joined(separator: " ")
    guard (1...1000).contains(limit) else { throw UsageError(Text.searchLimitRange.message) }
  }

  func run(in app: App<Services>) async throws {
    let search = QuoteSearch(corpus: app.corpus, index: app.index)
    var answer: QuoteSearch.Answer
    do {
      answer = try search.local(query, limit: limit)
    } catch let error as SearchError where error.needsRebuild {
      throw CommandFailure(.tryLater, app.text(Text.noIndex, ["reason": "\(error)"]))
    }
    if answer.hits.count < min(Self.enough, limit), try asksServer(app) {
      await ask(search, app, &answer.hits)
    }
    if app.wantsJSON {
      for hit in answer.hits { try app.console.json(hit) }
      return
    }
    for note in answer.notes.map(Self.message) { app.console.note(app.text(note)) }
    if answer.hits.isEmpty { app.console.note(app.text(Text.noHits)) }
    for hit in answer.hits {
      let author = hit.author.map { " — \($0)" } ?? ""
      let place =
        switch hit.found {
        case .local: hit.slug
        case .remote: app.text(Text.remoteHit, ["slug": hit.slug])
        }
      app.console.line("\(hit.text)\(author)  [\(place)]")
    }
  }

  /// Only where an origin is on the web: a corpus of files alone never reaches for the network.
  private func asksServer(_ app: App<Services>) throws -> Bool {
    guard !isOffline, app.configuration[Keys.searchRemote] else { return false }
    return try Origins.read(app.configuration).contains { origin in
      switch origin.location {
      case .web: true
      case .file, .fortune: false
      }
    }
  }

  private func ask(
    _ search: QuoteSearch, _ app: App<Services>, _ hits: inout [FoundQuote]
  ) async {
    do {
      let known = Set(hits.map(\.slug))
      guard let api = try app.pipelineConfiguration().api else { return }
      let remote = try await search.remote(
        query, limit: limit, api: api,
        deadline: app.configuration[Keys.searchDeadline], cache: app.places.cache, now: app.now())
      hits += remote.filter { !known.contains($0.slug) }.prefix(limit - hits.count)
    } catch {
      app.console.note(app.text(Text.remoteFailed, ["reason": "\(error)"]))
    }
  }

  private static func message(_ note: SearchNote) -> Text {
    switch note {
    case .readAsPlainWords: .notePlainWords
    case .matchedAnyWord: .noteAnyWord
    case .shortened: .noteShortened
    case .ignoredWildcard: .noteWildcard
    }
  }
}
