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
    var jobs: [any Job] = [ForgetOrigins()]
    jobs += try Origins.read(app.configuration).map { RefreshCorpus($0.id, accepting: accepting) }
    try await app.carryOut(jobs)
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
    try await app.carryOut([UpdateIndex(rebuilding: rebuilding)])
  }
}

/// Brings the panel files up to date.
struct RenderCommand: Command {
  static let name = "render"
  static let summary = Text.renderSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    try await app.carryOut([RenderPayload()])
  }
}

/// Sends the pending submissions now, one after the other.
struct DeliverCommand: Command {
  static let name = "deliver"
  static let summary = Text.deliverSummary.message

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    let store = services.submissions
    let pending = Set(try await store.all().filter { $0.state == .pending }.map(\.id))
    var failure: CommandFailure?
    do {
      while let next = try await store.all().first(where: { $0.state == .pending }) {
        try await app.deliver(next.id, services, saying: !app.wantsJSON)
      }
    } catch let error as CommandFailure {
      failure = error
    }
    if app.wantsJSON {
      let states = try await store.all().filter { pending.contains($0.id) }.map(\.state)
      try app.console.json(Line(states))
    }
    if let failure { throw failure }
  }

  /// What `--json` prints: where those stand that were pending.
  private struct Line: Encodable {
    let sent: Int
    let pending: Int
    let maybeSent: Int
    let refused: Int

    init(_ states: [SubmissionState]) {
      func count(_ state: SubmissionState) -> Int { states.count { $0 == state } }
      sent = count(.sent)
      pending = count(.pending)
      maybeSent = count(.maybeSent)
      refused = count(.refused)
    }
  }
}

extension App<Services> {
  /// Sees one submission through as far as that goes now, says where it stands and ends the command
  /// with its exit code.
  ///
  /// Nothing is printed unless it is `saying` so.
  func deliver(
    _ id: SubmissionID, _ services: Services, saying isSaying: Bool = true
  ) async throws {
    let store = services.submissions
    if let login = try services.login { try await store.release(login) }
    // Earlier ones go first: each that is settled makes way for the next.
    while let next = try await store.all().first(where: { $0.state == .pending }) {
      _ = try await perform(DeliverSubmission(next.id))
      let isSettled = try await store.submission(next.id)?.state != .pending
      if next.id == id || !isSettled {
        return try await report(id, in: store, saying: isSaying)
      }
    }
    try await report(id, in: store, saying: isSaying)
  }

  private func report(
    _ id: SubmissionID, in store: SubmissionStore, saying isSaying: Bool
  ) async throws {
    guard let submission = try await store.submission(id) else { return }
    if !isSaying {
      // The command sums up.
    } else if wantsJSON {
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
