import ZitareBase

/// A call under way: attempts, each through the interceptors to the network, watched by observers.
final class HTTPCall: Sendable {
  /// Sends one request; how the body of the answer is kept is its affair.
  typealias Transport = @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse

  private let request: HTTPRequest
  private let endpoint: any Endpoint
  private let interceptors: [any HTTPInterceptor]
  private let observers: [any HTTPObserver]
  private let retry: HTTPRetry
  private let accepts: @Sendable (Int) -> Bool
  private let transport: Transport
  private let exchanges = Mutex(Exchanges())

  private struct Exchanges {
    var last: ObservedExchange?
    /// Whether the server may have seen any of them.
    var mayHaveReachedServer = false
  }

  init(
    _ request: HTTPRequest, to endpoint: some Endpoint, of server: some HTTPServer,
    accepts: @escaping @Sendable (Int) -> Bool, transport: @escaping Transport
  ) {
    self.request = request
    self.endpoint = endpoint
    interceptors = server.interceptors
    observers = server.observers
    retry = server.retry
    self.accepts = accepts
    self.transport = transport
  }

  /// The first answer that is accepted.
  func run() async throws -> HTTPResponse {
    do {
      return try await attempts()
    } catch is CancellationError {
      let hasBegun = exchanges.withLock { $0.mayHaveReachedServer }
      throw HTTPError(.cancelled, url: request.url, mayHaveReachedServer: hasBegun)
    } catch let failure as FailedRefresh {
      throw failure.error
    }
  }

  /// Tells the observers what became of the last exchange after its answer had come.
  func failed(_ reason: HTTPError.Reason, after response: HTTPResponse) -> HTTPError {
    let error = HTTPError(reason, after: response)
    exchanges.withLock { $0.last }?.failed(error)
    return error
  }

  private func attempts() async throws -> HTTPResponse {
    var number = 1
    while true {
      do {
        let attempt = HTTPAttempt(request, number: number, endpoint: endpoint)
        let response = try await pass(attempt, from: 0)
        if accepts(response.status) { return response }
        throw HTTPError(.status(response), after: response)
      } catch var error as HTTPError {
        // The server may have seen an earlier one, whatever became of this.
        if exchanges.withLock({ $0.mayHaveReachedServer }) { error.mayHaveReachedServer = true }
        guard let delay = retry.delay(after: error, of: request, attempt: number) else {
          throw error
        }
        try await retry.sleep(delay)
        number += 1
      }
    }
  }

  /// Hands a request to the interceptor with this index, behind the last one to the network.
  private func pass(_ attempt: HTTPAttempt, from index: Int) async throws -> HTTPResponse {
    guard index < interceptors.count else { return try await exchange(attempt.request) }
    return try await interceptors[index].intercept(attempt) { [self] request in
      try await pass(
        HTTPAttempt(request, number: attempt.number, endpoint: endpoint), from: index + 1)
    }
  }

  private func exchange(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let exchange = ObservedExchange(of: request, by: observers)
    exchanges.withLock { $0.last = exchange }
    do throws(HTTPError) {
      let response = try await transport(request)
      exchanges.withLock { $0.mayHaveReachedServer = true }
      exchange.received(response)
      if !accepts(response.status) {
        exchange.failed(HTTPError(.status(response), after: response))
      }
      return response
    } catch {
      if error.mayHaveReachedServer { exchanges.withLock { $0.mayHaveReachedServer = true } }
      exchange.failed(error)
      throw error
    }
  }
}

extension HTTPError {
  fileprivate init(_ reason: Reason, after response: HTTPResponse) {
    self.init(
      reason, url: response.url, mayHaveReachedServer: true, metrics: response.metrics)
  }
}
