import Glibc
import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Asks an origin what it offers, without taking anything in.
struct ProbeCommand: Command {
  static let name = "probe"
  static let synopsis = "[ORIGIN]"
  static let summary = Text.probeSummary.message
  private let origin: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    origin = try arguments.optionalPositional("ORIGIN")
  }

  func run(in app: App<Services>) async throws {
    let folder = FilePath.workingFolder()
    let origins: [Origin]
    do {
      origins =
        try origin.map { [try Origin($0, relativeTo: folder)] }
        ?? Origins.read(app.configuration)
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
    var worst = ExitCode.success
    for origin in origins {
      let report = await OriginProbe(origin, userAgent: Version.generator).run()
      if app.wantsJSON {
        try app.console.json(report)
      } else {
        app.console.line(report.origin)
        for fact in report.facts { app.console.line("  \(fact.name): \(fact.value)") }
      }
      if !report.isUsable { worst = .unavailable }
    }
    if worst != .success { throw CommandFailure(worst) }
  }
}
