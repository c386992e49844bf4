public import ZitareBase
public import ZitareCorpus
import ZitareHTTP
public import ZitareSearch

/// One quotation that a search found.
public struct FoundQuote: Codable, Sendable, Equatable {
  public enum Place: String, Codable, Sendable {
    case local, remote
  }

  /// The slug, or `origin:slug` where an earlier origin has the same slug.
  public let slug: String
  public let text: String
  /// The author's name, where one is known.
  public let author: String?
  public let language: String
  /// Higher is better; comparable within one search and one place.
  public let score: Double
  public let found: Place
  /// Whether it has only some of the words; absent where it has all.
  public var isPartial: Bool?
  /// The text, of a long one the part around the words that were asked for; for hits found here.
  public var snippet: [SnippetPart]?

  /// What is shown of it: the snippet, else the whole text.
  public var stretches: [SnippetPart] { snippet ?? [SnippetPart(text: text, isMatch: false)] }
}

/// A stretch of a snippet.
public struct SnippetPart: Codable, Sendable, Equatable {
  public let text: String
  /// Whether the query asked for these words.
  public let isMatch: Bool
}

/// The quotations that a query finds, here and perhaps at the server.
public struct QuoteSearch: Sendable {
  private let corpus: CorpusStore
  private let reader: IndexReader
  private let fleet: SearchFleet?

  /// With a fleet its databases are searched in place of the index.
  public init(corpus: CorpusStore, index: SearchIndex, fleet: SearchFleet? = nil) {
    self.corpus = corpus
    self.fleet = fleet
    reader = index.reader()
  }

  /// What a query found.
  public struct Answer: Sendable {
    /// In the order that was asked for.
    public var hits: [FoundQuote]
    /// How many quotations match in all, and whether that is counted or estimated.
    public let total: Int
    public let isExact: Bool
    public let facets: [SearchFacet]
    /// How the query was read, where that may surprise.
    public let notes: [SearchNote]
    public let readings: [SearchReading]

    /// How many of the hits have all the words; they come first.
    public var completeCount: Int { hits.count { $0.isPartial == nil } }
  }

  /// Longer texts are shown by a part of them.
  static let snippetLimit = 300

  /// Searches the index; nothing but files is touched.
  ///
  /// No text makes it throw, but a missing or unusable index does (`SearchError.needsRebuild`).
  public func local(_ query: SearchQuery) throws -> Answer {
    let results = try fleet?.search(query) ?? reader.search(query)
    var quotes: [Quote] = []
    var hits: [FoundQuote] = []
    if !results.hits.isEmpty, let reader = try corpus.reader() {
      // A hit that has left the corpus since the index was updated is no hit.
      for (place, hit) in results.hits.enumerated() {
        guard let key = QuoteKey(hit.key), let quote = try reader.quote(key) else { continue }
        quotes.append(quote)
        var found = FoundQuote(quote, score: hit.score, results.highlighter)
        if let all = results.allWordsCount, query.offset + place >= all { found.isPartial = true }
        hits.append(found)
      }
    }
    return Answer(
      hits: hits,
      total: results.total, isExact: results.isExact, facets: results.facets,
      notes: results.notes.map { $0.shown(as: quotes) }, readings: results.readings)
  }

  /// Asks the server, unless it has answered this query within the hour; throws when it does not
  /// answer within the deadline.
  public func remote(
    _ text: String, limit: Int, api: PipelineConfiguration.API, deadline: Duration,
    cache: FilePath, now: Timestamp
  ) async throws -> [FoundQuote] {
    let answers = RemoteAnswers(in: cache, from: api.base)
    if let known = answers.hits(for: text, at: now) { return Array(known.prefix(limit)) }
    let hits = try await RemoteSearch(api, http: HTTPClient()).hits(text, deadline: deadline)
    answers.keep(hits, for: text, at: now)
    return Array(hits.prefix(limit))
  }
}

extension FoundQuote {
  init(_ quote: Quote, score: Double, _ highlighter: Highlighter) {
    slug = quote.name
    text = QuoteText.line(quote.text)
    author = QuoteText.name(quote.author?.name)
    language = quote.language
    self.score = score
    found = .local
    let snippet = highlighter.snippet(
      of: text, language: quote.indexedLanguage, limit: QuoteSearch.snippetLimit)
    self.snippet = snippet.parts.map { SnippetPart(text: $0.text, isMatch: $0.isMatch) }
  }
}
