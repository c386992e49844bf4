import FoundationEssentials
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// A server as a user of the library would describe it; its answers are those of `LoopbackServer.bin`.
struct Bin: HTTPServer {
  let baseURL: HTTPURL
  let client: HTTPClient
  var observers: [any HTTPObserver] = []
  var interceptors: [any HTTPInterceptor] = []
  var retry = HTTPRetry.never
  /// Awaited before each request is built.
  var token: (@Sendable () async throws -> String)?

  init(_ server: LoopbackServer) throws { try self.init(at: server.url()) }
  init(at address: String) throws {
    baseURL = try HTTPURL(address)
    var configuration = HTTPClient.Configuration()
    configuration.maxConnectionsPerHost = 64  // some tests hold fifty answers back
    client = HTTPClient(configuration)
  }

  func buildRequest(for endpoint: some Endpoint) async throws -> HTTPRequest {
    var request = try buildStandardRequest(for: endpoint)
    request.headers["User-Agent"] = "Bin"
    if let token { request.headers["Authorization"] = "Bearer \(try await token())" }
    return request
  }

  /// The error that a call ends with.
  func failure(_ endpoint: some Endpoint) async throws -> HTTPError {
    try #require(await #expect(throws: HTTPError.self) { try await call(endpoint: endpoint) })
  }
}

/// What a request was, as the server saw it.
struct Echo: Codable, Sendable {
  let method: String
  let target: String
  let headers: [String: String]
  let text: String

  init(_ request: LoopbackServer.Request) {
    method = request.method
    target = request.target
    headers = Dictionary(
      request.headers.map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    text = request.text
  }
}

extension LoopbackServer {
  static let image = [UInt8](0...255) + Array(repeating: 7, count: 100_000)

  /// Answers as httpbin.org does at the addresses that FTAPIKit's tests use.
  static func bin() -> LoopbackServer {
    LoopbackServer { request in
      let parts = request.path.split(separator: "/").map { String($0) }
      switch parts.first {
      case "status": return .init(parts.last.flatMap { Int($0) } ?? 500, text: "as asked")
      case "bearer":
        return request["Authorization"]?.hasPrefix("Bearer ") == true ? .json("{}") : .init(401)
      case "image": return .init(headers: [("Content-Type", "image/jpeg")], body: image)
      case "json": return .json("{\"title\": \"Sample\", \"page_count\": 3}")
      default:
        guard let echo = try? JSONEncoder().encode(Echo(request)) else { return .init(500) }
        return .json(String(decoding: echo, as: UTF8.self))
      }
    }
  }
}

struct Get: ResponseEndpoint {
  typealias Response = Echo
  var path = "get"
  var headers: HTTPHeaders = [:]
  var query: HTTPQuery = [:]
}

struct Post: DataEndpoint {
  var path = "post"
  var headers: HTTPHeaders = [:]
  var body = Array("body".utf8)
}

/// Any of the calls that have no body.
struct Plain: Endpoint {
  let path: String
  var method = HTTPMethod.get
  var headers: HTTPHeaders = [:]
  var needsAuthorization = true

  init(_ path: String, needsAuthorization: Bool = true) {
    self.path = path
    self.needsAuthorization = needsAuthorization
  }
}

struct Refused: Error, Equatable {}
