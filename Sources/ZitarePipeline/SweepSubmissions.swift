public import ZitareJobs

/// Sees to it that the oldest pending submission has a job: one whose job died or was cancelled is
/// still pending.
public struct SweepSubmissions: Job {
  public static let kind: JobKind = "submission.sweep"
  public static let queue: QueueName = "delivery"
  public static let retry: RetryPolicy = .exponential(maxAttempts: 3)

  public init() {}

  public var uniqueness: Uniqueness? { "all" }

  public func run(_ context: JobContext<Services>) async throws -> JobOutcome {
    try await context.services.submissions.enqueueNext()
    return .completed
  }
}
