import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Prints versions, the licence and whom this program talks to.
struct AboutCommand: Command {
  static let name = "about"
  static let summary = Text.aboutSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    app.console.line(app.service.version)
    app.console.line(app.text(Text.aboutLicence))
    app.console.line(app.text(Text.aboutPeers))
    for origin in try Origins.read(app.configuration) { app.console.line("  \(origin)") }
    app.console.line("  \(app.configuration[Keys.api])")
  }
}
