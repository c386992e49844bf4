import ZitareBase
import ZitareJobs
import ZitarePipeline
import ZitareService

extension App<Services> {
  /// Sees submissions through as far as that goes now, says where each stands and ends the command
  /// with the exit code of the worst.
  ///
  /// Earlier ones of the same accounts go first. Nothing is printed unless it is `saying` so.
  func deliver(
    _ ids: [SubmissionID], _ services: Services, saying isSaying: Bool = true
  ) async throws {
    let store = services.submissions
    let asked = Set(ids)
    let accounts = Set(try await store.all().filter { asked.contains($0.id) }.map(\.account))
    guard services.configuration.api != nil else {
      throw CommandFailure(.configuration, text(SubmissionText.noServer))
    }
    try await store.release(.submissionServer)
    for account in accounts.sorted() {
      try await store.release(account.login)
      while let next = try await store.next(of: account) {
        let job = try await perform(DeliverSubmission(next.id))
        guard try await store.next(of: account)?.id == next.id else { continue }
        guard job.condition == DeliverSubmission.limitReached else { break }
        // Its turn comes within seconds, and somebody waits for it.
        try await clocks.sleep(.seconds(1))
      }
    }
    try await report(asked, services, saying: isSaying)
  }

  private func report(
    _ ids: Set<SubmissionID>, _ services: Services, saying isSaying: Bool
  ) async throws {
    let submissions = try await services.submissions.all().filter { ids.contains($0.id) }
    let waits = try await SubmissionWaits(self, services)
    for submission in submissions where isSaying {
      if wantsJSON {
        try console.json(SubmissionLine(submission, waitsFor: waits.of(submission)))
      } else {
        let line = text(Self.message(submission.state), ["id": submission.id.text])
        let wait = waits.of(submission).map { ": \($0.text(in: self))" } ?? ""
        console.line(line + wait)
      }
    }
    let states = Set(submissions.map(\.state))
    if !states.isDisjoint(with: [.maybeSent, .refused]) { throw CommandFailure(.failure) }
    if states.contains(.pending) { throw CommandFailure(.tryLater) }
  }

  private static func message(_ state: SubmissionState) -> SubmissionText {
    switch state {
    case .sent: .sent
    case .pending: .pending
    case .draft: .draft
    case .discarded: .discarded
    case .maybeSent: .maybeSent
    case .refused: .refused
    }
  }
}

/// What keeps a pending submission from being sent, as far as a person can do something about it.
enum SubmissionWait: Equatable, Sendable {
  case server, login
  case until(Timestamp)

  /// The word that programs read.
  var name: String {
    switch self {
    case .server: "server"
    case .login: "login"
    case .until: "time"
    }
  }

  func text(in app: App<Services>) -> String {
    switch self {
    case .server: app.text(SubmissionText.waitsForServer)
    case .login: app.text(SubmissionText.waitsForLogin)
    case .until(let time): app.text(SubmissionText.waitsUntil, ["time": time.iso8601])
    }
  }
}

/// What pending submissions wait for.
struct SubmissionWaits: Sendable {
  private let hasServer: Bool
  private let conditions: Set<Condition>
  private let now: Timestamp

  init(_ app: App<Services>, _ services: Services) async throws {
    try await self.init(
      hasServer: services.configuration.api != nil, services.submissions, now: app.now())
  }

  init(hasServer: Bool, _ store: SubmissionStore, now: Timestamp) async throws {
    self.hasServer = hasServer
    conditions = Set(try await store.conditions().values)
    self.now = now
  }

  /// Nil for one that waits for nothing but its turn.
  func of(_ submission: Submission) -> SubmissionWait? {
    guard submission.state == .pending else { return nil }
    if !hasServer { return .server }
    if conditions.contains(submission.account.login) { return .login }
    if let time = submission.notBefore, time > now { return .until(time) }
    return nil
  }
}
