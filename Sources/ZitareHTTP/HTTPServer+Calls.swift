// What building, encoding and configuring throw comes out of a call unchanged and before anything
// is sent, and so does what an interceptor throws, unless it is an `HTTPError`; everything else is
// a `Failure`.
extension HTTPServer {
  /// Calls an endpoint and returns the answer as it is.
  @discardableResult
  public func call(
    endpoint: some Endpoint, configuring: RequestConfiguring? = nil
  ) async throws -> HTTPResponse {
    let call = try await begin(endpoint, configuring)
    return try await failing { try await call.run() }
  }

  /// Calls an endpoint and returns what its answer decodes to.
  public func call<Called: ResponseEndpoint>(
    response endpoint: Called, configuring: RequestConfiguring? = nil
  ) async throws -> Called.Response {
    let call = try await begin(endpoint, configuring)
    return try await failing {
      let response = try await call.run()
      do {
        return try decoding.decode(Called.Response.self, from: response.body)
      } catch {
        throw call.failed(.undecodable(error, response.shortened()), after: response)
      }
    }
  }

  private func begin(
    _ endpoint: some Endpoint, _ configuring: RequestConfiguring?
  ) async throws -> HTTPCall {
    let client = client
    return HTTPCall(
      try await request(for: endpoint, configuring), to: endpoint, of: self,
      accepts: { accepts(status: $0) },
      transport: { request throws(HTTPError) in try await client.send(request) })
  }

  /// The request that a call starts with.
  func request(
    for endpoint: some Endpoint, _ configuring: RequestConfiguring?
  ) async throws -> HTTPRequest {
    var request = try await buildRequest(for: endpoint)
    try await configuring?(&request)
    return request
  }

  /// Carries out the part of a call whose errors are failures of this server.
  func failing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as HTTPError {
      throw Failure(error, decoding: decoding)
    }
  }
}

extension HTTPResponse {
  /// As errors keep it: with the first 64 KiB of the body.
  fileprivate func shortened() -> HTTPResponse {
    HTTPResponse(
      status: status, headers: headers, body: Array(body.prefix(64 << 10)), url: url,
      receivedAt: receivedAt, metrics: metrics)
  }
}
