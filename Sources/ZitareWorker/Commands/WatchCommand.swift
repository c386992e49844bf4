import ZitareBase
import ZitareJobs
import ZitarePipeline
import ZitareService

/// Prints today's quotation as a line, and a new line whenever it changes, for panels that follow
/// the output of a program.
///
/// It ends by SIGTERM, or when nobody reads it any more.
struct WatchCommand: Command {
  static let name = "watch"
  static let synopsis = "[--format text|waybar|i3bar] \(PanelOptions.synopsis)"
  static let summary = Text.watchSummary.message
  static let options =
    [OptionDescription("--format text|waybar|i3bar", Text.watchFormat.message)]
    + PanelOptions.descriptions

  private let format: PanelFormat
  private let style: PanelStyle

  init(_ arguments: inout Arguments) throws(UsageError) {
    let format: LineFormat? = try arguments.option("--format")
    self.format = format?.format ?? .text
    style = try PanelOptions(&arguments, for: self.format).style
  }

  func run(in app: App<Services>) async throws {
    let (events, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(16))
    let system = FolderWatch.systemZone { continuation.yield(.change) }
    let reader = ReaderWatch { continuation.yield(.end) }
    defer { withExtendedLifetime((system, reader)) {} }
    var payload: FolderWatch?
    var iterator = events.makeAsyncIterator()
    var shown: String?
    while true {
      if payload == nil {
        payload = FolderWatch(app.paths.state, names: [app.places.payload.lastComponent]) {
          continuation.yield(.change)
        }
      }
      let (now, today) = (app.now(), try app.today)
      let date = today.zone.date(at: now)
      let line = try today.panelQuote(on: date, now: now).rendered(format, style)
      if line != shown {
        app.console.raw(line)
        shown = line
      }
      let midnight = today.zone.start(of: date.adding(days: 1))
      let alarm = Task {
        try await app.clocks.sleepUntil(min(midnight, now + .seconds(60)))
        continuation.yield(.change)
      }
      defer { alarm.cancel() }
      if await iterator.next() != .change { return }
    }
  }

  private enum Event {
    /// Another quotation may be today's.
    case change
    /// Nobody reads any more.
    case end
  }
}

/// A format that fits on one line.
private struct LineFormat: ArgumentValue {
  let format: PanelFormat

  init?(argument: String) {
    guard let format = PanelFormat(rawValue: argument), format.isLine else { return nil }
    self.format = format
  }

  static var argumentForm: Message {
    .choice(of: PanelFormat.allCases.filter(\.isLine).map(\.rawValue))
  }
}
