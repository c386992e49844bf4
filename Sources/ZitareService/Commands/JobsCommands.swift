import ZitareJobs

/// The commands on the queue, as an entry of a program's table.
extension CommandEntry {
  public static var jobs: CommandEntry {
    .family(
      "jobs", ServiceText.jobsSummary.message,
      [
        ListJobs<Services>.self, ShowJob<Services>.self, RetryJobs<Services>.self,
        CancelJobs<Services>.self, DiscardJobs<Services>.self, PruneJobs<Services>.self,
      ])
  }
}

struct ListJobs<Services: Sendable>: Command {
  static var name: String { "list" }
  static var synopsis: String { "[--state STATE…] [--kind KIND…] [--limit N]" }
  static var summary: Message { ServiceText.jobsList.message }
  static var options: [OptionDescription] {
    [
      OptionDescription("--state STATE", ServiceText.jobsState.message),
      OptionDescription("--kind KIND", ServiceText.jobsKind.message),
      OptionDescription("--limit N", ServiceText.jobsLimit.message),
    ]
  }

  private let query: JobQuery

  init(_ arguments: inout Arguments) throws(UsageError) {
    let states: [JobState] = try arguments.options("--state")
    let kinds: [JobKind] = try arguments.options("--kind")
    let limit: Count? = try arguments.option("--limit", "-n")
    query = JobQuery(
      states: Set(states.isEmpty ? JobState.allCases : states),
      kinds: kinds.isEmpty ? nil : Set(kinds), limit: limit?.number ?? 100)
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
    let detail = JobDetail(record, try await store.attempts(of: id))
    guard !app.wantsJSON else { return try app.console.json(detail) }
    app.console.line(detail.job.text)
    app.console.line(detail.parameters)
    for attempt in detail.attempts {
      app.console.line("\(attempt.number) \(attempt.startedAt) \(attempt.error)".singleLine)
    }
  }
}

struct RetryJobs<Services: Sendable>: Command {
  static var name: String { "retry" }
  static var synopsis: String { "ID…" }
  static var summary: Message { ServiceText.jobsRetry.message }
  private let order: JobOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try JobOrder(&arguments) { .retry($0) }
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}

struct CancelJobs<Services: Sendable>: Command {
  static var name: String { "cancel" }
  static var synopsis: String { "ID…" }
  static var summary: Message { ServiceText.jobsCancel.message }
  private let order: JobOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try JobOrder(&arguments) { .cancel($0) }
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}

struct DiscardJobs<Services: Sendable>: Command {
  static var name: String { "discard" }
  static var synopsis: String { "ID…" }
  static var summary: Message { ServiceText.jobsDiscard.message }
  private let order: JobOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try JobOrder(&arguments) { .discard($0) }
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
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
      let count = try await store.prune(retention, limit: 1000)
      removed += count
      if count < 1000 { break }
    }
    if app.wantsJSON { return try app.console.json(Line(removed: removed)) }
    app.console.line(app.text(ServiceText.jobsPruned, ["count": "\(removed)"]))
  }
}
