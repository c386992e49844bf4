import ZitareBase
import ZitareJobs

/// Adds one job by the name of its kind.
struct EnqueueJob<Services: Sendable>: Command {
  static var name: String { "enqueue" }
  static var synopsis: String { "KIND [OPTIONS]" }
  static var summary: Message { JobText.enqueueSummary.message }
  static var options: [OptionDescription] {
    [
      OptionDescription("--args JSON", JobText.enqueueArgs.message),
      OptionDescription("--at INSTANT", JobText.enqueueAt.message),
      OptionDescription("--unique KEY", JobText.enqueueUnique.message),
      OptionDescription("--priority N", JobText.enqueuePriority.message),
      OptionDescription("--queue QUEUE", JobText.enqueueQueue.message),
    ]
  }

  /// What `--json` prints.
  struct Line: Encodable {
    enum Result: String, Encodable {
      case added, kept, replaced
    }

    let id: Int64
    let result: Result
  }

  private let kind: JobKind
  private let parameters: String
  private let time: Timestamp?
  private let uniqueKey: UniqueKey?
  private let priority: Priority?
  private let queue: QueueName?

  init(_ arguments: inout Arguments) throws(UsageError) {
    parameters = try arguments.option("--args") ?? "{}"
    time = try arguments.option("--at")
    uniqueKey = try arguments.option("--unique")
    priority = try arguments.option("--priority")
    queue = try arguments.option("--queue")
    kind = try arguments.positional("KIND")
  }

  func run(in app: App<Services>) async throws {
    let line: Line
    let job = try await job(in: app)
    switch try await app.jobStore().apply(.enqueue(job)) {
    case .enqueued(let id): line = Line(id: id.rawValue, result: .added)
    case .kept(let id): line = Line(id: id.rawValue, result: .kept)
    case .replaced(let id): line = Line(id: id.rawValue, result: .replaced)
    case let result: preconditionFailure("enqueueing a job without conditions came to \(result)")
    }
    if app.wantsJSON { return try app.console.json(line) }
    app.console.line("\(line.id)")
    switch line.result {
    case .added: break
    case .kept: app.console.note(app.text(JobText.enqueueKept, ["id": "\(line.id)"]))
    case .replaced: app.console.note(app.text(JobText.enqueueReplaced, ["id": "\(line.id)"]))
    }
  }

  private func job(in app: App<Services>) async throws -> NewJob {
    let registry = app.service.registry
    guard registry.kinds.contains(kind) else {
      throw app.unknown(JobText.unknownKind, kind, among: registry.kinds)
    }
    guard var job = try read(in: app) else { preconditionFailure("the kind is registered") }
    if let queue { job.queue = try await app.known(queue) }
    if let priority { job.priority = priority.number }
    if let uniqueKey {
      // How it stands for others stays as its type has it.
      if job.uniqueness == nil { job.uniqueness = Uniqueness(uniqueKey) }
      job.uniqueness?.key = uniqueKey
    }
    job.runAt = time
    return job
  }

  private func read(in app: App<Services>) throws -> NewJob? {
    do {
      return try app.service.registry.job(of: kind, parameters: Array(parameters.utf8))
    } catch {
      let reason = (error as? DecodingError)?.reason ?? "\(error)"
      throw CommandFailure(
        .badData, app.text(JobText.badArgs, ["kind": "\(kind)", "error": reason]))
    }
  }
}

extension DecodingError {
  /// What is wrong with the JSON, and where in it.
  fileprivate var reason: String {
    switch self {
    case .keyNotFound(let key, let context): Self.text(context.codingPath + [key], "is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      Self.text(context.codingPath, context.debugDescription)
    @unknown default: "\(self)"
    }
  }

  private static func text(_ path: [any CodingKey], _ reason: String) -> String {
    let place = path.map(\.stringValue).joined(separator: ".")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}

extension App {
  /// The name as it is, if the program serves such a queue or the store has one: a queue that is
  /// misspelt would never be looked at.
  func known(_ queue: QueueName) async throws -> QueueName {
    let stored = try await jobStoreIfPresent()?.queues().map(\.name) ?? []
    let names = Set(service.queues + stored)
    guard names.contains(queue) else { throw unknown(JobText.unknownQueue, queue, among: names) }
    return queue
  }

  /// A usage error that names the nearest of the names that are known.
  func unknown<N: Name>(_ text: JobText, _ name: N, among names: Set<N>) -> CommandFailure {
    let sorted = names.sorted().map(\.rawValue)
    let hint =
      nearestName(to: name.rawValue, in: sorted)
      .map { self.text(JobText.didYouMean, ["name": $0]) }
      ?? self.text(JobText.thereAre, ["names": sorted.joined(separator: ", ")])
    return CommandFailure(.usage, self.text(text, ["name": "\(name)"]) + "; " + hint)
  }
}
