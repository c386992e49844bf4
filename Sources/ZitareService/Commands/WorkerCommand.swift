/// Works until it is stopped: runs jobs as they come due and fires the schedules.
public struct WorkerCommand<Services: Sendable>: Command {
  public static var name: String { "worker" }
  public static var summary: Message { ServiceText.workerSummary.message }

  public init(_ arguments: inout Arguments) throws(UsageError) {}

  public func run(in app: App<Services>) async throws {
    try app.makeFolders()
    let instance = try SingleInstance(role: "worker", folder: app.workersFolder)
    app.log.notice("worker started", [("program", app.service.name)])
    try await WorkerService(app).run()
    app.log.notice("worker ended")
    _ = consume instance
  }
}
