/// What a server's calls throw; a server with an error shape of its own names its own type.
public protocol APIError: Error {
  /// - Parameter decoding: the server's, to read the body of `error.response`.
  init(_ error: HTTPError, decoding: any BodyDecoding)
}

extension HTTPError: APIError {
  public init(_ error: HTTPError, decoding: any BodyDecoding) { self = error }
}

/// A server with an API: where it is, how its bodies are written, what its failures are.
public protocol HTTPServer: Sendable {
  associatedtype Failure: APIError = HTTPError

  /// Endpoints' paths are added to its path, their queries to its query.
  var baseURL: HTTPURL { get }
  var client: HTTPClient { get }
  var encoding: any BodyEncoding { get }
  var decoding: any BodyDecoding { get }

  /// Whether an answer with this status is a good one; by default those from 200 to 299 are.
  func accepts(status: Int) -> Bool

  /// Makes the request for an endpoint; an own implementation may await a token first.
  func buildRequest(for endpoint: some Endpoint) async throws -> HTTPRequest
}

extension HTTPServer {
  public var encoding: any BodyEncoding { JSONEncoding() }
  public var decoding: any BodyDecoding { JSONDecoding() }

  public func accepts(status: Int) -> Bool { (200..<300).contains(status) }

  public func buildRequest(for endpoint: some Endpoint) async throws -> HTTPRequest {
    try buildStandardRequest(for: endpoint)
  }

  /// The request that the endpoint's values describe, for own implementations to start from.
  public func buildStandardRequest(for endpoint: some Endpoint) throws -> HTTPRequest {
    let url = try baseURL.appending(path: endpoint.path, query: endpoint.query)
    var request = HTTPRequest(url, method: endpoint.method, headers: endpoint.headers)
    if let body = try endpoint.encodedBody(by: encoding) {
      request.body = .bytes(body.bytes)
      if request.headers["Content-Type"] == nil {
        request.headers["Content-Type"] = body.contentType
      }
    }
    return request
  }
}

/// A change to one call's request, after the server has built it.
public typealias RequestConfiguring = @Sendable (inout HTTPRequest) async throws -> Void

extension HTTPServer {
  /// Calls an endpoint and returns the answer as it is.
  ///
  /// What building, encoding and configuring throw comes out unchanged and before anything is
  /// sent; everything else is a `Failure`.
  @discardableResult
  public func call(
    endpoint: some Endpoint, configuring: RequestConfiguring? = nil
  ) async throws -> HTTPResponse {
    var request = try await buildRequest(for: endpoint)
    try await configuring?(&request)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await client.send(request)
    } catch {
      throw Failure(error, decoding: decoding)
    }
    guard accepts(status: response.status) else { throw failure(.status(response), response) }
    return response
  }

  /// Calls an endpoint and returns what its answer decodes to.
  public func call<Called: ResponseEndpoint>(
    response endpoint: Called, configuring: RequestConfiguring? = nil
  ) async throws -> Called.Response {
    let response = try await call(endpoint: endpoint, configuring: configuring)
    do {
      return try decoding.decode(Called.Response.self, from: response.body)
    } catch {
      throw failure(.undecodable(String(describing: error), response), response)
    }
  }

  private func failure(_ reason: HTTPError.Reason, _ response: HTTPResponse) -> Failure {
    Failure(
      HTTPError(reason, url: response.url, mayHaveReachedServer: true), decoding: decoding)
  }
}
