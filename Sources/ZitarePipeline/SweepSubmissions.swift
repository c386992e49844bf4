public import ZitareJobs

/// Sees to it that the oldest pending submission of each account has a job, since one whose job died
/// or was cancelled is still pending, and that none waits for what has come true.
public struct SweepSubmissions: Job {
  public static let kind: JobKind = "submission.sweep"
  public static let queue: QueueName = "delivery"
  public static let retry: RetryPolicy = .exponential(maxAttempts: 3)

  public init() {}

  public var uniqueness: Uniqueness? { "all" }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    let services = context.services
    let store = services.submissions
    try await store.enqueueNext()
    let conditions = Set(try await store.conditions().values)
    if conditions.contains(.submissionServer), services.configuration.api != nil {
      try await store.release(.submissionServer)
    }
    for account in try await store.accounts() where conditions.contains(account.login) {
      if try await Self.hasNews(services.account(account)) {
        try await store.release(account.login)
      }
    }
    return .completed
  }

  private static func hasNews(_ account: Account) async throws -> Bool {
    do {
      return try await account.hasNews()
    } catch is CredentialsError, is BootstrapError {
      return false  // only a person can mend that; `status` says how
    }
  }
}
