import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Lists the values of one kind with their numbers of quotations.
struct BrowseCommand: Command {
  static let name = "browse"
  static let synopsis =
    "author|theme|source|place|role|epoch|language [--sort name|count] [--limit N]"
  static let summary = ReadingText.browseSummary.message
  static let options = [
    OptionDescription("--sort name|count", ReadingText.browseSort.message),
    OptionDescription("--limit N", ReadingText.browseLimit.message),
  ]

  enum Order: String, CaseIterable, ArgumentValue { case name, count }

  /// What `--json` prints of each value, one a line.
  struct Line: Encodable {
    let slug: String
    let name: String
    let count: Int
  }

  private let kind: NameKind
  private let order: Order
  private let limit: Int?

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try arguments.option("--sort") ?? .count
    limit = try arguments.option("--limit")
    let word: String = try arguments.positional("KIND")
    guard let kind = NameKind.allCases.first(where: { "\($0)" == word || $0.plural == word }) else {
      throw UsageError(ReadingText.browseUnknown.message, ["word": word])
    }
    self.kind = kind
    if let limit, limit < 1 { throw UsageError(ReadingText.limitRange.message) }
  }

  func run(in app: App<Services>) async throws {
    var values = try app.corpusReader().counts(of: kind)
    switch order {
    case .name: values.sort { ($0.name.folded, $0.slug) < ($1.name.folded, $1.slug) }
    case .count: values.sort { ($1.count, $0.slug) < ($0.count, $1.slug) }
    }
    let shown = values.prefix(limit ?? values.count)
    if app.wantsJSON {
      for value in shown {
        try app.console.json(Line(slug: value.slug, name: value.name, count: value.count))
      }
      return
    }
    if shown.isEmpty { return app.console.note(app.text(ReadingText.browseEmpty)) }
    let width = shown.map { "\($0.count)".count }.max() ?? 0
    for value in shown {
      let count = "\(value.count)"
      let padding = String(repeating: " ", count: width - count.count)
      app.console.line("\(padding)\(count)  \(value.name)  [\(value.slug)]")
    }
  }
}
