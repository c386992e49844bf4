import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Prints a quotation by chance.
struct RandomCommand: Command {
  static let name = "random"
  static let synopsis =
    "[--author SLUG] [--theme SLUG] [--source SLUG] [--epoch SLUG] [--language TAG]"
  static let summary = ReadingText.randomSummary.message
  static let options = [
    OptionDescription("--author SLUG", ReadingText.filterAuthor.message),
    OptionDescription("--theme SLUG", ReadingText.filterTheme.message),
    OptionDescription("--source SLUG", ReadingText.filterSource.message),
    OptionDescription("--epoch SLUG", ReadingText.filterEpoch.message),
    OptionDescription("--language TAG", ReadingText.filterLanguage.message),
  ]

  private let filter: QuoteFilter

  init(_ arguments: inout Arguments) throws(UsageError) {
    filter = QuoteFilter(
      author: try arguments.option("--author"), source: try arguments.option("--source"),
      theme: try arguments.option("--theme"), epoch: try arguments.option("--epoch"),
      language: try arguments.option("--language"))
  }

  func run(in app: App<Services>) async throws {
    let reader = try app.corpusReader()
    let hidden = try HiddenFile(app.places.hidden).read().hidden
    guard let quote = try reader.randomQuote(filter, without: hidden) else {
      throw CommandFailure(.badData, app.text(ReadingText.noMatch))
    }
    try QuoteSheet(quote, language: try reader.languageName(of: quote)).print(in: app)
  }
}
