import ZitarePipeline
import ZitareSearch
import ZitareService

/// Proposes queries that begin like some words.
struct SuggestCommand: Command {
  static let name = "suggest"
  static let synopsis = "WORDS… [--limit N]"
  static let summary = SearchText.suggestSummary.message
  static let options = [OptionDescription("--limit N", SearchText.suggestLimit.message)]

  private let limit: Int
  private let text: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    limit = try arguments.option("--limit") ?? 10
    let first: String = try arguments.positional("WORDS")
    let words: [String] = try arguments.rest("WORDS")
    text = ([first] + words).joined(separator: " ")
    guard (1...100).contains(limit) else { throw UsageError(SearchText.suggestRange.message) }
  }

  func run(in app: App<Services>) async throws {
    let suggestions: [QuerySuggestion]
    do {
      suggestions = try QuoteSuggestions(corpus: app.corpus, index: app.index)
        .suggestions(for: text, limit: limit)
    } catch let error as SearchError {
      throw app.failure(of: error)
    }
    for suggestion in suggestions {
      if app.wantsJSON {
        try app.console.json(suggestion)
      } else {
        app.console.line(suggestion.query)
      }
    }
  }
}
