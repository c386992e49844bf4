import ZitareBase
public import ZitareJobs

/// Brings one pending submission to the server: never lost, and never sent again after an unknown
/// outcome without proof that it did not arrive.
///
/// An attempt is recorded before its first byte leaves. Where the record stands and no answer
/// follows it, whatever the reason, the next run first asks the server for the submission.
public struct DeliverSubmission: Job {
  public static let kind: JobKind = "submission.deliver"
  public static let queue: QueueName = "delivery"
  /// About two weeks of failures; then the job is dead, and the next sweep enqueues another.
  public static let retry: RetryPolicy = .exponential(
    maxAttempts: 400, base: .seconds(15), cap: .seconds(3600))

  public let submission: SubmissionID

  public init(_ submission: SubmissionID) { self.submission = submission }

  public var uniqueness: Uniqueness? { Uniqueness(UniqueKey(submission.text)) }

  /// What servers of this kind allow is 100 requests a minute; a submission may take three.
  public var limit: JobLimit? {
    JobLimit(Self.limitName, rate: RateLimit(30, per: .seconds(60), burst: 30))
  }

  private static let limitName: LimitName = "submissions"

  /// What a delivery waits for whose turn has not come by the limit.
  public static let limitReached = Condition("limit:\(limitName)")

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let services = context.services
    let store = services.submissions
    guard let current = try await store.submission(submission) else {
      return .cancel(reason: "submission \(submission) no longer exists")
    }
    guard current.state == .pending else { return .completed }
    guard let api = services.configuration.api else { return .wait(for: .submissionServer) }
    if let wait = current.wait(now: context.now()) { return .snooze(for: wait) }
    let account = services.account(current.account)
    do {
      let client = try SubmissionClient(api, http: services.configuration.account.http)
      if current.isUnsettled {
        return try await ask(current, client, account, services, context.now())
      }
      return try await deliver(current, client, account, services)
    } catch let error as AccountError {
      guard case .unavailable(_, _, let delay) = error else {
        return .wait(for: account.name.login)
      }
      throw DeliveryError(submission, .noToken("\(error)"), retryAfter: delay)
    } catch is BootstrapError {
      return .wait(for: account.name.login)  // `status` says what is wrong with it
    } catch let error as CredentialsError {
      if case .busy = error { throw DeliveryError(submission, .noToken("\(error)")) }
      return .wait(for: account.name.login)
    }
  }

  /// Asks the server what became of the last attempt, and sends again only what has not arrived.
  private func ask(
    _ current: Submission, _ client: SubmissionClient, _ account: Account,
    _ services: Services, _ now: Timestamp
  ) async throws -> JobOutcome {
    let store = services.submissions
    var token = try await account.token()
    var answer = await client.lookup(submission, token: token)
    if answer == .unauthorized, let refused = token {
      token = try await account.renewed(after: refused)
      answer = await client.lookup(submission, token: token)
    }
    switch answer {
    case .found: return try await stored(status: nil, answer: nil, in: store)
    case .notFound:
      // The request of the last attempt may still be under way, or be worked on.
      let wait = client.settling - (now - current.updatedAt)
      if wait > .zero { return .snooze(for: min(wait, client.settling)) }
      return try await deliver(current, client, account, services)
    case .unauthorized: return try await unauthorized(token, account)
    case .unsupported:
      let isSettled = try await store.settle(
        submission, attempt: current.attempts, as: .maybeSent, status: nil, answer: nil)
      return isSettled ? .completed : try await overtaken(in: store)
    case .failed(let reason, let delay):
      try await store.hold(submission, current.attempts, for: delay)
      throw DeliveryError(submission, .unsettled(reason), retryAfter: delay)
    }
  }

  private func deliver(
    _ current: Submission, _ client: SubmissionClient, _ account: Account, _ services: Services
  ) async throws -> JobOutcome {
    let store = services.submissions
    var token = try await account.token()
    guard var attempt = try await begin(after: current.attempts, services) else {
      return try await overtaken(in: store)
    }
    var result = await client.send(current, token: token)
    if case .unauthorized = result, let refused = token {
      // It was not taken. The token's own time may be wrong, so a new one gets one more attempt.
      try await store.endAttempt(submission, attempt)
      token = try await account.renewed(after: refused)
      guard let second = try await begin(after: attempt, services) else {
        return try await overtaken(in: store)
      }
      attempt = second
      result = await client.send(current, token: token)
    }
    return try await conclude(result, of: attempt, token, account, store)
  }

  /// Begins the attempt after the last one that this run knows of; nil where another process, to which
  /// the job was lost, has begun one.
  private func begin(after last: Int, _ services: Services) async throws -> Int? {
    let start = services.clocks.boot()
    guard let attempt = try await services.submissions.beginAttempt(submission, after: last) else {
      return nil
    }
    // Whoever was stopped here for long has lost the job to another process, which has asked the
    // server in the meantime.
    guard services.clocks.boot() - start < .seconds(10) else {
      throw DeliveryError(submission, .unsettled("the program was stopped before it sent anything"))
    }
    return attempt
  }

  /// What follows where the submission has moved on during this run: a pending one is looked at anew.
  private func overtaken(in store: SubmissionStore) async throws -> JobOutcome {
    guard try await store.submission(submission)?.state == .pending else { return .completed }
    return .snooze(for: .seconds(1))
  }

  private func conclude(
    _ result: DeliveryResult, of attempt: Int, _ token: String?, _ account: Account,
    _ store: SubmissionStore
  ) async throws -> JobOutcome {
    switch result {
    case .stored(let status, let answer):
      return try await stored(status: status, answer: answer, in: store)
    case .refused(let status, let answer):
      let isSettled = try await store.settle(
        submission, attempt: attempt, as: .refused, status: status, answer: answer)
      guard isSettled else { return try await overtaken(in: store) }
      throw DeliveryError(submission, .refused(status, answer))
    case .postponed(let status, let delay):
      try await store.endAttempt(submission, attempt, holdingFor: delay)
      throw DeliveryError(submission, .postponed(status), retryAfter: delay)
    case .unauthorized:
      try await store.endAttempt(submission, attempt)
      return try await unauthorized(token, account)
    case .unreachable(let reason):
      try await store.endAttempt(submission, attempt)
      throw DeliveryError(submission, .unreachable(reason))
    case .unknown(let reason, let delay):
      try await store.hold(submission, attempt, for: delay)
      throw DeliveryError(submission, .unsettled(reason), retryAfter: delay)
    }
  }

  /// Waits for a login; a token that was just made and is refused will not be used again.
  private func unauthorized(_ token: String?, _ account: Account) async throws -> JobOutcome {
    if let token {
      try await account.expire(token, reason: .newTokenRefused)
    }
    return .wait(for: account.name.login)
  }

  private func stored(
    status: Int?, answer: String?, in store: SubmissionStore
  ) async throws -> JobOutcome {
    try await store.settle(submission, as: .sent, status: status, answer: answer)
    return .completed
  }
}

/// Why a submission was not delivered this time.
public struct DeliveryError: RetryAdvice, Equatable, CustomStringConvertible {
  public enum Cause: Equatable, Sendable {
    case refused(Int, String)
    case postponed(Int)
    case unreachable(String)
    case noToken(String)
    case unsettled(String)
  }

  public let submission: SubmissionID
  public let cause: Cause
  public let retryAfter: Duration?

  init(_ submission: SubmissionID, _ cause: Cause, retryAfter: Duration? = nil) {
    self.submission = submission
    self.cause = cause
    self.retryAfter = retryAfter
  }

  public var isCutOff: Bool { if case .unreachable = cause { true } else { false } }

  public var isTransient: Bool {
    switch cause {
    case .refused: false
    case .postponed, .unreachable, .noToken, .unsettled: true
    }
  }

  public var description: String {
    switch cause {
    case .refused(let status, let answer):
      "the server refused submission \(submission) with \(status): \(answer.prefix(200)); "
        + "`zitare submissions show \(submission)` has body and answer"
    case .postponed(let status):
      "the server does not take submission \(submission) now (\(status)); it stays pending"
    case .unreachable(let reason), .noToken(let reason):
      "submission \(submission) stays pending: \(reason)"
    case .unsettled(let reason):
      "it is not known whether submission \(submission) arrived (\(reason)); "
        + "the next attempt asks the server first"
    }
  }
}

extension Condition {
  /// What submissions wait for where no server is configured that takes them.
  public static let submissionServer: Condition = "submission-server"
}

extension Submission {
  /// How long the server has asked to be left alone from now, nil for no longer.
  ///
  /// It never asks for more than a day: beyond that the clock was put back.
  fileprivate func wait(now: Timestamp) -> Duration? {
    guard let notBefore, notBefore > now, notBefore - now <= .seconds(86400) else { return nil }
    return notBefore - now
  }
}
