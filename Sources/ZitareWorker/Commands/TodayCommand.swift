import ZitareBase
public import ZitarePipeline
public import ZitareService

extension PayloadFormat: ArgumentValue {}

/// Prints the quotation of a day in the form that a panel reads.
struct TodayCommand: Command {
  static let name = "today"
  static let synopsis = "[--date YYYY-MM-DD] [--format payload|text|waybar]"
  static let summary = Text.todaySummary.message
  static let options = [
    OptionDescription("--date YYYY-MM-DD", Text.todayDate.message),
    OptionDescription("--format FORMAT", Text.todayFormat.message),
  ]

  private let date: CivilDate?
  private let format: PayloadFormat?

  init(_ arguments: inout Arguments) throws(UsageError) {
    date = try arguments.option("--date")
    format = try arguments.option("--format")
  }

  func run(in app: App<Services>) async throws {
    let today = try app.today
    let zone = try app.pipelineConfiguration().zone
    let date = date ?? zone.date(at: app.now())
    switch format ?? (app.wantsJSON ? .payload : .text) {
    case .payload: try app.printPayload(from: date)
    case .text: app.console.raw(try today.panelQuote(on: date, now: app.now()).text())
    case .waybar: app.console.raw(try today.panelQuote(on: date, now: app.now()).waybar())
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
    app.console.line(try app.today.panelQuote(on: date, now: app.now()).line)
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
