import ZitareBase
public import ZitarePipeline
public import ZitareService

/// A submission as `--json` prints it: one object per line.
struct SubmissionLine: Encodable {
  let id: String
  /// `draft`, `pending`, `sent`, `maybe-sent`, `refused` or `discarded`.
  let state: String
  /// RFC 3339, UTC.
  let createdAt: String
  let updatedAt: String
  let attempts: Int
  /// The JSON text that is sent.
  let body: String
  let answerStatus: Int?
  let answer: String?

  init(_ submission: Submission) {
    id = submission.id.text
    state = submission.state.name
    createdAt = submission.createdAt.iso8601
    updatedAt = submission.updatedAt.iso8601
    attempts = submission.attempts
    body = String(decoding: submission.body, as: UTF8.self)
    answerStatus = submission.answerStatus
    answer = submission.answer
  }
}

extension SubmissionID: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { Text.formSubmissionID.message }
}

struct ListSubmissions: Command {
  static let name = "list"
  static let summary = Text.submissionsListSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    for submission in try await app.services().submissions.all() {
      if app.wantsJSON {
        try app.console.json(SubmissionLine(submission))
      } else {
        app.console.line(
          "\(submission.id)  \(app.text(submission.state))  \(submission.createdAt.iso8601)")
      }
    }
  }
}

struct ShowSubmission: Command {
  static let name = "show"
  static let synopsis = "ID"
  static let summary = Text.submissionsShowSummary.message
  private let id: SubmissionID

  init(_ arguments: inout Arguments) throws(UsageError) { id = try arguments.positional("ID") }

  func run(in app: App<Services>) async throws {
    guard let submission = try await app.services().submissions.submission(id) else {
      throw CommandFailure(.badData, app.text(Text.submissionUnknown, ["id": id.text]))
    }
    let line = SubmissionLine(submission)
    if app.wantsJSON { return try app.console.json(line) }
    app.console.line("\(line.id)  \(app.text(submission.state))")
    app.console.line(
      app.text(Text.submissionTimes, ["created": line.createdAt, "attempts": "\(line.attempts)"]))
    app.console.line(line.body)
    if let status = line.answerStatus {
      app.console.line(
        app.text(Text.submissionAnswer, ["status": "\(status)", "answer": line.answer ?? ""]))
    }
  }
}

/// Sends a draft, or once more what was refused or may have been sent.
struct SendSubmission: Command {
  static let name = "send"
  static let synopsis = "ID"
  static let summary = Text.submissionsSendSummary.message
  private let id: SubmissionID

  init(_ arguments: inout Arguments) throws(UsageError) { id = try arguments.positional("ID") }

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    guard services.configuration.api != nil else {
      throw CommandFailure(.configuration, app.text(Text.noServer))
    }
    let store = services.submissions
    guard let submission = try await store.submission(id) else {
      throw CommandFailure(.badData, app.text(Text.submissionUnknown, ["id": id.text]))
    }
    if submission.state != .pending { try await app.move(id, to: .pending, in: store) }
    try await app.deliver(id, services)
  }
}

/// Records that what may have been sent did arrive.
struct ConfirmSubmission: Command {
  static let name = "confirm"
  static let synopsis = "ID"
  static let summary = Text.submissionsConfirmSummary.message
  private let id: SubmissionID

  init(_ arguments: inout Arguments) throws(UsageError) { id = try arguments.positional("ID") }

  func run(in app: App<Services>) async throws {
    let store = try await app.services().submissions
    guard let submission = try await store.submission(id), submission.state == .maybeSent else {
      throw CommandFailure(.badData, app.text(Text.submissionNotOpen, ["id": id.text]))
    }
    try await app.move(id, to: .sent, in: store)
  }
}

struct DiscardSubmission: Command {
  static let name = "discard"
  static let synopsis = "ID"
  static let summary = Text.submissionsDiscardSummary.message
  private let id: SubmissionID

  init(_ arguments: inout Arguments) throws(UsageError) { id = try arguments.positional("ID") }

  func run(in app: App<Services>) async throws {
    try await app.move(id, to: .discarded, in: app.services().submissions)
  }
}

extension App<Services> {
  /// Moves a submission on the person's word, or says why that cannot be.
  func move(_ id: SubmissionID, to state: SubmissionState, in store: SubmissionStore) async throws {
    if try await store.move(id, to: state) { return }
    guard let current = try await store.submission(id)?.state else {
      throw CommandFailure(.badData, text(Text.submissionUnknown, ["id": id.text]))
    }
    throw CommandFailure(
      .badData, text(Text.submissionCannotMove, ["id": id.text, "state": text(current)]))
  }
}
