import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

@Suite struct HTTPBodyTests {
  private let client = HTTPClient()
  private let folder = TemporaryFolder()

  private func stream(_ chunks: [[UInt8]], length: Int64? = nil) -> HTTPBody {
    .stream(
      AsyncStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish()
      }, length: length)
  }

  private func post(_ body: HTTPBody, to server: LoopbackServer) throws -> HTTPRequest {
    HTTPRequest(try HTTPURL(server.url()), method: .post, body: body)
  }

  private func echo() -> LoopbackServer { LoopbackServer { .init(body: $0.body) } }

  @Test("bytes, text, files and streams arrive one after the other, with their length told")
  func joined() async throws {
    let server = echo()
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let file = try folder.write("file", large)
    let empty = try folder.write("empty", [])
    let body = HTTPBody.joined([
      .text("a"), .file(file), .file(empty), [], stream([[1], [], [2, 3]], length: 3), [4],
    ])
    #expect(try body.length == Int64(large.count + 5))
    #expect(!body.isReplayable)
    let response = try await client.send(post(body, to: server))
    #expect(response.body == [97] + large + [1, 2, 3, 4])
    let seen = try #require(server.requests.first)
    #expect(seen["Content-Length"] == "\(large.count + 5)")
    #expect(seen["Transfer-Encoding"] == nil)
    #expect(seen["Expect"] == nil)
  }

  @Test(
    "a stream of unknown length goes in chunks", arguments: [[], [[1], [2, 3]]] as [[[UInt8]]])
  func chunked(chunks: [[UInt8]]) async throws {
    let server = echo()
    let body = stream(chunks)
    #expect(try body.length == nil)
    let response = try await client.send(post(body, to: server))
    #expect(response.body == Array(chunks.joined()))
    let seen = try #require(server.requests.first)
    #expect(seen["Content-Length"] == nil)
    #expect(seen["Transfer-Encoding"] == "chunked")
  }

  @Test("chunks arrive while later ones are still to come")
  func slowStream() async throws {
    let server = echo()
    let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task { [client] in
      try await client.send(post(.stream(chunks), to: server)).body.count
    }
    for number in 0..<50 {
      source.yield([UInt8](repeating: 1, count: 10_000))
      if number == 0 { await server.connection(0) }
      await Task.yield()
    }
    source.finish()
    #expect(try await task.value == 500_000)
  }

  @Test("without a body POST, PUT and PATCH say that there is none")
  func none() async throws {
    let server = echo()
    for method in HTTPMethod.allCases {
      var request = try server.get()
      request.method = method
      _ = try await client.send(request)
    }
    #expect(
      server.requests.map { $0["Content-Length"] } == [nil, nil, "0", "0", "0", nil, nil])
  }

  @Test(
    "a stream that is shorter or longer than announced never looks whole",
    arguments: [([[1, 2]], 3), ([[1, 2], [3]], 2), ([[1, 2, 3]], 2), ([], 1)]
      as [([[UInt8]], Int64)])
  func wrongLength(chunks: [[UInt8]], length: Int64) async throws {
    let server = echo()
    let error = try await client.failure(post(stream(chunks, length: length), to: server))
    guard case .body = error.reason else { throw error }
    #expect(!error.isTransient)
    await server.closed(0)
    #expect(server.requests.isEmpty)
  }

  @Test(
    "a file that changes while it is sent never looks whole",
    arguments: [[1], [1, 2, 3], [9, 9]] as [[UInt8]])
  func changedFile(bytes: [UInt8]) async throws {
    let server = echo()
    let file = try folder.write("file", [1, 2])
    let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
    let body = HTTPBody.joined([.stream(chunks, length: 1), .file(file)])
    let request = try post(body, to: server)
    let task = Task { [client] in try await client.failure(request) }
    await server.connection(0)
    try folder.write("file", bytes)
    source.yield([0])
    source.finish()
    guard case .body(let reason) = try await task.value.reason else { throw try await task.value }
    #expect(reason == "\(file) changed while it was sent")
    await server.closed(0)
    #expect(server.requests.isEmpty)
  }

  @Test("a file that is not there or not one is refused before anything is sent")
  func badFiles() async throws {
    let server = echo()
    for path in [folder.appending("missing"), folder.path, "/dev/null"] {
      let error = try await client.failure(post(.file(path), to: server))
      guard case .file(let fault) = error.reason else { throw error }
      #expect(fault.path == path)
      #expect(!error.mayHaveReachedServer)
      #expect(throws: FileError.self) { try HTTPBody.file(path).length }
    }
    #expect(server.connectionCount == 0)
  }

  @Test("a stream's own failure ends the call and is told")
  func failingStream() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the disk is gone" }
    let server = echo()
    let chunks = AsyncThrowingStream<[UInt8], any Error> {
      $0.yield([1])
      $0.finish(throwing: Broken())
    }
    let error = try await client.failure(post(.stream(chunks), to: server))
    guard case .body("the disk is gone") = error.reason else { throw error }
  }

  @Test("a stream is sent once only")
  func twice() async throws {
    let server = echo()
    let request = try post(stream([[1]]), to: server)
    _ = try await client.send(request)
    guard case .body = try await client.failure(request).reason else {
      Issue.record("sent again")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test("307 and 308 send a body again where that can be, else they are the answer")
  func redirects() async throws {
    let file = try folder.write("file", [1, 2])
    for status in [307, 308] {
      let server = LoopbackServer {
        $0.path == "/" ? .redirect(status, to: "/end") : .init(body: $0.body)
      }
      for body in [.file(file), [1, 2]] as [HTTPBody] {
        #expect(try await client.send(post(body, to: server)).body == [1, 2])
      }
      #expect(try await client.send(post(stream([[1, 2]]), to: server)).status == status)
    }
    let server = LoopbackServer { $0.path == "/" ? .redirect(303, to: "/end") : .init(204) }
    #expect(try await client.send(post(stream([[1, 2]]), to: server)).status == 204)
  }

  @Test("an answer that comes before the body has gone ends the stream's task")
  func earlyAnswer() async throws {
    let server = LoopbackServer(bodies: .ignored) { _ in .init(413) }
    let ended = Latch()
    let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
    source.onTermination = { _ in ended.open() }
    source.yield([1])
    #expect(try await client.send(post(.stream(chunks), to: server)).status == 413)
    await ended.opened()
  }
}
