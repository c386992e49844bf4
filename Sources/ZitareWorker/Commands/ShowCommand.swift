import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Prints one quotation with all that is known of it, or what there is of an author, theme or source.
struct ShowCommand: Command {
  static let name = "show"
  static let synopsis = "SLUG|ADDRESS"
  static let summary = Text.showSummary.message

  /// So many quotations of an author, theme or source are printed.
  private static let shownOfGroup = 10

  /// What `--json` prints of an author, theme or source.
  private struct GroupLine: Encodable {
    let kind: String
    let slug: String
    let name: String
    let count: Int
    /// At most ten.
    let quotes: [QuoteLine]
  }

  private let word: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    word = try arguments.positional("SLUG")
  }

  func run(in app: App<Services>) async throws {
    let reader = try app.corpusReader()
    let isFound: Bool
    switch CorpusAddress(word) {
    case .quote(let slug): isFound = try showQuote(slug, reader, app)
    case .author(let slug): isFound = try showGroup(.author, slug, reader, app)
    case .theme(let slug): isFound = try showGroup(.theme, slug, reader, app)
    case .source(let slug): isFound = try showGroup(.source, slug, reader, app)
    case .today:
      let quote = try app.today.panelQuote(now: app.now()).quote
      isFound = try showQuote(quote.slug, reader, app)
    case nil:
      isFound =
        try showQuote(word, reader, app) || showGroup(.author, word, reader, app)
        || showGroup(.theme, word, reader, app) || showGroup(.source, word, reader, app)
    }
    guard isFound else {
      throw CommandFailure(.badData, app.text(Text.unknownQuote, ["slug": word]))
    }
  }

  private func showQuote(
    _ slug: String, _ reader: CorpusReader, _ app: App<Services>
  ) throws -> Bool {
    guard let quote = try reader.quote(named: slug) else { return false }
    try QuoteSheet(quote, language: try reader.languageName(of: quote)).print(in: app)
    return true
  }

  private func showGroup(
    _ kind: NameKind, _ slug: String, _ reader: CorpusReader, _ app: App<Services>
  ) throws -> Bool {
    guard let group = try reader.count(of: kind, slug: slug) else { return false }
    let quotes = try reader.quotes(Self.filter(kind, slug), limit: Self.shownOfGroup)
    if app.wantsJSON {
      let lines = try quotes.map { QuoteLine($0, languageName: try reader.languageName(of: $0)) }
      try app.console.json(
        GroupLine(
          kind: "\(kind)", slug: slug, name: group.name, count: group.count, quotes: lines))
      return true
    }
    app.console.line(
      app.text(ReadingText.groupCount, ["name": group.name, "count": "\(group.count)"]))
    for quote in quotes {
      app.console.line(
        "\(QuoteText.quoted(QuoteText.short(quote.text), language: quote.language))  [\(quote.name)]"
      )
    }
    if group.count > quotes.count {
      let more = "\(group.count - quotes.count)"
      app.console.line(
        app.text(
          ReadingText.groupMore, ["count": more, "field": "\(kind)", "name": group.name]))
    }
    return true
  }

  private static func filter(_ kind: NameKind, _ slug: String) -> QuoteFilter {
    switch kind {
    case .source: QuoteFilter(source: slug)
    case .theme: QuoteFilter(theme: slug)
    default: QuoteFilter(author: slug)
    }
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
    year = quote.year
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
