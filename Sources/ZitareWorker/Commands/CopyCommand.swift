import ZitareBase
import ZitarePipeline
import ZitareService

/// Puts today's quotation on the clipboard.
struct CopyCommand: Command {
  static let name = "copy"
  static let summary = ReadingText.copySummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    let quote = try app.today.panelQuote(now: app.now())
    if quote.isPlaceholder {
      throw CommandFailure(.unavailable, app.text(Text.todayNothing, ["text": quote.line()]))
    }
    guard tools(app.environment.variables).contains(where: { $0.run(input: quote.line()) }) else {
      throw CommandFailure(.unavailable, app.text(ReadingText.copyNoClipboard))
    }
    if !app.isQuiet {
      app.console.note(app.text(ReadingText.copied, ["text": quote.line(.inline)]))
    }
  }

  /// Those that reach the clipboard of this session, the best first.
  private func tools(_ environment: [String: String]) -> [DesktopTool] {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    var tools: [DesktopTool] = []
    if isSet("WAYLAND_DISPLAY") { tools.append(DesktopTool("wl-copy")) }
    if isSet("DISPLAY") {
      tools += [
        DesktopTool("xclip", "-selection", "clipboard"),
        DesktopTool("xsel", "--clipboard", "--input"),
      ]
    }
    return tools
  }
}
