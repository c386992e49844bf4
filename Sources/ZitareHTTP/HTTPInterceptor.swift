/// Stands between a server's calls and the network.
///
/// It sees the request of each attempt and its answer, may change or replace both, send a request
/// more than once or answer without sending any. Of several the first is the outermost.
public protocol HTTPInterceptor: Sendable {
  /// The interceptors behind this one and then the network; the answer may have any status.
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// Answers an attempt; an `HTTPError` that it throws becomes the server's failure, any other
  /// error comes out of the call as it is.
  func intercept(_ attempt: HTTPAttempt, next: @escaping Next) async throws -> HTTPResponse
}

/// One of the attempts that a call makes.
public struct HTTPAttempt: Sendable {
  public let request: HTTPRequest
  /// From 1; the server's retry policy makes the later ones.
  public let number: Int
  public let endpoint: any Endpoint

  init(_ request: HTTPRequest, number: Int, endpoint: any Endpoint) {
    self.request = request
    self.number = number
    self.endpoint = endpoint
  }
}
