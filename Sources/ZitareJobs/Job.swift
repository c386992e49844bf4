/// Work that survives crashes: a value whose stored properties, kept as JSON, are its parameters.
///
/// A job runs at least once: a worker can die after the work and before its record, so `run` must
/// be safe to repeat. Rows outlive releases: a new parameter is optional or is read with
/// `decodeIfPresent`, since synthesized decoding ignores default values.
public protocol Job<Services>: Codable, Sendable {
  /// What the job works with besides its parameters, built once at launch.
  associatedtype Services: Sendable

  static var kind: JobKind { get }
  static var queue: QueueName { get }
  static var retry: RetryPolicy { get }
  /// From 0, the most urgent, to 9.
  static var priority: Int { get }

  /// How long a run may take before it is cancelled and counts as failed; nil for as long as it likes.
  static var timeout: Duration? { get }

  /// Nil if any number may be waiting; otherwise one job of this kind and key exists at a time.
  var uniqueness: Uniqueness? { get }
  /// What it shares with others that may not run all at once or too often.
  var limit: JobLimit? { get }

  /// Does the work. Failures are thrown; `retry` and `RetryAdvice` decide what follows.
  func run(_ context: JobContext<Services>) async throws -> JobOutcome
}

extension Job {
  public static var queue: QueueName { "default" }
  public static var retry: RetryPolicy { .exponential(maxAttempts: 8) }
  public static var priority: Int { 5 }
  public static var timeout: Duration? { nil }
  public var uniqueness: Uniqueness? { nil }
  public var limit: JobLimit? { nil }
}

/// What a run that did not fail came to.
public enum JobOutcome: Sendable {
  /// Done; the followers are enqueued in the transaction that records it.
  case completed(then: [any Job])
  /// Not yet possible: it runs again later, without having used an attempt.
  case snooze(for: Duration)
  /// Pointless: it will not run again.
  case cancel(reason: String)
  /// It runs again once the condition is released, without having used an attempt.
  case wait(for: Condition)

  public static var completed: JobOutcome { .completed(then: []) }
}
