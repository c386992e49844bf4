import ZitareJobs

/// An operator's order to some jobs; each is carried out or refused on its own.
struct JobOrder: Sendable {
  /// What `--json` prints for each job; `state` is the one it is in then.
  struct Line: Encodable {
    let id: Int64
    let isDone: Bool
    let state: String?
  }

  private let ids: [JobID]
  private let mutation: @Sendable (JobID) -> Mutation

  init(
    _ arguments: inout Arguments, mutation: @escaping @Sendable (JobID) -> Mutation
  ) throws(UsageError) {
    ids = [try arguments.positional("ID")] + (try arguments.rest("ID"))
    self.mutation = mutation
  }

  func carryOut<Services>(in app: App<Services>) async throws {
    let results = try await app.jobStore().apply(ids.map(mutation))
    var isRefused = false
    for (id, result) in zip(ids, results) {
      let (isDone, state, text) = Self.meaning(of: result, id, app)
      isRefused = isRefused || !isDone
      if app.wantsJSON {
        try app.console.json(
          Line(id: id.rawValue, isDone: isDone, state: state.map { "\($0)" }))
      } else if isDone {
        app.console.line(text)
      } else {
        app.console.note(text)
      }
    }
    if isRefused { throw CommandFailure(.failure) }
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
