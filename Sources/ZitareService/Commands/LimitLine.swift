import ZitareBase
import ZitareJobs

/// Bounds as `--json` prints them; what is unbounded is left out.
struct BoundsLine: Encodable {
  struct Rate: Encodable {
    let count: Int
    /// Such as `1m`.
    let period: String
    let burst: Int
  }

  let concurrency: Int?
  let rate: Rate?

  /// Nil where nothing is bounded.
  init?(_ bounds: JobLimit.Bounds) {
    guard bounds.concurrency != nil || bounds.rate != nil else { return nil }
    concurrency = bounds.concurrency
    rate = bounds.rate.map { Rate(count: $0.count, period: $0.period.text, burst: $0.burst) }
  }

  func text<Services>(in app: App<Services>) -> String {
    let parts = [
      concurrency.map { app.text(JobText.limitConcurrency, ["count": "\($0)"]) },
      rate.map {
        app.text(
          JobText.limitRate,
          ["count": "\($0.count)", "period": $0.period, "burst": "\($0.burst)"])
      },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

/// A limit as `--json` prints it, one object per line.
struct LimitLine: Encodable {
  enum Subject: String, Encodable {
    case queue, key
  }

  /// Whether it is that of a queue or of the jobs that name it.
  let of: Subject
  let name: String
  let bounds: BoundsLine?
  /// Whether an operator has set it.
  let isOperators: Bool
  let running: Int
  /// The jobs that it holds back; in a queue, those that are available.
  let waiting: Int

  init(_ record: LimitRecord) {
    of = .key
    name = record.name.rawValue
    bounds = BoundsLine(record.bounds)
    isOperators = record.isOperators
    running = record.running
    waiting = record.blocked
  }

  init(_ record: QueueRecord) {
    of = .queue
    name = record.name.rawValue
    bounds = BoundsLine(record.bounds)
    isOperators = true
    running = record.running
    waiting = record.available
  }

  /// The limits of queues, then those of jobs, by name.
  static func all<Services>(in app: App<Services>) async throws -> [LimitLine] {
    guard let store = try app.jobStoreIfPresent() else { return [] }
    let queues = try await store.queues().map(LimitLine.init).filter { $0.bounds != nil }
    return queues + (try await store.limits().map(LimitLine.init))
  }

  func text<Services>(in app: App<Services>) -> String {
    let subject =
      switch of {
      case .queue: app.text(JobText.limitOfQueue, ["name": name])
      case .key: name
      }
    return app.text(
      JobText.limitLine,
      [
        "name": subject, "bounds": bounds?.text(in: app) ?? app.text(JobText.limitNone),
        "running": "\(running)", "waiting": "\(waiting)",
      ])
  }
}
