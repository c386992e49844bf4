import ZitareBase
import ZitareCorpus
import ZitareJobs
import ZitarePipeline
import ZitareService

/// Asks every origin for news.
struct RefreshCommand: Command {
  static let name = "refresh"
  static let synopsis = "[--accept]"
  static let summary = Text.refreshSummary.message
  static let options = [OptionDescription("--accept", Text.refreshAccept.message)]
  private let accepting: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    accepting = try arguments.flag("--accept")
  }

  func run(in app: App<Services>) async throws {
    var worst = app.exitCode(of: try await app.perform(ForgetOrigins()))
    for origin in try Origins.read(app.configuration) {
      let record = try await app.perform(RefreshCorpus(origin.id, accepting: accepting))
      let code = app.exitCode(of: record)
      if code != .success { worst = code }
    }
    if worst != .success { throw CommandFailure(worst) }
  }
}

/// Brings the search index up to the corpus.
struct IndexCommand: Command {
  static let name = "index"
  static let synopsis = "[--rebuild]"
  static let summary = Text.indexSummary.message
  static let options = [OptionDescription("--rebuild", Text.indexRebuild.message)]
  private let rebuilding: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    rebuilding = try arguments.flag("--rebuild")
  }

  func run(in app: App<Services>) async throws {
    try await app.require(UpdateIndex(rebuilding: rebuilding))
  }
}

/// Brings the panel files up to date.
struct RenderCommand: Command {
  static let name = "render"
  static let summary = Text.renderSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws { try await app.require(RenderPayload()) }
}

/// Sends the pending submissions now, one after the other.
struct DeliverCommand: Command {
  static let name = "deliver"
  static let summary = Text.deliverSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    while let next = try await services.submissions.all().first(where: { $0.state == .pending }) {
      try await app.deliver(next.id, services)
    }
  }
}

extension App<Services> {
  /// Sees one submission through as far as that goes now, says where it stands and ends the command
  /// with its exit code.
  func deliver(_ id: SubmissionID, _ services: Services) async throws {
    let store = services.submissions
    if let login = try services.login { try await store.release(login) }
    // Earlier ones go first: each that is settled makes way for the next.
    while let next = try await store.all().first(where: { $0.state == .pending }) {
      let record = try await perform(DeliverSubmission(next.id))
      let isSettled = try await store.submission(next.id)?.state != .pending
      if next.id == id || !isSettled {
        return try await report(id, record, in: store)
      }
    }
    try await report(id, nil, in: store)
  }

  private func report(
    _ id: SubmissionID, _ record: JobRecord?, in store: SubmissionStore
  ) async throws {
    guard let submission = try await store.submission(id) else { return }
    if wantsJSON {
      try console.json(SubmissionLine(submission))
    } else {
      console.line(text(Self.message(submission.state), ["id": id.text]))
    }
    switch submission.state {
    case .sent, .draft, .discarded: return
    case .pending: throw CommandFailure(.tryLater)
    case .maybeSent, .refused: throw CommandFailure(.failure)
    }
  }

  private static func message(_ state: SubmissionState) -> Text {
    switch state {
    case .sent: .submissionSent
    case .pending, .draft, .discarded: .submissionPending
    case .maybeSent: .submissionMaybeSent
    case .refused: .submissionRefused
    }
  }
}
