import ZitareBase
import ZitareCorpus
public import ZitarePipeline
public import ZitareService

/// A submission as `--json` prints it: one object per line.
struct SubmissionLine: Encodable {
  let id: String
  let account: String
  /// `draft`, `pending`, `sent`, `maybe-sent`, `refused` or `discarded`.
  let state: String
  /// `server`, `login` or `time`: what keeps a pending one from being sent.
  let waitsFor: String?
  /// No attempt is made before, as the server asked.
  let notBefore: String?
  /// RFC 3339, UTC.
  let createdAt: String
  let updatedAt: String
  let attempts: Int
  /// The JSON text that is sent.
  let body: String
  let answerStatus: Int?
  let answer: String?
  /// Quotations that say nearly the same.
  let similar: [String]?

  init(_ submission: Submission, waitsFor wait: SubmissionWait? = nil, similar: [String] = []) {
    id = submission.id.text
    account = submission.account.text
    state = submission.state.name
    waitsFor = wait?.name
    notBefore = submission.notBefore?.iso8601
    createdAt = submission.createdAt.iso8601
    updatedAt = submission.updatedAt.iso8601
    attempts = submission.attempts
    body = String(decoding: submission.body, as: UTF8.self)
    answerStatus = submission.answerStatus
    answer = submission.answer
    self.similar = similar.isEmpty ? nil : similar
  }
}

extension SubmissionID: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { SubmissionText.formID.message }
}

struct ListSubmissions: Command {
  static let name = "list"
  static let synopsis = "[OPTIONS]"
  static let summary = SubmissionText.listSummary.message
  static let options = SubmissionFilter.options
  private let filter: SubmissionFilter

  init(_ arguments: inout Arguments) throws(UsageError) {
    filter = try SubmissionFilter(&arguments)
  }

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    let waits = try await SubmissionWaits(app, services)
    for submission in try await services.submissions.all() where filter.includes(submission) {
      let wait = waits.of(submission)
      if app.wantsJSON {
        try app.console.json(SubmissionLine(submission, waitsFor: wait))
        continue
      }
      let parts = [
        submission.id.text, app.text(submission.state), submission.createdAt.iso8601,
        QuoteText.short(submission.text ?? "", limit: 50), wait?.text(in: app),
      ]
      app.console.line(parts.compactMap { $0 }.joined(separator: "  "))
    }
  }
}

struct ShowSubmission: Command {
  static let name = "show"
  static let synopsis = "ID"
  static let summary = SubmissionText.showSummary.message
  private let id: SubmissionID

  init(_ arguments: inout Arguments) throws(UsageError) { id = try arguments.positional("ID") }

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    let submission = try await app.submission(id, in: services.submissions)
    let wait = try await SubmissionWaits(app, services).of(submission)
    let line = SubmissionLine(submission, waitsFor: wait)
    if app.wantsJSON { return try app.console.json(line) }
    app.console.line("\(line.id)  \(app.text(submission.state))")
    if let wait { app.console.line(wait.text(in: app)) }
    app.console.line(
      app.text(
        SubmissionText.times,
        [
          "account": line.account, "created": line.createdAt, "attempts": "\(line.attempts)",
        ]))
    app.console.line(line.body)
    if let status = line.answerStatus {
      app.console.line(
        app.text(
          SubmissionText.answer, ["status": "\(status)", "answer": line.answer ?? ""]))
    }
  }
}

/// Puts a corrected draft in place of a submission that has not arrived.
struct EditSubmission: Command {
  static let name = "edit"
  static let synopsis = "ID [--send]"
  static let summary = SubmissionText.editSummary.message
  static let options = [OptionDescription("--send", SubmissionText.submitSend.message)]
  private let id: SubmissionID
  private let sending: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    sending = try arguments.flag("--send")
    id = try arguments.positional("ID")
  }

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    let store = services.submissions
    let old = try await app.submission(id, in: store)
    guard old.isEditable else { throw refusal(old.state, app) }
    let form = try SubmissionForm(old)
    let edited = try app.edit(SubmissionSheet(form))
    if edited.form == form {
      edited.finish()
      throw CommandFailure(.failure, app.text(SubmissionText.nothingChanged))
    }
    guard let draft = try await store.replace(id, with: edited.form) else {
      throw refusal(try await app.submission(id, in: store).state, app)
    }
    edited.finish()
    if sending {
      try await store.move([draft.id], from: [.draft], to: .pending)
      return try await app.deliver([draft.id], services)
    }
    if app.wantsJSON { return try app.console.json(SubmissionLine(draft)) }
    app.console.line(
      app.text(SubmissionText.replaced, ["id": id.text, "new": draft.id.text]))
  }

  private func refusal(_ state: SubmissionState, _ app: App<Services>) -> CommandFailure {
    CommandFailure(
      .badData, app.text(SubmissionText.cannotEdit, ["id": id.text, "state": app.text(state)]))
  }
}

/// Records what a person knows of a submission that may have been sent.
struct ResolveSubmission: Command {
  static let name = "resolve"
  static let synopsis = "ID (--sent | --not-sent)"
  static let summary = SubmissionText.resolveSummary.message
  static let options = [
    OptionDescription("--sent", SubmissionText.resolveSent.message),
    OptionDescription("--not-sent", SubmissionText.resolveLost.message),
  ]
  private let id: SubmissionID
  private let hasArrived: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    let isSent = try arguments.flag("--sent")
    let isLost = try arguments.flag("--not-sent")
    id = try arguments.positional("ID")
    guard isSent != isLost else { throw UsageError(SubmissionText.resolveWords.message) }
    hasArrived = isSent
  }

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    let store = services.submissions
    _ = try await app.submission(id, in: store)
    let isMoved = try await store.move(
      [id], from: [.maybeSent], to: hasArrived ? .sent : .pending)
    guard isMoved == [true] else {
      throw CommandFailure(.badData, app.text(SubmissionText.notOpen, ["id": id.text]))
    }
    if !hasArrived { return try await app.deliver([id], services) }
    let line = SubmissionLine(try await app.submission(id, in: store))
    if app.wantsJSON { return try app.console.json(line) }
    app.console.line(app.text(SubmissionText.sent, ["id": id.text]))
  }
}

extension App<Services> {
  /// The submission, or the end of the command where there is none.
  func submission(_ id: SubmissionID, in store: SubmissionStore) async throws -> Submission {
    guard let submission = try await store.submission(id) else {
      throw CommandFailure(.badData, text(SubmissionText.unknown, ["id": id.text]))
    }
    return submission
  }
}
