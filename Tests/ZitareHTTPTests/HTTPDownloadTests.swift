import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

@Suite struct HTTPDownloadTests {
  private let client = HTTPClient()
  private let folder = TemporaryFolder()
  private let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }

  private var part: FilePath { folder.appending("file.part") }

  private func download(_ request: HTTPRequest, limit: Int64 = 1 << 20) async throws
    -> DownloadResult
  {
    try await client.download(request, to: part, limit: limit)
  }

  /// The error that a download ends with; no file may be left.
  private func failure(_ request: HTTPRequest, limit: Int64 = 1 << 20) async throws -> HTTPError {
    let error = try #require(
      await #expect(throws: HTTPError.self) { try await download(request, limit: limit) })
    #expect(try folder.read("file.part") == nil)
    return error
  }

  @Test("the file holds the unpacked bytes, and the result their size and digest")
  func whole() async throws {
    let server = LoopbackServer { [body] request in
      switch request.path {
      case "/gzip": .gzip(gzip(body))
      case "/chunked": .init(body: body, framing: .chunked(1000))
      default: .init(headers: [("ETag", "\"1\"")], body: body)
      }
    }
    for path in ["/length", "/gzip", "/chunked"] {
      try folder.write("file.part", Array("left by an earlier attempt".utf8))
      guard case .file(let file) = try await download(server.get(path)) else {
        Issue.record("no file")
        continue
      }
      #expect(try folder.read("file.part") == body)
      #expect(file.size == 200_000)
      #expect(file.sha256 == SHA256.digest(body))
      #expect(file.isProvenComplete)
      #expect(file.url.string == server.url(path))
      #expect(file.validators.etag == (path == "/length" ? "\"1\"" : nil))
    }
  }

  @Test("an empty body is an empty file")
  func empty() async throws {
    let server = LoopbackServer { _ in .init() }
    guard case .file(let file) = try await download(server.get()) else {
      Issue.record("no file")
      return
    }
    #expect(file.size == 0)
    #expect(try folder.read("file.part") == [])
  }

  @Test("a body that only the connection's end ends is not proven complete")
  func unproven() async throws {
    let server = LoopbackServer { [body] request in
      var response = LoopbackServer.Response(body: body, framing: .close)
      if request.path == "/gzip" {
        response.body = gzip(body)
        response.headers = [("Content-Encoding", "gzip")]
      }
      return response
    }
    for (path, expected) in [("/plain", false), ("/gzip", true)] {
      guard case .file(let file) = try await download(server.get(path)) else {
        Issue.record("no file")
        continue
      }
      #expect(file.isProvenComplete == expected)
    }
  }

  @Test("an answer that ends early leaves no file")
  func incomplete() async throws {
    let server = LoopbackServer { [body] request in
      switch request.path {
      case "/length": .init(body: body, framing: .wrongLength(200_001))
      case "/cut": .init(body: body, cutAfter: 1000)
      case "/chunked": .init(body: body, framing: .chunkedWithoutEnd(100))
      case "/gzip": .gzip(Array(gzip(body).dropLast(9)))
      default:
        .init(
          headers: [("Content-Encoding", "gzip")], body: Array(gzip(body).dropLast(9)),
          framing: .close)
      }
    }
    for path in ["/length", "/cut", "/chunked", "/gzip", "/gzip-close"] {
      let error = try await failure(server.get(path))
      guard case .incomplete = error.reason else { throw error }
      #expect(error.isTransient)
    }
  }

  @Test("only 200 makes a file; the start of any other answer goes into the error")
  func status() async throws {
    let server = LoopbackServer { request in
      .init(Int(request.path.dropFirst()) ?? 0, headers: [("Retry-After", "3")], text: "<html>")
    }
    for status in [201, 206, 400, 401, 404, 416, 429, 500, 503] {
      let error = try await failure(server.get("/\(status)"))
      guard case .status(let response) = error.reason else { throw error }
      #expect(response.status == status)
      #expect(response.text == "<html>")
      #expect(error.retryAfter == .seconds(3))
    }
  }

  @Test("304 is a result for a request with validators, and an error for any other")
  func notModified() async throws {
    let server = LoopbackServer { request in
      request["If-None-Match"] == "W/\"1\"" || request.path == "/always"
        ? .init(304, headers: [("ETag", "\"1\"")]) : .init(body: [1])
    }
    var request = try server.get()
    Validators(etag: "W/\"1\"").apply(to: &request)
    guard case .notModified(let headers) = try await download(request) else {
      Issue.record("downloaded")
      return
    }
    #expect(Validators(headers).matches(Validators(etag: "W/\"1\"")))
    #expect(try folder.read("file.part") == nil)
    guard case .status = try await failure(server.get("/always")).reason else {
      Issue.record("taken")
      return
    }
  }

  @Test(
    "what an earlier attempt has left goes, however a later one ends", arguments: [304, 404, 0])
  func leftover(status: Int) async throws {
    let server = LoopbackServer { _ in status == 0 ? .dropped : .init(status) }
    try folder.write("file.part", Array("left by an earlier attempt".utf8))
    var request = try server.get()
    Validators(etag: "\"1\"").apply(to: &request)
    if status == 304 {
      guard case .notModified = try await download(request) else { throw Downloading.Missing() }
    } else {
      _ = try await failure(request)
    }
    #expect(try folder.read("file.part") == nil)
  }

  @Test("a file above the limit is refused before or while it is unpacked")
  func limit() async throws {
    let bomb = try fixtureBytes("zeros-32-mib.gz")
    let server = LoopbackServer { [body] in $0.path == "/bomb" ? .gzip(bomb) : .init(body: body) }
    for path in ["/bomb", "/length"] {
      let error = try await failure(server.get(path), limit: 199_999)
      guard case .tooLarge(199_999) = error.reason else { throw error }
    }
    guard case .file = try await download(server.get(), limit: 200_000) else {
      Issue.record("refused")
      return
    }
  }

  @Test("a cancelled download leaves no file")
  func cancelled() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = LoopbackServer { [body] _ in .init(body: body, gateInBody: (gate, 100_000)) }
    let request = try server.get()
    let task = Task { try await failure(request) }
    await gate.reached.opened()
    task.cancel()
    guard case .cancelled = try await task.value.reason else { throw try await task.value }
  }

  @Test("a place that cannot be written to is named")
  func unwritable() async throws {
    let server = LoopbackServer { _ in .init(body: [1]) }
    let error = try #require(
      await #expect(throws: HTTPError.self) {
        try await client.download(
          server.get(), to: folder.appending("missing/file.part"), limit: 10)
      })
    guard case .file(let fault) = error.reason else { throw error }
    #expect(fault.path == folder.appending("missing/file.part"))
  }

  @Test("progress tells bytes and the announced total")
  func progress() async throws {
    let server = LoopbackServer { [body] _ in .init(body: body) }
    let seen = Mutex<[(Int64, Int64?)]>([])
    _ = try await client.download(server.get(), to: part, limit: 1 << 20) { done, total in
      seen.withLock { $0.append((done, total)) }
    }
    let first = try #require(seen.withLock { $0.first })
    #expect(first.0 > 0 && first.0 <= 200_000)
    #expect(first.1 == 200_000)
  }

  @Test(
    "what only the connection's end ended is not proven whole",
    arguments: [
      ([("Content-Encoding", "gzip")], []), ([("Transfer-Encoding", "identity")], [1, 2]),
      ([], [1, 2]),
    ] as [([(String, String)], [UInt8])])
  func unproven(headers: [(String, String)], body: [UInt8]) async throws {
    let server = LoopbackServer { _ in .init(headers: headers, body: body, framing: .close) }
    guard case .file(let file) = try await download(server.get()) else {
      Issue.record("no file")
      return
    }
    #expect(!file.isProvenComplete)
  }

  @Test("of a good answer that is no file so much is kept as of a bad one", arguments: [201, 203])
  func otherSuccess(status: Int) async throws {
    let server = LoopbackServer { [body] _ in .init(status, body: body) }
    guard case .status(let response) = try await failure(server.get()).reason else {
      Issue.record("another failure")
      return
    }
    #expect(response.status == status && response.body.count == 64 << 10)
    #expect(try folder.read("file.part") == nil)
  }

  @Test("a redirect's own page never becomes the file")
  func redirect() async throws {
    let server = LoopbackServer { request in
      var response = LoopbackServer.Response.redirect(to: "/file")
      response.body = Array("moved".utf8)
      return request.path == "/file" ? .init(body: [1]) : response
    }
    guard case .file(let file) = try await download(server.get()) else {
      Issue.record("no file")
      return
    }
    #expect(file.url.string == server.url("/file"))
    #expect(try folder.read("file.part") == [1])
  }
}
