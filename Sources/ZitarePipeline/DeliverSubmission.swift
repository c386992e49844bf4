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
  /// About two weeks without a connection before it is left to a person.
  public static let retry: RetryPolicy = .exponential(
    maxAttempts: 400, base: .seconds(15), cap: .seconds(3600))

  public let submission: SubmissionID

  public init(_ submission: SubmissionID) { self.submission = submission }

  public var uniqueness: Uniqueness? { Uniqueness(UniqueKey(submission.text)) }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let store = context.services.submissions
    guard let current = try await store.submission(submission) else {
      return .cancel(reason: "submission \(submission) no longer exists")
    }
    guard current.state == .pending else { return .completed }
    let client = try context.services.submissionClient()
    if current.isUnsettled {
      switch await client.lookup(submission) {
      case .found: return try await stored(status: nil, answer: nil, in: store)
      case .notFound: break
      case .unauthorized: return .wait(for: client.login)
      case .unsupported:
        try await store.settle(submission, as: .maybeSent, status: nil, answer: nil)
        return .completed
      case .failed(let reason, let delay):
        throw DeliveryError(submission, .unsettled(reason), retryAfter: delay)
      }
    }
    try await store.beginAttempt(submission)
    return try await conclude(client.send(current), client, store)
  }

  private func conclude(
    _ result: DeliveryResult, _ client: SubmissionClient, _ store: SubmissionStore
  ) async throws -> JobOutcome {
    switch result {
    case .stored(let status, let answer):
      return try await stored(status: status, answer: answer, in: store)
    case .refused(let status, let answer):
      try await store.settle(submission, as: .refused, status: status, answer: answer)
      throw DeliveryError(submission, .refused(status, answer))
    case .postponed(let status, let delay):
      try await store.endAttempt(submission)
      throw DeliveryError(submission, .postponed(status), retryAfter: delay)
    case .unauthorized:
      try await store.endAttempt(submission)
      return .wait(for: client.login)
    case .unreachable(let reason):
      try await store.endAttempt(submission)
      throw DeliveryError(submission, .unreachable(reason))
    case .unknown(let reason, let delay):
      throw DeliveryError(submission, .unsettled(reason), retryAfter: delay)
    }
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

  public var isTransient: Bool {
    switch cause {
    case .refused: false
    case .postponed, .unreachable, .unsettled: true
    }
  }

  public var description: String {
    switch cause {
    case .refused(let status, let answer):
      "the server refused submission \(submission) with \(status): \(answer.prefix(200)); "
        + "`zitare submissions show \(submission)` has body and answer"
    case .postponed(let status):
      "the server does not take submission \(submission) now (\(status)); it stays pending"
    case .unreachable(let reason):
      "submission \(submission) stays pending: \(reason)"
    case .unsettled(let reason):
      "it is not known whether submission \(submission) arrived (\(reason)); "
        + "the next attempt asks the server first"
    }
  }
}
