import ZitareBase
import ZitareJobs

/// A batch as `--json` prints it, one object per line.
struct BatchLine: Encodable {
  let id: Int64
  let name: String
  let createdAt: String
  /// When its last member ended.
  let finishedAt: String?
  /// The job that runs then.
  let completion: Int64?
  /// The members by what became of them.
  let counts: BatchCounts

  init(_ record: BatchRecord) {
    id = record.id.rawValue
    name = record.name
    createdAt = record.createdAt.iso8601
    finishedAt = record.finishedAt?.iso8601
    completion = record.completion?.rawValue
    counts = record.counts
  }

  func text<Services>(in app: App<Services>) -> String {
    let text = app.text(
      JobText.batchLine,
      [
        "id": "\(id)", "name": name, "completed": "\(counts.completed)", "all": "\(counts.all)",
        "dead": "\(counts.dead)", "cancelled": "\(counts.cancelled)",
      ])
    let then = completion.map { app.text(JobText.batchThen, ["id": "\($0)"]) } ?? ""
    return (text + then).singleLine
  }
}

struct ShowBatches<Services: Sendable>: Command {
  static var name: String { "batch" }
  static var synopsis: String { "[ID] [--limit N]" }
  static var summary: Message { JobText.batchSummary.message }
  static var options: [OptionDescription] {
    [OptionDescription("--limit N", ServiceText.jobsLimit.message)]
  }

  private let id: BatchID?
  private let limit: Int

  init(_ arguments: inout Arguments) throws(UsageError) {
    let limit: Count? = try arguments.option("--limit", "-n")
    self.limit = limit?.number ?? 100
    id = try arguments.optionalPositional("ID")
  }

  func run(in app: App<Services>) async throws {
    for line in try await batches(in: app).map(BatchLine.init) {
      if app.wantsJSON { try app.console.json(line) } else { app.console.line(line.text(in: app)) }
    }
  }

  private func batches(in app: App<Services>) async throws -> [BatchRecord] {
    let store = try app.jobStoreIfPresent()
    guard let id else { return try await store?.batches(limit: limit) ?? [] }
    guard let batch = try await store?.batch(id) else {
      throw CommandFailure(.failure, app.text(JobText.batchGone, ["id": "\(id)"]))
    }
    return [batch]
  }
}
