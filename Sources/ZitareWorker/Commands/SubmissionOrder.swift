import ZitareBase
public import ZitarePipeline
public import ZitareService

/// Which submissions a list or an order is about.
struct SubmissionFilter: Sendable {
  static let options = [
    OptionDescription("--state STATE", SubmissionText.optionState.message),
    OptionDescription("--since INSTANT", SubmissionText.optionSince.message), .account,
  ]

  let isGiven: Bool
  private let states: Set<SubmissionState>
  private let since: Timestamp?
  private let account: AccountName?

  /// Takes the options; `states` are those that may be named, and those meant if none is.
  init(
    _ arguments: inout Arguments, of states: [SubmissionState] = SubmissionState.allCases
  ) throws(UsageError) {
    let named: [SubmissionState] = try arguments.options("--state")
    if let wrong = named.first(where: { !states.contains($0) }) {
      let words = states.map(\.name).joined(separator: ", ")
      throw UsageError(
        SubmissionText.wrongState.message, ["words": words, "word": wrong.name])
    }
    since = try arguments.option("--since")
    account = try arguments.option("--account")
    self.states = Set(named.isEmpty ? states : named)
    isGiven = !named.isEmpty || since != nil || account != nil
  }

  func includes(_ submission: Submission) -> Bool {
    states.contains(submission.state) && since.map { submission.createdAt >= $0 } ?? true
      && account.map { submission.account == $0 } ?? true
  }
}

extension SubmissionState: ArgumentValue {
  public init?(argument: String) {
    guard let state = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = state
  }

  public static var argumentForm: Message {
    Message.choice(of: allCases.map(\.name))
  }
}

/// An order to some submissions: all of it is durable before anything is sent.
struct SubmissionOrder: Sendable {
  static let synopsis = "ID… | OPTIONS [--yes]"
  static let options =
    SubmissionFilter.options + [OptionDescription("--yes", SubmissionText.optionYes.message)]

  enum Action: Sendable {
    case send, retry, discard

    /// The states of the submissions that can follow the order.
    var states: [SubmissionState] {
      switch self {
      case .send: [.draft]
      case .retry: [.refused, .pending]
      case .discard: [.draft, .pending, .maybeSent, .refused]
      }
    }

    var isSending: Bool { self != .discard }
  }

  private enum Choice {
    case named([SubmissionID])
    case matching(SubmissionFilter, isSure: Bool)
  }

  private let action: Action
  private let choice: Choice

  init(_ arguments: inout Arguments, _ action: Action) throws(UsageError) {
    self.action = action
    let filter = try SubmissionFilter(&arguments, of: action.states)
    let isSure = try arguments.flag("--yes")
    guard filter.isGiven else {
      choice = .named([try arguments.positional("ID")] + (try arguments.rest("ID")))
      return
    }
    let ids: [SubmissionID] = try arguments.rest("ID")
    guard ids.isEmpty else { throw UsageError(SubmissionText.idsAndFilter.message) }
    choice = .matching(filter, isSure: isSure)
  }

  func carryOut(in app: App<Services>) async throws {
    let services = try await app.services()
    let store = services.submissions
    guard !action.isSending || services.configuration.api != nil else {
      throw CommandFailure(.configuration, app.text(SubmissionText.noServer))
    }
    let ids: [SubmissionID]
    switch choice {
    case .named(let named):
      ids = named
      for id in ids { try await refuse(id, in: app, store) }
    case .matching(let filter, let isSure):
      guard isSure || app.console.canAsk else {
        throw CommandFailure(.usage, app.text(SubmissionText.needsYes))
      }
      ids = try await store.all().filter(filter.includes).map(\.id)
      let question = app.text(SubmissionText.goOn, ["count": "\(ids.count)"])
      guard isSure || ids.isEmpty || app.console.confirms(question) else {
        throw CommandFailure(.failure, app.text(SubmissionText.nothingChanged))
      }
    }
    try await store.move(
      ids, from: Set(action.states), to: action.isSending ? .pending : .discarded)
    if action.isSending { return try await app.deliver(ids, services) }
    try await report(ids, in: app, store)
  }

  /// Says why a submission that was named cannot follow; then none of them does.
  private func refuse(
    _ id: SubmissionID, in app: App<Services>, _ store: SubmissionStore
  ) async throws {
    guard let state = try await store.submission(id)?.state else {
      throw CommandFailure(.badData, app.text(SubmissionText.unknown, ["id": id.text]))
    }
    // What is pending is being sent already.
    guard action.states.contains(state) || (action == .send && state == .pending) else {
      throw CommandFailure(
        .badData,
        app.text(SubmissionText.cannotMove, ["id": id.text, "state": app.text(state)]))
    }
  }

  private func report(
    _ ids: [SubmissionID], in app: App<Services>, _ store: SubmissionStore
  ) async throws {
    var done = 0
    for id in ids {
      guard let submission = try await store.submission(id) else { continue }
      if submission.state == .discarded { done += 1 }
      if app.wantsJSON { try app.console.json(SubmissionLine(submission)) }
    }
    if !app.wantsJSON {
      app.console.line(
        app.text(SubmissionText.ordersDone, ["done": "\(done)", "count": "\(ids.count)"]))
    }
    if done < ids.count { throw CommandFailure(.failure) }
  }
}

/// Sends drafts.
struct SendSubmissions: Command {
  static let name = "send"
  static let synopsis = SubmissionOrder.synopsis
  static let summary = SubmissionText.sendSummary.message
  static let options = SubmissionOrder.options
  private let order: SubmissionOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try SubmissionOrder(&arguments, .send)
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}

/// Sends again what was refused, and now what waits.
struct RetrySubmissions: Command {
  static let name = "retry"
  static let synopsis = SubmissionOrder.synopsis
  static let summary = SubmissionText.retrySummary.message
  static let options = SubmissionOrder.options
  private let order: SubmissionOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try SubmissionOrder(&arguments, .retry)
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}

/// Gives submissions up.
struct DiscardSubmissions: Command {
  static let name = "discard"
  static let synopsis = SubmissionOrder.synopsis
  static let summary = SubmissionText.discardSummary.message
  static let options = SubmissionOrder.options
  private let order: SubmissionOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try SubmissionOrder(&arguments, .discard)
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}
