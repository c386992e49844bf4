/// What a server's calls throw; a server with an error shape of its own names its own type.
public protocol APIError: Error {
  /// - Parameter decoding: the server's, to read the body of `error.response`.
  init(_ error: HTTPError, decoding: any BodyDecoding)
}

extension HTTPError: APIError {
  public init(_ error: HTTPError, decoding: any BodyDecoding) { self = error }
}

/// A server with an API: where it is, how its bodies are written, what its failures are.
///
/// Only the address is required.
public protocol HTTPServer: Sendable {
  associatedtype Failure: APIError = HTTPError

  /// Endpoints' paths are added to its path, their queries to its query.
  var baseURL: HTTPURL { get }
  var client: HTTPClient { get }
  var encoding: any BodyEncoding { get }
  var decoding: any BodyDecoding { get }

  /// What every attempt goes through on its way to the network, the outermost first.
  var interceptors: [any HTTPInterceptor] { get }
  /// Who is told of every exchange, in this order.
  var observers: [any HTTPObserver] { get }
  /// When a call is tried again; by default never.
  var retry: HTTPRetry { get }

  /// Whether an answer with this status is a good one; by default those from 200 to 299 are.
  func accepts(status: Int) -> Bool

  /// Makes the request for an endpoint, once for all attempts; an own implementation may await a
  /// token first.
  func buildRequest(for endpoint: some Endpoint) async throws -> HTTPRequest
}

extension HTTPServer {
  public var client: HTTPClient { .shared }
  public var encoding: any BodyEncoding { JSONEncoding() }
  public var decoding: any BodyDecoding { JSONDecoding() }
  public var interceptors: [any HTTPInterceptor] { [] }
  public var observers: [any HTTPObserver] { [] }
  public var retry: HTTPRetry { .never }

  public func accepts(status: Int) -> Bool { (200..<300).contains(status) }

  public func buildRequest(for endpoint: some Endpoint) async throws -> HTTPRequest {
    try buildStandardRequest(for: endpoint)
  }

  /// The request that the endpoint's values describe, for own implementations to start from.
  public func buildStandardRequest(for endpoint: some Endpoint) throws -> HTTPRequest {
    let url = try baseURL.appending(path: endpoint.path, query: endpoint.query)
    var request = HTTPRequest(url, method: endpoint.method, headers: endpoint.headers)
    if let encoded = try endpoint.encodedBody(by: encoding) {
      request.body = encoded.body
      if request.headers["Content-Type"] == nil {
        request.headers["Content-Type"] = encoded.contentType
      }
    }
    return request
  }
}

extension HTTPClient {
  /// The client of all servers that name none.
  public static let shared = HTTPClient()
}

/// A change to one call's request, after the server has built it.
public typealias RequestConfiguring = @Sendable (inout HTTPRequest) async throws -> Void

extension Array where Element == RequestConfiguring {
  /// One change that makes all of these in their order: what a later one sets holds.
  public var combined: RequestConfiguring {
    { request in
      for change in self { try await change(&request) }
    }
  }
}
