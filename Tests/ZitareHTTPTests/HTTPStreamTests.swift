import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

@Suite struct HTTPStreamTests {
  private let client = HTTPClient()

  private func bytes(of stream: HTTPStream) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in stream { bytes += chunk }
    return bytes
  }

  @Test("the head comes first, then the body in chunks, unpacked and after redirects")
  func chunks() async throws {
    let gate = Gate()
    let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let server = LoopbackServer { request in
      switch request.path {
      case "/": .redirect(to: "/held")
      case "/held": .init(headers: [("X-A", "b")], body: body, gateInBody: (gate, 0))
      default: .gzip(gzip(body))
      }
    }
    let stream = try await client.stream(server.get(), limit: 1_000_000)
    #expect(stream.status == 200)
    #expect(stream.headers["X-A"] == "b")
    #expect(stream.url.string == server.url("/held"))
    #expect(stream.metrics == nil)
    gate.release()
    #expect(try await bytes(of: stream) == body)
    let metrics = try #require(stream.metrics)
    #expect(metrics.requestCount == 2)
    #expect(metrics.receivedBytes > 1_000_000)
    #expect(try await bytes(of: client.stream(server.get("/gzip"), limit: 1_000_000)) == body)
  }

  @Test("an answer that is not 2xx is thrown with its body, and what fails before it")
  func failures() async throws {
    let server = LoopbackServer { _ in .init(404, text: "nothing here") }
    let error = try #require(
      await #expect(throws: HTTPError.self) { try await client.stream(server.get(), limit: 10) })
    #expect(error.response?.status == 404)
    #expect(error.response?.text == "nothing here")
    let url = { LoopbackServer { _ in .init() }.url() }()
    let refused = try #require(
      await #expect(throws: HTTPError.self) {
        try await client.stream(HTTPRequest(HTTPURL(url)), limit: 10)
      })
    guard case .cannotConnect = refused.reason else { throw refused }
  }

  @Test("only an end that something tells is proven")
  func proof() async throws {
    let packed = gzip([UInt8](repeating: 0, count: 5000))
    let server = LoopbackServer { request in
      switch request.path {
      case "/length": .init(text: "whole")
      case "/chunked": .init(body: [1, 2, 3], framing: .chunked(2))
      case "/gzip":
        .init(headers: [("Content-Encoding", "gzip")], body: packed, framing: .close)
      default: .init(body: [1, 2, 3], framing: .close)
      }
    }
    for path in ["/length", "/chunked", "/gzip", "/close"] {
      let stream = try await client.stream(server.get(path), limit: 10_000)
      var iterator = stream.makeAsyncIterator()
      while try await iterator.next() != nil { #expect(!stream.isProvenComplete) }
      #expect(stream.isProvenComplete == (path != "/close"))
    }
  }

  @Test("a body that ends early or grows too large ends the stream with an error")
  func badBodies() async throws {
    let body = [UInt8](repeating: 1, count: 1000)
    let packed = gzip([UInt8](repeating: 0, count: 5000))
    let server = LoopbackServer { request in
      switch request.path {
      case "/cut": .init(body: body, cutAfter: 500)
      case "/chunked": .init(body: body, framing: .chunkedWithoutEnd(100))
      case "/large": .init(body: body + body, framing: .chunked(100))
      default: .gzip(packed)
      }
    }
    for path in ["/cut", "/chunked", "/large", "/gzip"] {
      let stream = try await client.stream(server.get(path), limit: 1000)
      let error = try #require(
        await #expect(throws: HTTPError.self) { try await bytes(of: stream) })
      switch error.reason {
      case .incomplete: #expect(path == "/cut" || path == "/chunked")
      case .tooLarge(1000): #expect(path == "/large" || path == "/gzip")
      default: throw error
      }
    }
  }

  @Test("a reader that takes its time has the server wait, and is not idle by that")
  func backPressure() async throws {
    let size = 48 << 20
    let body = [UInt8](repeating: 7, count: size)
    let gate = Gate()
    let server = LoopbackServer { _ in
      .init(body: body, gateInBody: (gate, 32 << 20))
    }
    var request = try server.get()
    request.timeouts = HTTPTimeouts(idle: .seconds(1))
    let stream = try await client.stream(request, limit: Int64(size))
    var iterator = stream.makeAsyncIterator()
    var count = try await iterator.next()?.count ?? 0
    try await client.passTime(.milliseconds(1500))
    #expect(!gate.reached.isOpen)
    gate.release()
    while let chunk = try await iterator.next() { count += chunk.count }
    #expect(count == size)
  }

  @Test("a server that falls silent in the body is idle")
  func silentServer() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = LoopbackServer { _ in .init(body: [1, 2], gateInBody: (gate, 1)) }
    var request = try server.get()
    request.timeouts = HTTPTimeouts(idle: .milliseconds(50))
    let stream = try await client.stream(request, limit: 10)
    let error = try #require(await #expect(throws: HTTPError.self) { try await bytes(of: stream) })
    guard case .timeout(.idle) = error.reason else { throw error }
  }

  @Test("a stream that nobody holds any more ends its transfer, waiting or not")
  func dropped() async throws {
    let server = LoopbackServer { _ in .init(body: [UInt8](repeating: 7, count: 32 << 20)) }
    _ = try await client.stream(server.get(), limit: 1 << 30)
    await server.closed(0)
    do {
      let stream = try await client.stream(server.get(), limit: 1 << 30)
      try await client.passTime()
      for try await _ in stream { break }
    }
    await server.closed(1)
  }

  @Test("cancelling the reader's task ends the stream")
  func cancelled() async throws {
    let gate = Gate()
    let server = LoopbackServer { _ in .init(body: [1, 2], gateInBody: (gate, 0)) }
    let stream = try await client.stream(server.get(), limit: 10)
    let reader = Task { try await bytes(of: stream) }
    await gate.reached.opened()
    reader.cancel()
    let error = try #require(await #expect(throws: HTTPError.self) { try await reader.value })
    guard case .cancelled = error.reason else { throw error }
    gate.release()
    await server.closed(0)
  }
}
