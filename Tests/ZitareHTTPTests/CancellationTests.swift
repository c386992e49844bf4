import TestSupport
import Testing
import ZitareHTTP

@Suite struct CancellationTests {
  private let client = HTTPClient()

  /// Cancels a call once it has come to a point; returns its error and how long it took to end.
  private func cancel(
    _ request: HTTPRequest, at point: () async -> Void
  ) async throws -> (error: HTTPError, time: Duration) {
    let task = Task { [client] in try await client.failure(request) }
    await point()
    let start = ContinuousClock.now
    task.cancel()
    let error = try await task.value
    return (error, ContinuousClock.now - start)
  }

  /// The fastest of the runs is below 50 ms: other tests may hold the processors during the rest.
  private func expectPrompt(_ run: () async throws -> (error: HTTPError, time: Duration))
    async throws
  {
    var times: [Duration] = []
    for _ in 0..<40 {
      let (error, time) = try await run()
      guard case .cancelled = error.reason else { throw error }
      times.append(time)
      if time < .milliseconds(50) { break }
    }
    #expect(times.contains { $0 < .milliseconds(50) }, "\(times)")
  }

  @Test("a call is cancelled while the connection is secured")
  func connecting() async throws {
    try await expectPrompt {
      let server = LoopbackServer { _ in .init() }  // it waits for a request, not for TLS
      let request = HTTPRequest(try HTTPURL("https://127.0.0.1:\(server.port)/"))
      let result = try await cancel(request) { await server.connection(0) }
      #expect(!result.error.mayHaveReachedServer)
      await server.closed(0)
      return result
    }
  }

  @Test("a call is cancelled while nobody answers its connection")
  func unanswered() async throws {
    try await expectPrompt {
      let queue = try FullQueue()
      let request = HTTPRequest(try HTTPURL("http://127.0.0.1:\(queue.port)/"))
      let result = try await cancel(request) { await queue.isKnockedAt() }
      #expect(!result.error.mayHaveReachedServer)
      return result
    }
  }

  @Test("a call is cancelled while it waits for the answer")
  func waiting() async throws {
    try await expectPrompt {
      let gate = Gate()
      defer { gate.release() }
      let server = LoopbackServer { _ in .init(gateBeforeHead: gate) }
      let result = try await cancel(server.post()) { await gate.reached.opened() }
      #expect(result.error.mayHaveReachedServer)
      #expect(!result.error.isTransient)
      return result
    }
  }

  @Test("a call is cancelled in the middle of the body")
  func receiving() async throws {
    try await expectPrompt {
      let gate = Gate()
      defer { gate.release() }
      let server = LoopbackServer { _ in .init(body: [1, 2], gateInBody: (gate, 1)) }
      return try await cancel(server.get()) { await gate.reached.opened() }
    }
  }

  @Test(
    "a call is cancelled while its body goes out, or waits for more of it",
    arguments: [true, false])
  func sending(isStuck: Bool) async throws {
    try await expectPrompt {
      let gate = Gate()
      defer { gate.release() }
      let server = LoopbackServer(bodies: .held(gate)) { _ in .init() }
      let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
      source.yield([UInt8](repeating: 1, count: isStuck ? 32 << 20 : 1))
      let request = HTTPRequest(try HTTPURL(server.url()), method: .post, body: .stream(chunks))
      return try await cancel(request) { await gate.reached.opened() }
    }
  }

  @Test("a stream that waits for its reader is cancelled")
  func paused() async throws {
    try await expectPrompt {
      let server = LoopbackServer { _ in .init(body: [UInt8](repeating: 1, count: 16 << 20)) }
      let request = try server.get()
      let held = Latch()
      let task = Task { [client] in
        let stream = try await client.stream(request, limit: 1 << 30)
        var iterator = stream.makeAsyncIterator()
        _ = try await iterator.next()
        held.open()
        while try await iterator.next() != nil { try? await Task.sleep(for: .seconds(60)) }
      }
      await held.opened()
      let start = ContinuousClock.now
      task.cancel()
      let error = try #require(await #expect(throws: HTTPError.self) { try await task.value })
      return (error, ContinuousClock.now - start)
    }
  }

  @Test("a call of a cancelled task sends nothing")
  func before() async throws {
    let server = LoopbackServer { _ in .init() }
    let request = try server.get()
    let start = Latch()
    let task = Task { [client] in
      await start.opened()
      return try await client.failure(request)
    }
    task.cancel()
    start.open()
    guard case .cancelled = try await task.value.reason else { throw try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test("other calls go on")
  func others() async throws {
    let gate = Gate()
    let server = LoopbackServer { _ in .init(body: [1], gateBeforeHead: gate) }
    let request = try server.get()
    let other = Task { [client] in try await client.send(request).body }
    _ = await server.request(0)
    _ = try await cancel(request) { _ = await server.request(1) }
    gate.release()
    #expect(try await other.value == [1])
  }
}
