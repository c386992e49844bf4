import ZitareJobs

/// An operator's order to some jobs; each is carried out or refused on its own.
struct JobOrder: Sendable {
  static let synopsis = "ID… | OPTIONS [--yes]"
  static var options: [OptionDescription] {
    JobFilter.options + [OptionDescription("--yes", JobText.optionYes.message)]
  }

  enum Action: Sendable {
    case retry, cancel, discard

    func mutation(_ id: JobID) -> Mutation {
      switch self {
      case .retry: .retry(id)
      case .cancel: .cancel(id)
      case .discard: .discard(id)
      }
    }

    /// The states in which a job can follow the order.
    var states: [JobState] {
      switch self {
      case .retry: [.scheduled, .cancelled, .dead]
      case .cancel: JobState.allCases.filter { !$0.isFinal }
      case .discard: [.dead]
      }
    }

    /// The states of the jobs that are meant where none is named: what was cancelled was not wanted.
    var usualStates: [JobState] { self == .retry ? [.dead] : states }
  }

  /// What `--json` prints for each job; `state` is the one it is in then.
  struct Line: Encodable {
    let id: Int64
    let isDone: Bool
    let state: String?
  }

  private enum Choice {
    case named([JobID])
    /// Whether `--yes` was there.
    case matching(JobQuery, isSure: Bool)
  }

  /// So many orders share a transaction, so that workers get their turn between them.
  private static let slice = 500

  private let action: Action
  private let choice: Choice

  init(_ arguments: inout Arguments, _ action: Action) throws(UsageError) {
    self.action = action
    let filter = try JobFilter(
      &arguments, of: action.states, usually: action.usualStates, limit: .max)
    let isSure = try arguments.flag("--yes")
    guard filter.isGiven else {
      choice = .named([try arguments.positional("ID")] + (try arguments.rest("ID")))
      return
    }
    let ids: [JobID] = try arguments.rest("ID")
    guard ids.isEmpty else { throw UsageError(JobText.idsAndFilter.message) }
    choice = .matching(filter.query, isSure: isSure)
  }

  func carryOut<Services>(in app: App<Services>) async throws {
    switch choice {
    case .named(let ids):
      let done = try await carryOut(ids, in: app, showsEach: true)
      if done < ids.count { throw CommandFailure(.failure) }
    case .matching(let query, let isSure):
      guard isSure || app.console.canAsk else {
        throw CommandFailure(.usage, app.text(JobText.needsYes))
      }
      let ids = try await app.jobStore().ids(query)
      let question = app.text(JobText.goOn, ["count": "\(ids.count)"])
      guard isSure || ids.isEmpty || app.console.confirms(question) else {
        throw CommandFailure(.failure, app.text(JobText.nothingChanged))
      }
      let done = try await carryOut(ids, in: app, showsEach: false)
      if !app.wantsJSON {
        app.console.line(
          app.text(JobText.ordersDone, ["done": "\(done)", "count": "\(ids.count)"]))
      }
      if done < ids.count { throw CommandFailure(.failure) }
    }
  }

  /// Returns how many jobs followed; those that did not are told.
  private func carryOut<Services>(
    _ ids: [JobID], in app: App<Services>, showsEach: Bool
  ) async throws -> Int {
    let store = try app.jobStore()
    var done = 0
    for start in stride(from: 0, to: ids.count, by: Self.slice) {
      let slice = ids[start..<min(start + Self.slice, ids.count)]
      for (id, result) in zip(slice, try await store.apply(slice.map(action.mutation))) {
        let (isDone, state, text) = Self.meaning(of: result, id, app)
        if isDone { done += 1 }
        if app.wantsJSON {
          try app.console.json(Line(id: id.rawValue, isDone: isDone, state: state.map { "\($0)" }))
        } else if !isDone {
          app.console.note(text)
        } else if showsEach {
          app.console.line(text)
        }
      }
    }
    return done
  }

  private static func meaning<Services>(
    of result: MutationResult, _ id: JobID, _ app: App<Services>
  ) -> (isDone: Bool, state: JobState?, text: String) {
    switch result {
    case .moved(let state): (true, state, "\(id) \(state)")
    case .refused(let state):
      (false, state, app.text(ServiceText.jobRefused, ["id": "\(id)", "state": "\(state)"]))
    case .conflict(let twin):
      (false, nil, app.text(ServiceText.jobConflict, ["id": "\(id)", "twin": "\(twin)"]))
    case .notFound: (false, nil, app.text(ServiceText.jobGone, ["id": "\(id)"]))
    case .enqueued, .kept, .replaced, .enqueuedBatch, .impossible, .changed, .suppressed,
      .skipped, .saved:
      preconditionFailure("an order to a job came to \(result)")
    }
  }
}

struct RetryJobs<Services: Sendable>: Command {
  static var name: String { "retry" }
  static var synopsis: String { JobOrder.synopsis }
  static var summary: Message { ServiceText.jobsRetry.message }
  static var options: [OptionDescription] { JobOrder.options }
  private let order: JobOrder

  init(_ arguments: inout Arguments) throws(UsageError) { order = try JobOrder(&arguments, .retry) }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}

struct CancelJobs<Services: Sendable>: Command {
  static var name: String { "cancel" }
  static var synopsis: String { JobOrder.synopsis }
  static var summary: Message { ServiceText.jobsCancel.message }
  static var options: [OptionDescription] { JobOrder.options }
  private let order: JobOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try JobOrder(&arguments, .cancel)
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}

struct DiscardJobs<Services: Sendable>: Command {
  static var name: String { "discard" }
  static var synopsis: String { JobOrder.synopsis }
  static var summary: Message { ServiceText.jobsDiscard.message }
  static var options: [OptionDescription] { JobOrder.options }
  private let order: JobOrder

  init(_ arguments: inout Arguments) throws(UsageError) {
    order = try JobOrder(&arguments, .discard)
  }
  func run(in app: App<Services>) async throws { try await order.carryOut(in: app) }
}
