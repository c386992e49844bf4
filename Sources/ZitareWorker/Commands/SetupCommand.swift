import ZitareBase
import ZitarePipeline
import ZitareService

/// Writes a first configuration, enables the timer and shows what to put into the panels.
struct SetupCommand: Command {
  static let name = "setup"
  static let synopsis = "[--dry-run] [--no-timer]"
  static let summary = SetupText.summary.message
  static let options = [
    OptionDescription("--dry-run", SetupText.dryRun.message),
    OptionDescription("--no-timer", SetupText.noTimer.message),
  ]

  /// What `--json` prints.
  private struct Report: Encodable {
    struct Configuration: Encodable {
      let path: String
      let isWritten: Bool
      /// Nil where there is one already.
      let text: String?
    }
    struct Timer: Encodable {
      let state: UserTimer.State
      /// What enables it, or a line of crontab(5) that does its work.
      let command: String?
    }
    struct Panel: Encodable {
      let name: ZitareWorker.Panel
      let foundBy: String
      let file: String?
      let lines: String
    }
    let configuration: Configuration
    let timer: Timer?
    let panels: [Panel]
  }

  private let isDryRun: Bool
  private let wantsTimer: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isDryRun = try arguments.flag("--dry-run")
    wantsTimer = try !arguments.flag("--no-timer")
  }

  func run(in app: App<Services>) async throws {
    let program = try Self.program()
    let report = Report(
      configuration: try configuration(in: app), timer: wantsTimer ? timer(program) : nil,
      panels: PanelSearch(app.environment).findings().map { finding in
        Report.Panel(
          name: finding.panel, foundBy: finding.sign.string, file: finding.file?.string,
          lines: finding.panel.lines(program: program, state: app.paths.state))
      })
    if app.wantsJSON { try app.console.json(report) } else { print(report, in: app) }
    if report.timer?.state == .failed { throw CommandFailure(.failure) }
  }

  /// How a shell, a panel and crontab(5) call this program, each without a quotation mark.
  private static func program() throws -> String {
    let path = try Files.realPath("/proc/self/exe")?.string ?? ""
    let isPlain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
        || (0x61...0x7a).contains(byte) || "/._+-".utf8.contains(byte)
    }
    return isPlain && !path.isEmpty ? path : "zitare"
  }

  private func configuration(in app: App<Services>) throws -> Report.Configuration {
    let starter = try StarterConfiguration(in: app)
    let isThere = isDryRun ? try starter.exists() : try !starter.write()
    return Report.Configuration(
      path: starter.path.string, isWritten: !isThere && !isDryRun,
      text: isThere ? nil : starter.text)
  }

  private func timer(_ program: String) -> Report.Timer {
    let state = UserTimer.enable(isDryRun: isDryRun)
    switch state {
    case .enabled, .ready, .failed:
      return Report.Timer(state: state, command: UserTimer.command)
    case .noManager, .notInstalled:
      return Report.Timer(state: state, command: UserTimer.crontab(program: program))
    }
  }

  private func print(_ report: Report, in app: App<Services>) {
    let file = report.configuration
    let entry: SetupText =
      file.text == nil ? .fileStays : file.isWritten ? .fileWritten : .fileWouldBe
    app.console.line(app.text(entry, ["path": file.path]))
    indented(file.text ?? "", in: app)
    if let timer = report.timer {
      app.console.line(app.text(Self.text(of: timer.state)))
      if let command = timer.command, timer.state != .enabled { indented(command, in: app) }
    }
    for panel in report.panels {
      let step = app.text(panel.name.step, ["file": panel.file ?? ""])
      app.console.line("\(panel.name.rawValue): \(step)")
      indented(panel.lines, in: app)
    }
    if report.panels.isEmpty { app.console.line(app.text(SetupText.noPanel)) }
    if report.timer?.state != .enabled { app.console.line(app.text(SetupText.next)) }
  }

  private func indented(_ text: String, in app: App<Services>) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      app.console.line("  \(line)")
    }
  }

  private static func text(of state: UserTimer.State) -> SetupText {
    switch state {
    case .enabled: .timerEnabled
    case .ready: .timerReady
    case .noManager: .timerNoManager
    case .notInstalled: .timerNotInstalled
    case .failed: .timerFailed
    }
  }
}
