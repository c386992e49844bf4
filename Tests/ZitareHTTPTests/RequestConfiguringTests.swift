import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

@Suite struct RequestConfiguringTests {
  private let server = LoopbackServer.bin()

  private var bin: Bin { get throws { try Bin(server) } }

  @Test("no change leaves the request as the server has built it")
  func nothing() async throws {
    let echo = try await bin.call(response: Get(), configuring: nil)
    #expect(echo.headers["user-agent"] == "Bin")
    #expect(echo.headers["x-a"] == nil)
  }

  @Test("a change adds to the request, for every way to call")
  func everyCall() async throws {
    let change: RequestConfiguring = { $0.headers["X-A"] = "b" }
    let folder = TemporaryFolder()
    #expect(try await bin.call(response: Get(), configuring: change).headers["x-a"] == "b")
    try await bin.call(endpoint: Plain("status/204"), configuring: change)
    _ = try await bin.download(
      endpoint: Plain("image/jpeg"), to: folder.appending("a"), configuring: change)
    try await bin.withDownload(of: Plain("image/jpeg"), configuring: change) { _, _ in }
    #expect(server.requests.map { $0["X-A"] } == ["b", "b", "b", "b"])
  }

  @Test("a change overrides what the server has built")
  func overriding() async throws {
    let echo = try await bin.call(response: Get()) { $0.headers["User-Agent"] = "Other" }
    #expect(echo.headers["user-agent"] == "Other")
  }

  @Test("a change may await, such as a token")
  func awaiting() async throws {
    let refreshes = Mutex(0)
    let echo = try await bin.call(response: Get()) { request in
      await Task.yield()
      refreshes.withLock { $0 += 1 }
      request.headers["Authorization"] = "Bearer new"
    }
    #expect(echo.headers["authorization"] == "Bearer new")
    #expect(refreshes.withLock { $0 } == 1)
  }

  @Test("what a change throws comes out as it is, whatever the way to call; nothing is sent")
  func throwing() async throws {
    let change: RequestConfiguring = { _ in throw Refused() }
    let folder = TemporaryFolder()
    await #expect(throws: Refused.self) {
      try await bin.call(response: Get(), configuring: change)
    }
    await #expect(throws: Refused.self) {
      try await bin.download(endpoint: Get(), to: folder.appending("a"), configuring: change)
    }
    await #expect(throws: Refused.self) {
      try await bin.withDownload(of: Get(), configuring: change) { _, _ in }
    }
    #expect(server.connectionCount == 0)
  }

  @Test("several changes are made in their order, and the later wins")
  func combined() async throws {
    let first: RequestConfiguring = {
      $0.headers["X-A"] = "first"
      $0.headers["X-B"] = "first"
    }
    let second: RequestConfiguring = { $0.headers["X-B"] = "second" }
    let echo = try await bin.call(response: Get(), configuring: [first, second].combined)
    #expect(echo.headers["x-a"] == "first")
    #expect(echo.headers["x-b"] == "second")
    let other = try await bin.call(response: Get(), configuring: [second, first].combined)
    #expect(other.headers["x-b"] == "first")
  }

  @Test("of several changes the first that throws is the last that is made")
  func combinedThrowing() async throws {
    let made = Mutex(0)
    let change: RequestConfiguring = { _ in made.withLock { $0 += 1 } }
    await #expect(throws: Refused.self) {
      try await bin.call(
        response: Get(), configuring: [change, { _ in throw Refused() }, change].combined)
    }
    #expect(made.withLock { $0 } == 1)
  }
}
