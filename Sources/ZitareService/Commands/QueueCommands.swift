import ZitareJobs

/// A queue as `--json` prints it, one object per line.
struct QueueLine: Encodable {
  let name: String
  let isPaused: Bool
  let available: Int
  let running: Int
  /// What its jobs may do together; absent without a bound.
  let bounds: BoundsLine?

  init(_ name: QueueName, _ record: QueueRecord?) {
    self.name = name.rawValue
    isPaused = record?.isPaused ?? false
    available = record?.available ?? 0
    running = record?.running ?? 0
    bounds = record.flatMap { BoundsLine($0.bounds) }
  }

  /// The queues that the program serves or the store has, by name.
  static func all<Services>(in app: App<Services>) async throws -> [QueueLine] {
    let records = try await app.jobStoreIfPresent()?.queues() ?? []
    let names = Set(app.service.queues + records.map(\.name))
    return names.sorted().map { name in QueueLine(name, records.first { $0.name == name }) }
  }

  func text<Services>(in app: App<Services>) -> String {
    var text = app.text(
      JobText.queueLine,
      ["name": name, "available": "\(available)", "running": "\(running)"])
    if let bounds { text += ", " + bounds.text(in: app) }
    if isPaused { text += ", " + app.text(ServiceText.schedulePaused) }
    return text
  }
}

struct ListQueues<Services: Sendable>: Command {
  static var name: String { "queues" }
  static var summary: Message { JobText.queuesSummary.message }

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    for line in try await QueueLine.all(in: app) {
      if app.wantsJSON { try app.console.json(line) } else { app.console.line(line.text(in: app)) }
    }
  }
}

struct PauseQueue<Services: Sendable>: Command {
  static var name: String { "pause" }
  static var synopsis: String { "QUEUE" }
  static var summary: Message { JobText.pauseSummary.message }
  private let queue: QueueName

  init(_ arguments: inout Arguments) throws(UsageError) {
    queue = try arguments.positional("QUEUE")
  }
  func run(in app: App<Services>) async throws { try await app.pause(queue, true) }
}

struct ResumeQueue<Services: Sendable>: Command {
  static var name: String { "resume" }
  static var synopsis: String { "QUEUE" }
  static var summary: Message { JobText.resumeSummary.message }
  private let queue: QueueName

  init(_ arguments: inout Arguments) throws(UsageError) {
    queue = try arguments.positional("QUEUE")
  }
  func run(in app: App<Services>) async throws { try await app.pause(queue, false) }
}

extension App {
  /// Pauses or resumes a queue and shows it as it is then.
  fileprivate func pause(_ queue: QueueName, _ isPaused: Bool) async throws {
    let queue = try await known(queue)
    _ = try await jobStore().apply(.pauseQueue(queue, isPaused: isPaused))
    for line in try await QueueLine.all(in: self) where line.name == queue.rawValue {
      if wantsJSON { try console.json(line) } else { console.line(line.text(in: self)) }
    }
  }
}
