public import ZitareBase

/// Sends requests over libcurl; one thread serves any number of calls and downloads.
///
/// Only http and https are spoken, no proxy and no `.netrc` of the environment is used, and
/// redirects are followed without taking credentials to another origin. Cancelling a task ends its
/// call within milliseconds.
public final class HTTPClient: Sendable {
  public struct Configuration: Sendable {
    public var userAgent: String
    /// For calls whose request names none.
    public var callTimeouts = HTTPTimeouts(total: .seconds(60))
    /// For downloads whose request names none.
    public var downloadTimeouts = HTTPTimeouts()
    public var maxRedirects = 10
    /// How many verified downloads run at once from one server; further ones wait.
    public var downloadsPerHost = 4
    /// The wall clock, for waits that a server names by date.
    public var now: @Sendable () -> Timestamp = { .now() }
    /// Waits between attempts, or throws `CancellationError`.
    public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A random number from 0 up to 1, by which waits are spread.
    public var jitter: @Sendable () -> Double = { .random(in: 0..<1) }

    public init(userAgent: String = "ZitareHTTP") { self.userAgent = userAgent }
  }

  let configuration: Configuration
  let gate: HostGate
  let folders = FolderSync()
  /// Made by the first call: a program that ends without one does not pay for libcurl's start.
  private let loop = Mutex<TransferLoop?>(nil)

  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    gate = HostGate(limit: configuration.downloadsPerHost)
  }

  deinit { loop.withLock { $0?.stop() } }

  /// Sends a request and returns the answer, whatever its status.
  ///
  /// A POST or PATCH goes over a new connection and is never sent twice.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    try await exchange(
      request, request.timeouts ?? configuration.callTimeouts, to: nil,
      limit: Int64(request.maxResponseBytes)
    ).response
  }

  /// An answer after all redirects, with what the loop knows beyond it.
  struct Exchange {
    let response: HTTPResponse
    let outcome: Transfer.Outcome
  }

  func exchange(
    _ request: HTTPRequest, _ timeouts: HTTPTimeouts, to sink: (any BodySink)?,
    limit: Int64
  ) async throws(HTTPError) -> Exchange {
    let end = timeouts.total.map { SuspendingClock.now + $0 }
    var hop = request
    var hasBegun = false
    if let fault = request.fault { throw error(.invalidRequest(fault), at: hop, hasBegun) }
    for _ in 0...configuration.maxRedirects {
      let outcome = await startedLoop().perform(
        Transfer(
          hop, timeouts: timeouts, end: end, sink: sink, limit: limit,
          userAgent: configuration.userAgent))
      hasBegun = hasBegun || outcome.hasBegunRequest
      if let reason = outcome.failure { throw error(reason, at: hop, hasBegun) }
      do throws(Refusal) {
        guard
          let next = try Redirect.next(
            after: hop, status: outcome.status, headers: outcome.headers)
        else { return Exchange(response: response(outcome, from: hop.url), outcome: outcome) }
        hop = next
      } catch {
        throw self.error(error.reason, at: hop, hasBegun)
      }
    }
    throw error(.redirect(.tooMany(configuration.maxRedirects)), at: hop, hasBegun)
  }

  private func startedLoop() -> TransferLoop {
    loop.withLock { loop in
      let started = loop ?? TransferLoop()
      loop = started
      return started
    }
  }

  private func response(_ outcome: Transfer.Outcome, from url: HTTPURL) -> HTTPResponse {
    HTTPResponse(
      status: outcome.status, headers: outcome.headers, body: outcome.body, url: url,
      receivedAt: configuration.now())
  }

  private func error(
    _ reason: HTTPError.Reason, at request: HTTPRequest, _ hasBegun: Bool
  ) -> HTTPError {
    HTTPError(reason, url: request.url, mayHaveReachedServer: hasBegun)
  }
}
