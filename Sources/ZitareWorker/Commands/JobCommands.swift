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
    let pending = try await store.all().filter { $0.state == .pending }.map(\.id)
    var failure: CommandFailure?
    do {
      if !pending.isEmpty { try await app.deliver(pending, services, saying: !app.wantsJSON) }
    } catch let error as CommandFailure {
      failure = error
    }
    if app.wantsJSON {
      let asked = Set(pending)
      let states = try await store.all().filter { asked.contains($0.id) }.map(\.state)
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
