import ZitareJobs

/// Does once what is due.
public struct RunCommand<Services: Sendable>: Command {
  public static var name: String { "run" }
  public static var synopsis: String { "[--once]" }
  public static var summary: Message { ServiceText.runSummary.message }
  public static var options: [OptionDescription] {
    [OptionDescription("--once", ServiceText.runOnce.message)]
  }

  public init(_ arguments: inout Arguments) throws(UsageError) {
    _ = try arguments.flag("--once")
  }

  public func run(in app: App<Services>) async throws {
    let store = try app.jobStore()
    let results = try await store.apply(try app.service.due(app.configuration))
    let ids = results.compactMap(\.jobID)
    let ending = try await app.complete(ids, in: app.service.queues).ending
    let line = JobEnding.Line(ending)
    if app.wantsJSON {
      try app.console.json(line)
    } else if !app.isQuiet {
      app.console.line(
        app.text(
          ServiceText.runResult,
          [
            "completed": "\(line.completed)", "retrying": "\(line.retrying)",
            "dead": "\(line.dead)",
          ]))
    }
    let code = app.service.exitCode(of: ending)
    if code != .success { throw CommandFailure(code) }
  }
}
