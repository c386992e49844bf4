/// When a server's calls are tried again.
///
/// Only what may be repeated is: a request whose method is idempotent (RFC 9110 9.2.2), and one that
/// certainly has not reached the server, unless its body can be sent once only. A cancelled call is
/// never tried again.
public struct HTTPRetry: Sendable {
  /// The first attempt included.
  public var maxAttempts: Int
  /// The longest wait after the first attempt; it doubles with each further one.
  public var base: Duration
  /// The longest wait ever; where the server asks for more, the call fails at once and its error
  /// says how much.
  public var cap: Duration
  public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
  /// Whether the server takes a POST or PATCH with a known `Idempotency-Key` for the first one.
  public var honorsIdempotencyKeys = false
  /// How much of a wait is waited, from 0 up to 1: full jitter, which spreads calls that failed
  /// together.
  public var fraction: @Sendable () -> Double = { .random(in: 0..<1) }
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  public init(
    maxAttempts: Int = 3, base: Duration = .milliseconds(500), cap: Duration = .seconds(30)
  ) {
    precondition(maxAttempts >= 1, "a call has at least one attempt")
    self.maxAttempts = maxAttempts
    self.base = base
    self.cap = cap
  }

  /// The first failure is the call's.
  public static let never = HTTPRetry(maxAttempts: 1)
}

extension HTTPRetry {
  /// How long to wait after an attempt, counted from 1, has failed; nil for good.
  func delay(after error: HTTPError, of request: HTTPRequest, attempt: Int) -> Duration? {
    guard attempt < maxAttempts, mayHelp(after: error), mayRepeat(request, after: error) else {
      return nil
    }
    let ceiling = min(base * Int(1 << min(attempt - 1, 20)), cap)
    let fraction = fraction()
    guard let floor = error.retryAfter else { return ceiling * fraction }
    guard floor <= cap else { return nil }
    // Past the moment that the server has named to everybody, calls are spread over a fifth.
    return max(ceiling * fraction, floor + floor * (fraction / 5))
  }

  private func mayHelp(after error: HTTPError) -> Bool {
    guard case .status(let response) = error.reason else { return error.isTransient }
    return statuses.contains(response.status)
  }

  private func mayRepeat(_ request: HTTPRequest, after error: HTTPError) -> Bool {
    guard request.body?.isReplayable != false else { return false }
    return request.method.isIdempotent || !error.mayHaveReachedServer
      || honorsIdempotencyKeys && request.headers["Idempotency-Key"] != nil
  }
}
