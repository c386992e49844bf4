import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Opens what an address of the native app or of the web names; any program may hand it over.
struct OpenCommand: Command {
  static let name = "open"
  static let synopsis = "ADDRESS"
  static let summary = ReadingText.openSummary.message

  private let word: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    word = try arguments.positional("ADDRESS")
  }

  func run(in app: App<Services>) async throws {
    guard let address = CorpusAddress(word) else {
      throw CommandFailure(.usage, app.text(ReadingText.openUnknown, ["word": word]))
    }
    guard let page = try page(of: address, in: app) else { return }
    if DesktopTool("xdg-open", page).run() { return }
    app.console.note(app.text(ReadingText.openFailed))
    app.console.line(page)
  }

  /// Nil where the quotation has no page: then it is printed.
  private func page(of address: CorpusAddress, in app: App<Services>) throws -> String? {
    switch address {
    case .author, .theme, .source: return address.page
    case .quote(let slug):
      guard let reader = try app.corpus.reader(), let quote = try reader.quote(named: slug) else {
        return address.page  // the web may have what is not here
      }
      if quote.url == nil {
        try QuoteSheet(quote, language: try reader.languageName(of: quote)).print(in: app)
      }
      return quote.url
    case .today:
      let quote = try app.today.panelQuote(now: app.now())
      if quote.quote.url == nil { app.console.line(quote.line()) }
      return quote.quote.url
    }
  }
}
