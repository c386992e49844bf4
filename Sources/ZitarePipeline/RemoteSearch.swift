import ZitareCorpus
import ZitareHTTP

/// The part of the API that searches; its form is assumed (`docs/wire-format.md`).
struct RemoteSearch: HTTPServer {
  let baseURL: HTTPURL
  let client: HTTPClient

  init(_ api: PipelineConfiguration.API, http: HTTPClient) throws {
    baseURL = try HTTPURL(api.base)
    client = http
  }

  /// More hits than this nobody can ask for.
  private static let limit = 1000

  /// The server's hits, the best first; throws when it does not answer in time.
  ///
  /// Hits whose slug or language has another form than in a snapshot are left out: they are printed
  /// as they are.
  func hits(_ query: String, deadline: Duration) async throws -> [FoundQuote] {
    let page = try await call(response: Search(text: query)) { request in
      request.timeouts = HTTPTimeouts(connect: deadline, firstByte: deadline, total: deadline)
    }
    let quotes = page.quotes.prefix(Self.limit).filter {
      QuoteRecord.isSlug($0.slug) && QuoteRecord.isLanguageTag($0.language)
    }
    return quotes.enumerated().map { index, quote in
      FoundQuote(
        slug: quote.slug, text: QuoteText.line(quote.text),
        author: QuoteText.name(quote.author?.name), language: quote.language,
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
