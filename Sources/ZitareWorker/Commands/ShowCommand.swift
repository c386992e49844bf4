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
    let reader = try app.corpusReader()
    guard let quote = try reader.quote(named: slug) else {
      throw CommandFailure(.badData, app.text(Text.unknownQuote, ["slug": slug]))
    }
    let language = try reader.languageName(of: quote)
    if app.wantsJSON { return try app.console.json(QuoteLine(quote, languageName: language)) }
    for line in QuoteText.quoted(QuoteText.lines(quote.text), language: quote.language)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      app.console.line(String(line))
    }
    let year = quote.source?.year.map(String.init)
    let names = [quote.author?.name, quote.source?.title, year].compactMap { $0 }
    if !names.isEmpty { app.console.line("— " + names.joined(separator: ", ")) }
    if let attribution = quote.attribution { app.console.line(attribution) }
    let facts: [(Text, [String])] = [
      (.showThemes, quote.themes.map(\.name)), (.showPlaces, quote.places.map(\.name)),
      (.showRoles, quote.roles.map(\.name)), (.showEpoch, [quote.epoch?.name].compactMap { $0 }),
      (.showLanguage, [language].compactMap { $0 }),
    ]
    for (text, names) in facts where !names.isEmpty {
      app.console.line(app.text(text, ["names": names.joined(separator: ", ")]))
    }
    for line in [quote.license, quote.url].compactMap({ $0 }) { app.console.line(line) }
    app.console.line(quote.name)
  }
}

/// A quotation as `show --json` prints it.
struct QuoteLine: Encodable {
  let slug: String
  let origin: String
  let text: String
  let language: String
  let languageName: String?
  let author: String?
  let authorSlug: String?
  let source: String?
  let year: Int?
  let themes: [String]
  /// In the order of the slugs.
  let themeNames: [String]
  let places: [String]
  let placeNames: [String]
  let roles: [String]
  let roleNames: [String]
  let epoch: String?
  let epochName: String?
  let attribution: String?
  let license: String?
  /// RFC 3339, UTC.
  let publishedAt: String?
  let url: String?

  init(_ quote: Quote, languageName: String?) {
    slug = quote.name
    origin = quote.key.origin.string
    text = quote.text
    language = quote.language
    self.languageName = languageName
    author = quote.author?.name
    authorSlug = quote.author?.slug
    source = quote.source?.title
    year = quote.source?.year
    themes = quote.themes.map(\.slug)
    themeNames = quote.themes.map(\.name)
    places = quote.places.map(\.slug)
    placeNames = quote.places.map(\.name)
    roles = quote.roles.map(\.slug)
    roleNames = quote.roles.map(\.name)
    epoch = quote.epoch?.slug
    epochName = quote.epoch?.name
    attribution = quote.attribution
    license = quote.license
    publishedAt = quote.publishedAt?.iso8601
    url = quote.url
  }
}
