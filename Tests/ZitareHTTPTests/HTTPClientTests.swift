import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

extension LoopbackServer {
  /// A request for a path on this server.
  func get(_ path: String = "/") throws -> HTTPRequest { HTTPRequest(try HTTPURL(url(path))) }

  func post(_ path: String = "/", _ body: String = "body") throws -> HTTPRequest {
    HTTPRequest(try HTTPURL(url(path)), method: .post, body: .text(body))
  }
}

extension HTTPClient {
  /// Returns once the client's thread has watched its clock for so long.
  func passTime(_ duration: Duration = .milliseconds(100)) async throws {
    let gate = Gate()
    defer { gate.release() }
    let silent = LoopbackServer { _ in .init(gateBeforeHead: gate) }
    var request = try silent.get()
    request.timeouts = HTTPTimeouts(firstByte: duration)
    guard case .timeout(.firstByte) = try await failure(request).reason else {
      Issue.record("answered")
      return
    }
  }

  /// The error that a call ends with.
  func failure(_ request: HTTPRequest) async throws -> HTTPError {
    try #require(await #expect(throws: HTTPError.self) { try await send(request) })
  }
}

@Suite struct HTTPClientTests {
  private let client = HTTPClient()

  @Test("an answer comes back with status, headers and body", arguments: [200, 201, 404, 500])
  func answer(status: Int) async throws {
    let server = LoopbackServer { _ in .init(status, headers: [("X-A", " b ")], text: "Grüße") }
    let response = try await client.send(server.get("/a?b=c"))
    #expect(response.status == status)
    #expect(response.headers["x-a"] == "b")
    #expect(response.text == "Grüße")
    #expect(response.url.string == server.url("/a?b=c"))
    #expect(server.requests.map(\.target) == ["/a?b=c"])
  }

  @Test(
    "a request arrives as described and with nothing of libcurl's own",
    arguments: HTTPMethod.allCases)
  func request(method: HTTPMethod) async throws {
    let server = LoopbackServer { _ in .init() }
    var request = try server.get()
    request.method = method
    request.headers = ["X-Empty": "", "X-Full": "a: b"]
    let body = method == .get || method == .head ? "" : "größer"
    if !body.isEmpty { request.body = .text(body) }
    _ = try await client.send(request)
    let seen = try #require(server.requests.first)
    #expect(seen.method == method.rawValue)
    #expect(seen.text == body)
    #expect(seen["Content-Length"] == (body.isEmpty ? nil : "8"))
    #expect(seen["Transfer-Encoding"] == nil)
    #expect(seen["X-Empty"] == "")
    #expect(seen["X-Full"] == "a: b")
    #expect(seen["User-Agent"] == "ZitareHTTP")
    #expect(seen["Accept-Encoding"] == "gzip")
    #expect(seen["Content-Type"] == nil)
    #expect(seen["Expect"] == nil)
  }

  @Test("a large body arrives whole")
  func largeBody() async throws {
    let server = LoopbackServer { .init(body: SHA256.digest($0.body)) }
    var request = try server.post()
    let body = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    request.body = .bytes(body)
    #expect(try await client.send(request).body == SHA256.digest(body))
  }

  @Test("a request that would smuggle in a line or misstate its length is not sent")
  func invalidRequests() async throws {
    let server = LoopbackServer { _ in .init() }
    for headers in [["A": "b\r\nC: d"], ["A b": "c"], ["": "c"], ["Content-Length": "3"]]
      as [HTTPHeaders]
    {
      var request = try server.get()
      request.headers = headers
      let error = try await client.failure(request)
      guard case .invalidRequest = error.reason else { throw error }
      #expect(!error.mayHaveReachedServer)
    }
    #expect(server.requests.isEmpty)
  }

  @Test("a gzip answer is unpacked, and not asked for where the request says so")
  func compression() async throws {
    let server = LoopbackServer {
      $0["Accept-Encoding"] == "gzip" ? .gzip(gzip([1, 2])) : .init(body: [3])
    }
    var request = try server.get()
    #expect(try await client.send(request).body == [1, 2])
    request.acceptsCompression = false
    #expect(try await client.send(request).body == [3])
  }

  @Test("an encoding that was not asked for is refused")
  func unaskedEncoding() async throws {
    let server = LoopbackServer { request in
      .init(headers: [("Content-Encoding", request.path == "/br" ? "br" : "gzip")], body: gzip([1]))
    }
    var plain = try server.get("/gzip")
    plain.acceptsCompression = false
    for request in [plain, try server.get("/br")] {
      guard case .malformed = try await client.failure(request).reason else {
        Issue.record("taken")
        continue
      }
    }
  }

  @Test("an answer above the limit is refused, whether its length is told or not")
  func limit() async throws {
    let body = [UInt8](repeating: 0, count: 101)
    let bomb = try fixtureBytes("zeros-32-mib.gz")
    let server = LoopbackServer { request in
      switch request.path {
      case "/length": .init(body: body)
      case "/chunked": .init(body: body, framing: .chunked(10))
      case "/close": .init(body: body, framing: .close)
      default: .gzip(bomb)
      }
    }
    for path in ["/length", "/chunked", "/close", "/bomb"] {
      var request = try server.get(path)
      request.maxResponseBytes = 100
      let error = try await client.failure(request)
      guard case .tooLarge(100) = error.reason else { throw error }
      #expect(!error.isTransient)
    }
    var request = try server.get("/length")
    request.maxResponseBytes = 101
    #expect(try await client.send(request).body == body)
  }

  @Test("of a bad answer 64 KiB are kept, however much there is")
  func largeErrorPage() async throws {
    let page = [UInt8](repeating: 65, count: 1 << 20)
    let server = LoopbackServer { _ in .init(503, headers: [("Retry-After", "5")], body: page) }
    var request = try server.get()
    request.maxResponseBytes = 10
    let response = try await client.send(request)
    #expect(response.status == 503)
    #expect(response.body.count == 64 << 10)
    #expect(response.retryAfter == .seconds(5))
  }

  @Test("an answer that ends early is refused, however its end is told")
  func incomplete() async throws {
    let body = Array(repeating: UInt8(7), count: 1000)
    let packed = gzip(body)
    let server = LoopbackServer { request in
      switch request.path {
      case "/length": .init(body: body, framing: .wrongLength(1001))
      case "/cut": .init(body: body, cutAfter: 10)
      case "/chunked": .init(body: body, framing: .chunkedWithoutEnd(100))
      case "/chunk": .init(body: body, framing: .chunked(100), cutAfter: 50)
      default: .gzip(Array(packed.dropLast(3)))
      }
    }
    for path in ["/length", "/cut", "/chunked", "/chunk", "/gzip"] {
      let error = try await client.failure(server.get(path))
      guard case .incomplete = error.reason else { throw error }
      #expect(error.isTransient)
      #expect(error.mayHaveReachedServer)
    }
  }

  @Test("an answer that is not HTTP, or has a head without end, is refused")
  func malformed() async throws {
    let server = LoopbackServer { request in
      request.path == "/head"
        ? .init(headers: (0..<5000).map { ("X-\($0)", String(repeating: "a", count: 80)) })
        : .init(headers: [("Content-Encoding", "gzip")], body: Array("<html>".utf8))
    }
    for path in ["/head", "/gzip"] {
      let error = try await client.failure(server.get(path))
      guard case .malformed = error.reason else { throw error }
    }
  }

  @Test("a server that cannot be reached has certainly not seen the request")
  func unreachable() async throws {
    let url = { LoopbackServer { _ in .init() }.url() }()
    let error = try await client.failure(HTTPRequest(HTTPURL(url)))
    guard case .cannotConnect = error.reason else { throw error }
    #expect(!error.mayHaveReachedServer)
    #expect(error.isTransient)
    let unknown = try await client.failure(HTTPRequest(HTTPURL("http://nowhere.invalid/?a=b")))
    guard case .unknownHost = unknown.reason else { throw unknown }
    #expect(!unknown.mayHaveReachedServer)
    #expect("\(unknown)".hasPrefix("http://nowhere.invalid/?a=…: "))
  }

  @Test("a server that speaks no TLS has certainly not seen the request")
  func tls() async throws {
    let server = LoopbackServer(dropping: 1) { _ in .init() }
    let error = try await client.failure(HTTPRequest(HTTPURL("https://127.0.0.1:\(server.port)/")))
    guard case .tls = error.reason else { throw error }
    #expect(!error.mayHaveReachedServer)
  }

  @Test("a connection lost before the answer leaves the outcome open")
  func connectionLost() async throws {
    let server = LoopbackServer { _ in .dropped }
    let error = try await client.failure(server.post())
    guard case .connectionLost = error.reason else { throw error }
    #expect(error.mayHaveReachedServer)
    #expect(server.requests.count == 1)
  }

  @Test("a POST is never sent twice, a GET is where a kept connection was dead")
  func resending() async throws {
    let server = LoopbackServer { request in
      request.path == "/second" && request.connection == 0 ? .dropped : .init(body: [1])
    }
    _ = try await client.send(server.get("/first"))
    #expect(try await client.send(server.get("/second")).body == [1])
    #expect(server.requests.map(\.connection) == [0, 0, 1])

    let posts = LoopbackServer { $0.path == "/second" ? .dropped : .init() }
    _ = try await client.send(posts.post("/first"))
    _ = try await client.failure(posts.post("/second"))
    #expect(posts.requests.map(\.path) == ["/first", "/second"])
    #expect(posts.connectionCount == 2)
  }

  @Test("each phase has its own time limit")
  func timeouts() async throws {
    let head = Gate()
    let body = Gate()
    defer {
      head.release()
      body.release()
    }
    let server = LoopbackServer { request in
      request.path == "/head"
        ? .init(gateBeforeHead: head) : .init(body: [1, 2], gateInBody: (body, 1))
    }
    let short = Duration.milliseconds(50)
    let cases: [(HTTPURL, HTTPTimeouts, HTTPTimeouts.Phase, Bool)] = [
      (
        try HTTPURL("https://127.0.0.1:\(server.port)/"), HTTPTimeouts(connect: short), .connect,
        false
      ),
      (try HTTPURL(server.url("/head")), HTTPTimeouts(firstByte: short), .firstByte, true),
      (try HTTPURL(server.url("/body")), HTTPTimeouts(idle: short), .idle, true),
      (try HTTPURL(server.url("/body")), HTTPTimeouts(total: short), .total, true),
    ]
    for (url, timeouts, phase, hasReached) in cases {
      let error = try await client.failure(HTTPRequest(url, timeouts: timeouts))
      guard case .timeout(phase) = error.reason else { throw error }
      #expect(error.mayHaveReachedServer == hasReached)
      #expect(error.isTransient)
    }
  }

  @Test(
    "an answer like 103 is not the first byte: that wait goes on, and the idle time is not begun")
  func interimAnswers() async throws {
    let (silent, busy) = (Gate(), Gate())
    defer { silent.release() }
    let server = LoopbackServer { request in
      var response = LoopbackServer.Response(text: "final")
      response.interim = [103, 102]
      response.gateBeforeHead = request.path == "/silent" ? silent : busy
      return response
    }
    var request = try server.get("/silent")
    request.timeouts = HTTPTimeouts(firstByte: .milliseconds(100), total: .seconds(5))
    let error = try await client.failure(request)
    guard case .timeout(.firstByte) = error.reason else { throw error }
    request = try server.get("/busy")
    request.timeouts = HTTPTimeouts(idle: .milliseconds(50))
    let call = Task { [client, request] in try await client.send(request) }
    await busy.reached.opened()
    try await client.passTime()
    busy.release()
    #expect(try await call.value.text == "final")
  }

  @Test("proxies named by the environment are not used")
  func environment() async {
    await #expect(processExitsWith: .success) {
      let proxy = LoopbackServer { _ in .init(502) }
      for name in ["http_proxy", "all_proxy"] { setenv(name, proxy.url(), 1) }
      let server = LoopbackServer { _ in .init(204) }
      let response = try await HTTPClient().send(server.get())
      #expect(response.status == 204)
    }
  }

  @Test("nothing of a call is left for the next one")
  func traces() async throws {
    let server = LoopbackServer { .init(text: $0.text) }
    let address = server.url().replacing("http://", with: "http://user:pass@")
    let first = HTTPRequest(
      try HTTPURL(address), method: .put, headers: ["X-Own": "a"], body: .text("text"))
    #expect(try await client.send(first).text == "text")
    #expect(try await client.send(server.get()).text == "")
    let seen = try #require(server.requests.last)
    #expect(seen.method == "GET")
    for name in ["Authorization", "X-Own", "Content-Length", "Transfer-Encoding"] {
      #expect(seen[name] == nil)
    }
    #expect(server.requests.first?["Authorization"] != nil)
  }

  @Test("many calls at once share the thread and get their own answers")
  func concurrency() async throws {
    let server = LoopbackServer { .init(text: $0.path) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        let request = try server.get("/\(number)")
        group.addTask { [client] in try await client.send(request).text == "/\(number)" }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
