import ZitareBase
import ZitareJobs

/// A job as `--json` prints it, one object per line; times are UTC, absent ones are left out.
struct JobLine: Encodable {
  let id: Int64
  let kind: String
  let queue: String
  /// scheduled, available, blocked, running, completed, cancelled or dead.
  let state: String
  let priority: Int
  /// How many attempts were used, of how many.
  let attempt: Int
  let maxAttempts: Int
  /// When it is or was due.
  let runAt: String
  let createdAt: String
  let claimedAt: String?
  let finishedAt: String?
  let deadline: String?
  let reason: String?
  let condition: String?
  let limit: String?
  let batch: Int64?
  let progress: JobProgress?
  let isCancelRequested: Bool

  init(_ record: JobRecord) {
    id = record.id.rawValue
    kind = record.kind.rawValue
    queue = record.queue.rawValue
    state = "\(record.state)"
    priority = record.priority
    attempt = record.attempt
    maxAttempts = record.maxAttempts
    runAt = record.runAt.iso8601
    createdAt = record.createdAt.iso8601
    claimedAt = record.claimedAt?.iso8601
    finishedAt = record.finishedAt?.iso8601
    deadline = record.deadline?.iso8601
    reason = record.reason
    condition = record.condition?.rawValue
    limit = record.limit?.rawValue
    batch = record.batch?.rawValue
    progress = record.progress
    isCancelRequested = record.isCancelRequested
  }

  /// The job on one line for people.
  var text: String {
    let what = condition.map { " \($0)" } ?? reason.map { " \($0)" } ?? ""
    return "\(id) \(state) \(kind) \(attempt)/\(maxAttempts) \(runAt)\(what)".singleLine
  }
}

/// All that is known of a job, as `jobs show --json` prints it.
struct JobDetail: Encodable {
  struct Attempt: Encodable {
    let number: Int
    let startedAt: String
    let endedAt: String
    let error: String
  }

  let job: JobLine
  /// The JSON of the job's stored properties, as text.
  let parameters: String
  /// The jobs that must complete before it may run.
  let waitsFor: [Int64]
  /// Those that did not complete.
  let attempts: [Attempt]

  init(_ record: JobRecord, waitsFor ids: [JobID], _ failed: [FailedAttempt]) {
    job = JobLine(record)
    parameters = String(decoding: record.parameters, as: UTF8.self)
    waitsFor = ids.map(\.rawValue)
    attempts = failed.map {
      Attempt(
        number: $0.number, startedAt: $0.startedAt.iso8601, endedAt: $0.endedAt.iso8601,
        error: $0.error)
    }
  }

  /// The job on several lines for people; what it does not have is left out.
  func lines<Services>(in app: App<Services>) -> [String] {
    var lines = [job.text, parameters]
    func add(_ text: JobText, _ value: String?) {
      if let value { lines.append(app.text(text, ["value": value]).singleLine) }
    }
    add(.showQueue, "\(job.queue), \(job.priority)")
    add(.showCreated, job.createdAt)
    add(.showClaimed, job.claimedAt)
    add(.showFinished, job.finishedAt)
    add(.showDeadline, job.deadline)
    add(.showLimit, job.limit)
    add(.showBatch, job.batch.map { "\($0)" })
    let waits = waitsFor.map { "\($0)" }.joined(separator: ", ")
    add(.showWaitsFor, waits.isEmpty ? nil : waits)
    add(
      .showProgress,
      job.progress.map { "\($0.stage) \($0.done)" + ($0.total.map { "/\($0)" } ?? "") })
    if job.isCancelRequested { lines.append(app.text(JobText.showCancelling)) }
    return lines
      + attempts.map { "\($0.number) \($0.startedAt) \($0.endedAt) \($0.error)".singleLine }
  }
}
