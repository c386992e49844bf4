import ZitareBase
import ZitarePipeline
import ZitareService

/// Prints the quotation of a day in the form that a panel reads.
struct TodayCommand: Command {
  static let name = "today"
  static let synopsis =
    "[--date YYYY-MM-DD] [--format FORMAT] \(PanelOptions.synopsis) [--wrap COLUMNS] [--strict] "
    + CardOptions.synopsis
  static let summary = Text.todaySummary.message
  static let options =
    [
      OptionDescription("--date YYYY-MM-DD", Text.todayDate.message),
      OptionDescription(
        "--format \(PanelOptions.names(PanelFormat.self))", Text.todayFormat.message),
    ] + PanelOptions.descriptions + [
      OptionDescription("--wrap COLUMNS", Text.todayWrap.message),
      OptionDescription("--strict", Text.todayStrict.message),
    ] + CardOptions.descriptions

  private let date: CivilDate?
  private let format: PanelFormat?
  private let style: PanelStyle
  private let card: CardOptions
  private let isStrict: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    date = try arguments.option("--date")
    format = try arguments.option("--format")
    var options = try PanelOptions(&arguments, for: format ?? .text)
    try options.takeWrap(&arguments, for: format ?? .text)
    style = options.style
    card = try CardOptions(&arguments, for: format)
    isStrict = try arguments.flag("--strict")
  }

  func run(in app: App<Services>) async throws {
    let (today, now) = (try app.today, app.now())
    let date = date ?? today.zone.date(at: now)
    let format = format ?? (app.wantsJSON ? .payload : .text)
    let isOneDay = format != .payload && !format.isFeed
    let quote = try isOneDay || isStrict ? today.panelQuote(on: date, now: now) : nil
    if isStrict, let quote, quote.isPlaceholder {
      throw CommandFailure(.unavailable, app.text(Text.todayNothing, ["text": quote.line()]))
    }
    if format == .card, let quote {
      try await card.draw(quote, in: app)
    } else if isOneDay, let quote {
      app.console.raw(try quote.rendered(format, style))
    } else if format.isFeed {
      app.console.raw(try today.feed(format, from: date, now: now))
    } else {
      try app.printPayload(today, from: date)
    }
  }
}

/// What the bare `zitare` prints: today's quotation and three hints.
struct BareCommand: Command {
  static let name = ""
  static let summary = Text.bareSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    let (today, now) = (try app.today, app.now())
    if app.wantsJSON { return try app.printPayload(today, from: today.zone.date(at: now)) }
    app.console.line(try today.panelQuote(now: now).line())
    app.console.line()
    for hint in app.text(Text.bareHints).split(separator: "\n") { app.console.line(String(hint)) }
  }
}

extension App<Services> {
  /// Prints the payload of a day and those after it.
  fileprivate func printPayload(_ today: Today, from date: CivilDate) throws {
    let payload = try today.payload(from: date, now: now())
    console.raw(String(decoding: try payload.encoded(), as: UTF8.self))
  }
}
