internal import ZitareBase

/// When a failed job is tried again.
public struct RetryPolicy: Sendable, Equatable {
  /// How many attempts a job may use before it is dead; at least 1.
  public let maxAttempts: Int
  /// The longest delay after the first failure.
  public let base: Duration
  /// The longest delay ever.
  public let cap: Duration

  /// The n-th delay is anywhere between zero and `base × 2ⁿ⁻¹`, at most `cap`: full jitter, which
  /// spreads jobs that failed together best.
  public static func exponential(
    maxAttempts: Int, base: Duration = .seconds(10), cap: Duration = .seconds(3600)
  ) -> RetryPolicy {
    precondition(maxAttempts >= 1, "a job has at least one attempt")
    return RetryPolicy(maxAttempts: maxAttempts, base: base, cap: cap)
  }

  /// The first failure is the end.
  public static let never = RetryPolicy(maxAttempts: 1, base: .zero, cap: .zero)

  /// How long to wait after the failure of this attempt (from 1).
  ///
  /// `fraction`, from 0 up to 1, is the jitter; the delay is never shorter than `floor`, past which
  /// it is spread over another fifth, so that jobs told the same time don't come back at once.
  public func delay(afterAttempt attempt: Int, fraction: Double, floor: Duration?) -> Duration {
    let doublings = min(max(attempt, 1) - 1, 40)
    let ceiling = min(Double(base.milliseconds) * Double(1 << doublings), Double(cap.milliseconds))
    let jittered = Duration.milliseconds(Int64(ceiling * fraction))
    guard let floor else { return jittered }
    let spread = Duration.milliseconds(Int64(Double(floor.milliseconds) * 0.2 * fraction))
    return max(jittered, floor + spread)
  }
}

/// An error that knows whether a retry can help.
public protocol RetryAdvice: Error {
  /// False if the same attempt would fail again: the job is dead at once.
  var isTransient: Bool { get }
  /// The earliest time for the next attempt from now, such as a server's Retry-After.
  var retryAfter: Duration? { get }
  /// Whether no answer came since no network was there: another attempt is worthwhile once it is.
  var isCutOff: Bool { get }
}

extension RetryAdvice {
  public var retryAfter: Duration? { nil }
  public var isCutOff: Bool { false }
}
