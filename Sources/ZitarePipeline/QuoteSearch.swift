import FoundationEssentials
import ZitareBase
public import ZitareCorpus
import ZitareHTTP
public import ZitareSearch

/// One quotation that a search found.
public struct FoundQuote: Encodable, Sendable, Equatable {
  public enum Place: String, Encodable, Sendable {
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

  /// Asks the server; throws when it does not answer within the deadline.
  public func remote(
    _ text: String, limit: Int, api: PipelineConfiguration.API, deadline: Duration
  ) async throws -> [FoundQuote] {
    try await RemoteSearch(api, http: HTTPClient()).hits(text, limit: limit, deadline: deadline)
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

/// The part of the API that searches; its form is assumed (`docs/wire-format.md`).
struct RemoteSearch: HTTPServer {
  let baseURL: HTTPURL
  let client: HTTPClient

  init(_ api: PipelineConfiguration.API, http: HTTPClient) throws {
    baseURL = try HTTPURL(api.base)
    client = http
  }

  /// The server's hits, the best first; throws when it does not answer in time.
  func hits(_ query: String, limit: Int, deadline: Duration) async throws -> [FoundQuote] {
    let page = try await call(response: Search(text: query)) { request in
      request.timeouts = HTTPTimeouts(connect: deadline, firstByte: deadline, total: deadline)
    }
    return page.quotes.prefix(limit).enumerated().map { index, quote in
      FoundQuote(
        slug: quote.slug, text: quote.text, author: quote.author?.name, language: quote.language,
        score: 1 / Double(index + 1), found: .remote)
    }
  }

  private struct Search: ResponseEndpoint {
    struct Response: Decodable, Sendable {
      let quotes: [Quote]
    }
    struct Quote: Decodable, Sendable {
      struct Author: Decodable, Sendable {
        let name: String
      }
      let slug: String
      let text: String
      let language: String
      let author: Author?
    }

    let text: String
    var path: String { "/api/v1/quotes" }
    var query: HTTPQuery { ["q": text] }
  }
}
