import ZitareCorpus
import ZitarePipeline
import ZitareService

/// One quotation with all that is known of it, as `show` and `random` print it.
struct QuoteSheet {
  private let quote: Quote
  private let language: String?

  /// - Parameter language: what the quotation's origin calls its language.
  init(_ quote: Quote, language: String?) {
    self.quote = quote
    self.language = language
  }

  func print(in app: App<Services>) throws {
    if app.wantsJSON { return try app.console.json(QuoteLine(quote, languageName: language)) }
    for line in QuoteText.quoted(QuoteText.lines(quote.text), language: quote.language)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      app.console.line(String(line))
    }
    let year = quote.year.map(String.init)
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
