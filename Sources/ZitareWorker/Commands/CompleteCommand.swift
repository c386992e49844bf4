import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Lists names of the local corpus that begin with a prefix.
struct CompleteCommand: Command {
  static let name = "complete"
  static let synopsis = "author|theme|source [PREFIX] [--limit N]"
  static let summary = SubmissionText.completeSummary.message
  static let options = [OptionDescription("--limit N", SubmissionText.completeLimit.message)]

  private enum Thing: String, CaseIterable, ArgumentValue {
    case author, theme, source

    var kind: NameKind {
      switch self {
      case .author: .author
      case .theme: .theme
      case .source: .source
      }
    }
  }

  private let thing: Thing
  private let prefix: String
  private let limit: Int

  init(_ arguments: inout Arguments) throws(UsageError) {
    limit = try arguments.option("--limit") ?? 20
    thing = try arguments.positional("author|theme|source")
    prefix = try arguments.optionalPositional("PREFIX") ?? ""
    guard (1...1000).contains(limit) else { throw UsageError(SearchText.limitRange.message) }
  }

  /// Completion is quiet: without a corpus there is nothing to complete.
  func run(in app: App<Services>) async throws {
    let names =
      try app.corpus.glance { corpus in
        try corpus.names(of: thing.kind, beginningWith: prefix, limit: limit)
      } ?? []
    for name in names {
      if app.wantsJSON { try app.console.json(name) } else { app.console.line(name) }
    }
  }
}
