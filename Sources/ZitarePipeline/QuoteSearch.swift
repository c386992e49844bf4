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
}

/// The quotations that a finished query finds, here and perhaps at the server.
public struct QuoteSearch: Sendable {
  private let corpus: CorpusStore
  private let index: SearchIndex

  public init(corpus: CorpusStore, index: SearchIndex) {
    self.corpus = corpus
    self.index = index
  }

  /// What a query found.
  public struct Answer: Sendable {
    /// The best first.
    public var hits: [FoundQuote]
    /// How the query was read, where that may surprise.
    public var notes: Set<SearchNote>
  }

  /// Searches the index; nothing but files is touched.
  ///
  /// No text makes it throw, but a missing or unusable index does (`SearchError.needsRebuild`).
  public func local(_ text: String, limit: Int) throws -> Answer {
    let results = try index.reader().search(SearchQuery(text, limit: limit))
    guard let reader = try corpus.reader() else { return Answer(hits: [], notes: results.notes) }
    // A hit that has left the corpus since the index was updated is no hit.
    let hits = try results.hits.compactMap { hit -> FoundQuote? in
      guard let key = QuoteKey(hit.key), let quote = try reader.quote(key) else { return nil }
      return FoundQuote(quote, score: hit.score)
    }
    return Answer(hits: hits, notes: results.notes)
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
  init(_ quote: Quote, score: Double) {
    slug = quote.name
    text = QuoteText.line(quote.text)
    author = QuoteText.name(quote.author?.name)
    language = quote.language
    self.score = score
    found = .local
  }
}
