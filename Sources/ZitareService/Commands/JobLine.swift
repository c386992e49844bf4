import ZitareBase
public import ZitareJobs

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
  let reason: String?
  let condition: String?
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
    reason = record.reason
    condition = record.condition?.rawValue
    progress = record.progress
    isCancelRequested = record.isCancelRequested
  }

  /// The job on one line for people.
  var text: String {
    let what = condition.map { " \($0)" } ?? reason.map { " \($0)" } ?? ""
    return "\(id) \(state) \(kind) \(attempt)/\(maxAttempts) \(runAt)\(what)".singleLine
  }
}

/// A job with its parameters and the attempts that did not complete, as `jobs show --json` prints it.
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
  let attempts: [Attempt]

  init(_ record: JobRecord, _ failed: [FailedAttempt]) {
    job = JobLine(record)
    parameters = String(decoding: record.parameters, as: UTF8.self)
    attempts = failed.map {
      Attempt(
        number: $0.number, startedAt: $0.startedAt.iso8601, endedAt: $0.endedAt.iso8601,
        error: $0.error)
    }
  }
}

extension JobID: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { ServiceText.formJob.message }
}

extension JobState: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message {
    Message.choice(of: JobState.allCases.map(\.description))
  }
}

extension JobKind: ArgumentValue {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }
  public static var argumentForm: Message { ServiceText.formText.message }
}
