import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareSearch
import ZitareService

/// Finds quotations here and, where that is little, at the server.
struct SearchCommand: Command {
  static let name = "search"
  static let synopsis =
    "QUERY…|- [--limit N] [--page N] [--sort relevance|date|year|length] [--language TAG…] "
    + "[--facets] [--similar SLUG] [--format plain|json|rofi] [--typing] [--summary] [--explain] [--offline]"
  static let summary = SearchText.summary.message
  static let options = SearchRequest.options

  /// With fewer hits than this the server is asked too.
  private static let enough = 3
  /// Of a line on standard input so many bytes are read.
  private static let lineLimit = 16 << 10

  private let request: SearchRequest
  /// Nil where options alone say what to list.
  private let text: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    request = try SearchRequest(&arguments)
    if request.needsNoText {
      let words: [String] = try arguments.rest("QUERY")
      text = words.isEmpty ? nil : words.joined(separator: " ")
    } else {
      let first: String = try arguments.positional("QUERY")
      let words: [String] = try arguments.rest("QUERY")
      text = ([first] + words).joined(separator: " ")
    }
  }

  func run(in app: App<Services>) async throws {
    let fleet = try app.configuration[Keys.searchDatabases].map {
      try SearchFleet(
        stub: FilePath($0), schema: .quotes, timeout: app.configuration[Keys.searchDeadline])
    }
    let search = QuoteSearch(corpus: app.corpus, index: app.index, fleet: fleet)
    let output = SearchOutput(app, request)
    if text == "-" {
      return try StandardInput.forEachLine(limit: Self.lineLimit) { line in
        try output.reply(to: line, try find(line, search, app))
      }
    }
    var answer = try find(text, search, app)
    if let text, answer.completeCount < min(Self.enough, request.limit), try asksServer(app) {
      await ask(text, search, app, &answer.hits)
    }
    try output.print(answer)
  }

  private func find(
    _ text: String?, _ search: QuoteSearch, _ app: App<Services>
  ) throws -> QuoteSearch.Answer {
    let model = try request.similar.map { name in
      guard let quote = try app.corpusReader().quote(named: name) else {
        throw CommandFailure(.badData, app.text(Text.unknownQuote, ["slug": name]))
      }
      return quote.key
    }
    do {
      return try search.local(request.query(text, similarTo: model))
    } catch let error as SearchError {
      throw app.failure(of: error)
    }
  }

  /// Only a finished query asks, and only where an origin is on the web: a corpus of files alone never
  /// reaches for the network.
  private func asksServer(_ app: App<Services>) throws -> Bool {
    guard !request.isOffline, !request.isTyping, request.similar == nil, request.offset == 0,
      app.configuration[Keys.searchRemote]
    else { return false }
    return try Origins.read(app.configuration).contains { origin in
      switch origin.location {
      case .web: true
      case .file, .fortune: false
      }
    }
  }

  private func ask(
    _ text: String, _ search: QuoteSearch, _ app: App<Services>, _ hits: inout [FoundQuote]
  ) async {
    do {
      let known = Set(hits.map(\.slug))
      guard let api = try app.pipelineConfiguration().api else { return }
      let remote = try await search.remote(
        text, limit: request.limit, api: api,
        deadline: app.configuration[Keys.searchDeadline], cache: app.places.cache, now: app.now())
      let wanted = remote.filter { hit in
        !known.contains(hit.slug)
          && (request.languages.isEmpty || request.languages.contains(hit.language))
      }
      // Behind all of this page: the next one goes on in the index where this one ended, and what the
      // server's hits pushed out would be on neither.
      hits += wanted
    } catch {
      app.console.note(app.text(SearchText.remoteFailed, ["reason": "\(error)"]))
    }
  }
}
