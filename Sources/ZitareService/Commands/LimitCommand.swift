import ZitareBase
import ZitareJobs

/// Lists limits, or sets one.
struct LimitJobs<Services: Sendable>: Command {
  static var name: String { "limit" }
  static var synopsis: String { "[QUEUE | --key NAME] [OPTIONS]" }
  static var summary: Message { JobText.limitSummary.message }
  static var options: [OptionDescription] {
    [
      OptionDescription("--key NAME", JobText.limitKey.message),
      OptionDescription("--concurrency N", JobText.limitOptionConcurrency.message),
      OptionDescription("--rate N/PERIOD", JobText.limitOptionRate.message),
      OptionDescription("--burst N", JobText.limitOptionBurst.message),
      OptionDescription("--none", JobText.limitOptionNone.message),
    ]
  }

  private enum Subject {
    case queue(QueueName)
    case key(LimitName)
  }

  private let subject: Subject?
  /// What is to hold from now on; nil for no bounds of the operator's.
  private let bounds: JobLimit.Bounds?
  private let isChange: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    let key: LimitName? = try arguments.option("--key")
    let concurrency: Bound? = try arguments.option("--concurrency")
    let rate: Rate? = try arguments.option("--rate")
    let burst: Count? = try arguments.option("--burst")
    let none = try arguments.flag("--none")
    let queue: QueueName? = try arguments.optionalPositional("QUEUE")
    let isBound = concurrency != nil || rate != nil
    isChange = isBound || none
    guard !(isBound && none), !(key != nil && queue != nil), burst == nil || rate != nil,
      !isChange || key != nil || queue != nil
    else { throw UsageError(JobText.limitWords.message) }
    subject = key.map { .key($0) } ?? queue.map { .queue($0) }
    let limit = rate.map { RateLimit($0.count, per: $0.period, burst: burst?.number ?? 1) }
    bounds = none ? nil : JobLimit.Bounds(concurrency: concurrency?.number, rate: limit)
  }

  func run(in app: App<Services>) async throws {
    var subject = subject
    if case .queue(let queue) = subject { subject = .queue(try await app.known(queue)) }
    if isChange, let subject { try await set(subject, in: app) }
    for line in try await LimitLine.all(in: app) where isMeant(line, by: subject) {
      if app.wantsJSON { try app.console.json(line) } else { app.console.line(line.text(in: app)) }
    }
  }

  private func set(_ subject: Subject, in app: App<Services>) async throws {
    switch subject {
    case .queue(let queue): _ = try await app.jobStore().apply(.limitQueue(queue, bounds))
    case .key(let name):
      if try await app.jobStore().apply(.limit(name, bounds)) == .notFound {
        throw CommandFailure(.failure, app.text(JobText.limitGone, ["name": "\(name)"]))
      }
    }
  }

  private func isMeant(_ line: LimitLine, by subject: Subject?) -> Bool {
    switch subject {
    case nil: true
    case .queue(let queue): line.of == .queue && line.name == queue.rawValue
    case .key(let key): line.of == .key && line.name == key.rawValue
    }
  }
}
