import ZitareBase
import ZitarePipeline
import ZitareService

/// Prints the quotation of a day in the form that a panel reads.
struct TodayCommand: Command {
  static let name = "today"
  static let synopsis =
    "[--date YYYY-MM-DD] [--format FORMAT] \(PanelOptions.synopsis) [--wrap COLUMNS] [--strict]"
  static let summary = Text.todaySummary.message
  static let options =
    [
      OptionDescription("--date YYYY-MM-DD", Text.todayDate.message),
      OptionDescription(
        "--format \(PanelOptions.names(PanelFormat.self))", Text.todayFormat.message),
    ] + PanelOptions.descriptions + [
      OptionDescription("--wrap COLUMNS", Text.todayWrap.message),
      OptionDescription("--strict", Text.todayStrict.message),
    ]

  private let date: CivilDate?
  private let format: PanelFormat?
  private let style: PanelStyle
  private let isStrict: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    date = try arguments.option("--date")
    format = try arguments.option("--format")
    var options = try PanelOptions(&arguments, for: format ?? .text)
    try options.takeWrap(&arguments, for: format ?? .text)
    style = options.style
    isStrict = try arguments.flag("--strict")
  }

  func run(in app: App<Services>) async throws {
    let (today, now) = (try app.today, app.now())
    let date = try date ?? app.pipelineConfiguration().zone.date(at: now)
    if isStrict {
      let quote = try today.panelQuote(on: date, now: now)
      if quote.isPlaceholder {
        throw CommandFailure(
          .unavailable, app.text(Text.todayNothing, ["text": quote.line()]))
      }
    }
    switch format ?? (app.wantsJSON ? .payload : .text) {
    case .payload: try app.printPayload(from: date)
    case let format where format.isFeed:
      app.console.raw(try today.feed(format, from: date, now: now))
    case let format:
      app.console.raw(try today.panelQuote(on: date, now: now).rendered(format, style))
    }
  }
}

/// What the bare `zitare` prints: today's quotation and three hints.
struct BareCommand: Command {
  static let name = ""
  static let summary = Text.bareSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    let date = try app.pipelineConfiguration().zone.date(at: app.now())
    if app.wantsJSON { return try app.printPayload(from: date) }
    app.console.line(try app.today.panelQuote(on: date, now: app.now()).line())
    app.console.line()
    for hint in app.text(Text.bareHints).split(separator: "\n") { app.console.line(String(hint)) }
  }
}

extension App<Services> {
  /// Prints the payload of a day and those after it.
  fileprivate func printPayload(from date: CivilDate) throws {
    let payload = try today.payload(from: date, now: now())
    console.raw(String(decoding: try payload.encoded(), as: UTF8.self))
  }
}
