import ZitareJobs

/// The commands on the queue, as an entry of a program's table.
extension CommandEntry {
  public static var jobs: CommandEntry {
    .family(
      "jobs", ServiceText.jobsSummary.message,
      [
        ListJobs<Services>.self, ShowJob<Services>.self, EnqueueJob<Services>.self,
        RetryJobs<Services>.self, CancelJobs<Services>.self, DiscardJobs<Services>.self,
        PruneJobs<Services>.self, ShowBatches<Services>.self, ListQueues<Services>.self,
        PauseQueue<Services>.self, ResumeQueue<Services>.self, LimitJobs<Services>.self,
      ])
  }
}

struct ListJobs<Services: Sendable>: Command {
  static var name: String { "list" }
  static var synopsis: String { "[OPTIONS]" }
  static var summary: Message { ServiceText.jobsList.message }
  static var options: [OptionDescription] {
    JobFilter.options + [OptionDescription("--limit N", ServiceText.jobsLimit.message)]
  }

  private let query: JobQuery

  init(_ arguments: inout Arguments) throws(UsageError) {
    let limit: Count? = try arguments.option("--limit", "-n")
    query = try JobFilter(&arguments, limit: limit?.number ?? 100).query
  }

  func run(in app: App<Services>) async throws {
    let jobs = try await app.jobStoreIfPresent()?.jobs(query) ?? []
    for line in jobs.map(JobLine.init) {
      if app.wantsJSON { try app.console.json(line) } else { app.console.line(line.text) }
    }
  }
}

struct ShowJob<Services: Sendable>: Command {
  static var name: String { "show" }
  static var synopsis: String { "ID" }
  static var summary: Message { ServiceText.jobsShow.message }

  private let id: JobID

  init(_ arguments: inout Arguments) throws(UsageError) { id = try arguments.positional("ID") }

  func run(in app: App<Services>) async throws {
    guard let store = try app.jobStoreIfPresent(), let record = try await store.job(id) else {
      throw CommandFailure(.failure, app.text(ServiceText.jobGone, ["id": "\(id)"]))
    }
    let detail = JobDetail(
      record, waitsFor: try await store.dependencies(of: id), try await store.attempts(of: id))
    if app.wantsJSON { return try app.console.json(detail) }
    for line in detail.lines(in: app) { app.console.line(line) }
  }
}

struct PruneJobs<Services: Sendable>: Command {
  static var name: String { "prune" }
  static var summary: Message { ServiceText.jobsPrune.message }

  struct Line: Encodable {
    let removed: Int
  }

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    let store = try app.jobStore()
    let retention = Retention(app.configuration)
    var removed = 0
    while true {
      // In slices, so that workers get their turn between them.
      let count = try await store.prune(retention, limit: Retention.slice)
      removed += count
      if count < Retention.slice { break }
    }
    try await store.checkpoint()
    if app.wantsJSON { return try app.console.json(Line(removed: removed)) }
    app.console.line(app.text(ServiceText.jobsPruned, ["count": "\(removed)"]))
  }
}
