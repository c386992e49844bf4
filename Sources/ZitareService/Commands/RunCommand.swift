import ZitareJobs

/// Does once what is due.
public struct RunCommand<Services: Sendable>: Command {
  public static var name: String { "run" }
  public static var synopsis: String { "[--once]" }
  public static var summary: Message { ServiceText.runSummary.message }
  public static var options: [OptionDescription] {
    [OptionDescription("--once", ServiceText.runOnce.message)]
  }

  /// What `--json` prints.
  struct Line: Encodable, Equatable {
    let completed: Int
    let retrying: Int
    let waiting: Int
    let cancelled: Int
    let dead: Int
  }

  public init(_ arguments: inout Arguments) throws(UsageError) {
    _ = try arguments.flag("--once")
  }

  public func run(in app: App<Services>) async throws {
    let store = try app.jobStore()
    let results = try await store.apply(try app.service.due(app.configuration))
    let ids = results.compactMap { result -> JobID? in
      switch result {
      case .enqueued(let id), .kept(let id): id
      default: nil
      }
    }
    let ending = try await app.complete(ids, in: app.service.queues).ending
    let line = Line(
      completed: ending.completed, retrying: ending.retrying, waiting: ending.waiting,
      cancelled: ending.cancelled, dead: ending.dead.count)
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
