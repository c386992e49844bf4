import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Prints one quotation with all that is known of it.
struct ShowCommand: Command {
  static let name = "show"
  static let synopsis = "SLUG"
  static let summary = Text.showSummary.message
  private let slug: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    slug = try arguments.positional("SLUG")
  }

  func run(in app: App<Services>) async throws {
    guard let quote = try app.corpusReader().quote(named: slug) else {
      throw CommandFailure(.badData, app.text(Text.unknownQuote, ["slug": slug]))
    }
    if app.wantsJSON { return try app.console.json(QuoteLine(quote)) }
    for line in QuoteText.quoted(QuoteText.lines(quote.text), language: quote.language)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      app.console.line(String(line))
    }
    let year = quote.source?.year.map(String.init)
    let names = [quote.author?.name, quote.source?.title, year].compactMap { $0 }
    if !names.isEmpty { app.console.line("— " + names.joined(separator: ", ")) }
    for line in [quote.attribution, quote.license, quote.url].compactMap({ $0 }) {
      app.console.line(line)
    }
    app.console.line(quote.name)
  }
}

/// A quotation as `show --json` prints it.
struct QuoteLine: Encodable {
  let slug: String
  let origin: String
  let text: String
  let language: String
  let author: String?
  let authorSlug: String?
  let source: String?
  let year: Int?
  let themes: [String]
  let attribution: String?
  let license: String?
  /// RFC 3339, UTC.
  let publishedAt: String?
  let url: String?

  init(_ quote: Quote) {
    slug = quote.name
    origin = quote.key.origin.string
    text = quote.text
    language = quote.language
    author = quote.author?.name
    authorSlug = quote.author?.slug
    source = quote.source?.title
    year = quote.source?.year
    themes = quote.themes.map(\.slug)
    attribution = quote.attribution
    license = quote.license
    publishedAt = quote.publishedAt?.iso8601
    url = quote.url
  }
}
