import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// Answers that come before the body of their request has gone.
///
/// Each test has a process of its own: the one of all tests has more files open than libcurl tells of.
@Suite(.timeLimit(.minutes(1))) struct EarlyAnswerTests {
  @Test("a whole answer ends a call whose body pauses, whoever closes the connection")
  func pausing() async {
    await #expect(processExitsWith: .success) {
      for framing in [.length, .chunked(2), .close] as [LoopbackServer.Response.Framing] {
        for isClosing in [true, false] {
          try await EarlyAnswers().pausing(framing: framing, isClosing: isClosing)
        }
      }
    }
  }

  @Test("so does an answer without a body, and one by a server that goes away at once")
  func pausingBodiless() async {
    await #expect(processExitsWith: .success) { try await EarlyAnswers().pausingBodiless() }
  }

  @Test("an early answer that is cut is none")
  func cut() async {
    await #expect(processExitsWith: .success) {
      for framing in [.wrongLength(9), .chunkedWithoutEnd(2)] as [LoopbackServer.Response.Framing] {
        for isClosing in [true, false] {
          try await EarlyAnswers().cut(framing: framing, isClosing: isClosing)
        }
      }
    }
  }

  @Test("while the answer still comes, the body does so, too")
  func bothWays() async {
    await #expect(processExitsWith: .success) { try await EarlyAnswers().bothWays() }
  }

  @Test("the body of a refusal is read to its end, however much of the request was still to go")
  func refusal() async {
    await #expect(processExitsWith: .success) {
      for framing in [.length, .chunked(100), .close] as [LoopbackServer.Response.Framing] {
        for isClosing in [true, false] {
          try await EarlyAnswers().refusal(isClosing: isClosing, framing: framing)
        }
      }
    }
  }
}

private struct EarlyAnswers {
  private let client = HTTPClient()

  /// A stream that has given one chunk and thinks about the next, and that tells of its end.
  private struct Pausing {
    let body: HTTPBody
    let source: AsyncStream<[UInt8]>.Continuation
    let ended = Latch()

    init(length: Int64? = nil) {
      let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
      source.onTermination = { [ended] _ in ended.open() }
      source.yield([1])
      self.source = source
      body = .stream(chunks, length: length)
    }
  }

  /// Chunks without end.
  private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    func makeAsyncIterator() -> Endless { self }
    mutating func next() async -> [UInt8]? {
      Task.isCancelled ? nil : [UInt8](repeating: 1, count: 1000)
    }
  }

  private func put(_ body: HTTPBody, to server: LoopbackServer) throws -> HTTPRequest {
    HTTPRequest(
      try HTTPURL(server.url()), method: .put, body: body,
      timeouts: HTTPTimeouts(total: .seconds(20)))
  }

  private let close = [(name: "Connection", value: "close")]

  func pausing(framing: LoopbackServer.Response.Framing, isClosing: Bool) async throws {
    let headers = isClosing ? close : []
    let server = LoopbackServer(bodies: .drained) { _ in
      .init(headers: headers, body: [7, 8, 9], framing: framing)
    }
    for length in [nil, 100] as [Int64?] {
      let upload = Pausing(length: length)
      let response = try await client.send(put(upload.body, to: server))
      #expect(response.status == 200)
      #expect(response.body == [7, 8, 9])
      await upload.ended.opened()
    }
    await server.closed(1)
  }

  func pausingBodiless() async throws {
    for status in [204, 200, 303] {
      let server = LoopbackServer(bodies: status == 200 ? .ignored : .drained) { _ in
        .init(status)
      }
      let upload = Pausing()
      #expect(try await client.send(put(upload.body, to: server)).status == status)
      await upload.ended.opened()
    }
  }

  func cut(framing: LoopbackServer.Response.Framing, isClosing: Bool) async throws {
    let headers = isClosing ? close : []
    let server = LoopbackServer(bodies: .drained) { _ in
      .init(headers: headers, body: [7, 8, 9], framing: framing)
    }
    let upload = Pausing()
    let error = try await client.failure(put(upload.body, to: server))
    guard case .incomplete = error.reason else { throw error }
    await upload.ended.opened()
  }

  func bothWays() async throws {
    let gate = Gate()
    let server = LoopbackServer(bodies: .drained) { _ in
      .init(body: [7, 8, 9], framing: .chunked(1), gateInBody: (gate, 6))
    }
    let upload = Pausing()
    let request = try put(upload.body, to: server)
    let call = Task { [client] in try await client.send(request) }
    await gate.reached.opened()
    try await client.passTime()
    upload.source.yield([2])
    try await client.passTime()
    #expect(!upload.ended.isOpen)
    gate.release()
    #expect(try await call.value.body == [7, 8, 9])
    await upload.ended.opened()
  }

  func refusal(isClosing: Bool, framing: LoopbackServer.Response.Framing) async throws {
    let headers = isClosing ? close : []
    let words = [UInt8](repeating: 7, count: 40_000)
    let folder = TemporaryFolder()
    let file = folder.appending("huge")
    try folder.write("huge", [])
    #expect(truncate(file.string, 1 << 40) == 0)  // sparse
    let pausing = Pausing()
    let bodies: [HTTPBody] = [
      .file(file), .stream(Endless()), .stream(Endless(), length: 1 << 40), pausing.body,
    ]
    for body in bodies {
      let gate = Gate()
      let server = LoopbackServer(bodies: .drained) { _ in
        .init(413, headers: headers, body: words, framing: framing, gateInBody: (gate, 1))
      }
      let request = try put(body, to: server)
      let call = Task { [client] in try await client.send(request) }
      await gate.reached.opened()
      try await client.passTime()
      gate.release()
      let response = try await call.value
      #expect(response.status == 413)
      let isWhole = response.body == words
      #expect(isWhole, "\(response.body.count) bytes")
    }
    await pausing.ended.opened()
  }
}
