import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// A server's view of tokens: which one it takes, and how often a new one was asked for.
private final class TokenOffice: Sendable {
  private struct State {
    var current = 2
    var refreshes = 0
  }
  private let state = Mutex(State())

  var refreshes: Int { state.withLock { $0.refreshes } }

  func takes(_ request: LoopbackServer.Request) -> Bool {
    request["Authorization"] == state.withLock { "Bearer t\($0.current)" }
  }

  /// From now on only the token with this number is taken.
  func moveOn(to number: Int) { state.withLock { $0.current = number } }

  func refresh() -> Int {
    state.withLock {
      $0.refreshes += 1
      return $0.current
    }
  }
}

private struct Tokens: HTTPAuthenticator {
  var expired: Set<String> = []
  let refreshing: @Sendable (String) async throws -> String?

  func apply(_ token: String, to request: inout HTTPRequest) {
    request.headers["Authorization"] = "Bearer \(token)"
  }
  func isExpired(_ token: String) -> Bool { expired.contains(token) }
  func refresh(_ token: String) async throws -> String? { try await refreshing(token) }
}

@Suite struct HTTPAuthorizationTests {
  private let office = TokenOffice()

  private func bin(
    _ server: LoopbackServer, _ authorization: HTTPAuthorization<Tokens>
  ) throws -> Bin {
    var bin = try Bin(server)
    bin.interceptors = [authorization]
    return bin
  }

  /// Refreshes with what the office gives.
  private func authorization(token: String? = "t1") -> HTTPAuthorization<Tokens> {
    HTTPAuthorization(Tokens { [office] _ in "t\(office.refresh())" }, token: token)
  }

  private func guarded() -> LoopbackServer {
    LoopbackServer { [office] in office.takes($0) ? .json("[]") : .init(401, text: "expired") }
  }

  @Test("a call goes with the token; a refused one is refreshed and the call sent once more")
  func refresh() async throws {
    let server = guarded()
    let authorization = authorization()
    let bin = try bin(server, authorization)
    #expect(try await bin.call(endpoint: Post()).text == "[]")
    #expect(try await bin.call(endpoint: Plain("x")).text == "[]")
    #expect(
      server.requests.map { $0["Authorization"] } == ["Bearer t1", "Bearer t2", "Bearer t2"])
    #expect(server.requests.prefix(2).map(\.text) == ["body", "body"])
    #expect(office.refreshes == 1)
    #expect(authorization.token == "t2")
  }

  @Test("fifty calls with an expired token refresh it once, and all of them succeed")
  func singleFlight() async throws {
    let all = Arrivals(50)
    let server = LoopbackServer { [office] request in
      if office.takes(request) { return .json("[]") }
      return .init(401, gateBeforeHead: all.arrive())
    }
    let bin = try bin(server, authorization())
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await bin.call(endpoint: Plain("x")).text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: "[]", count: 50))
    #expect(office.refreshes == 1)
    #expect(server.requests.count == 100)
  }

  @Test("a late 401 of the old token sends the call again without another refresh")
  func late() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = LoopbackServer { [office] request in
      if office.takes(request) { return .json("[]") }
      return .init(401, gateBeforeHead: request.path == "/late" ? gate : nil)
    }
    let bin = try bin(server, authorization())
    let late = Task { try await bin.call(endpoint: Plain("late")).text }
    await gate.reached.opened()
    try await bin.call(endpoint: Plain("x"))
    #expect(office.refreshes == 1)
    gate.release()
    #expect(try await late.value == "[]")
    #expect(office.refreshes == 1)
  }

  @Test("a refresh that fails ends all that wait with its error, once and without further calls")
  func failedRefresh() async throws {
    let all = Arrivals(50)
    let refreshes = Mutex(0)
    let server = LoopbackServer { _ in .init(401, gateBeforeHead: all.arrive()) }
    let authorization = HTTPAuthorization(
      Tokens { _ in
        refreshes.withLock { $0 += 1 }
        throw Refused()
      }, token: "t1")
    let bin = try bin(server, authorization)
    let failures = await withTaskGroup(of: (any Error)?.self) { group in
      for _ in 0..<50 {
        group.addTask {
          do {
            try await bin.call(endpoint: Plain("x"))
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures.filter { $0 is Refused }.count == 50)
    #expect(refreshes.withLock { $0 } == 1)
    #expect(server.requests.count == 50)
    // What is asked later tries again: the way may be clear by then.
    await #expect(throws: Refused.self) { try await bin.call(endpoint: Plain("x")) }
    #expect(refreshes.withLock { $0 } == 2)
  }

  @Test("a retry policy does not repeat a refresh that failed")
  func notRetried() async throws {
    let server = LoopbackServer { .init($0.path == "/refresh" ? 503 : 401) }
    let plain = try Bin(server)
    var bin = plain
    bin.interceptors = [
      HTTPAuthorization(
        Tokens { _ in try await plain.call(endpoint: Plain("refresh")).text }, token: "t1")
    ]
    bin.retry = HTTPRetry(maxAttempts: 3)
    bin.retry.sleep = { _ in }
    #expect(try await bin.failure(Plain("x")).response?.status == 503)
    #expect(server.requests.map(\.path) == ["/x", "/refresh"])
  }

  @Test("a refresh without a token leaves the 401, and later calls go without one")
  func loggedOut() async throws {
    let server = guarded()
    let authorization = HTTPAuthorization(Tokens { _ in nil }, token: "t1")
    let bin = try bin(server, authorization)
    #expect(try await bin.failure(Plain("x")).response?.text == "expired")
    #expect(try await bin.failure(Plain("x")).response?.status == 401)
    #expect(server.requests.map { $0["Authorization"] } == ["Bearer t1", nil])
    #expect(authorization.token == nil)
    authorization.token = "t2"
    #expect(try await bin.call(endpoint: Plain("x")).text == "[]")
  }

  @Test("a new token that is refused, too, is not refreshed within the same call")
  func refusedAgain() async throws {
    let server = LoopbackServer { _ in .init(401) }
    let bin = try bin(server, authorization())
    #expect(try await bin.failure(Plain("x")).response?.status == 401)
    #expect(server.requests.count == 2)
    #expect(office.refreshes == 1)
  }

  @Test(
    "the calls of a refresh are not authorized, and a 401 there ends it", arguments: [200, 401])
  func ownCalls(status: Int) async throws {
    let own = Mutex<Bin?>(nil)
    let server = LoopbackServer { [office] request in
      if request.path == "/refresh" { return .init(status, text: "t\(office.refresh())") }
      return office.takes(request) ? .json("[]") : .init(401)
    }
    let authorization = HTTPAuthorization(
      Tokens { _ in
        let bin = try #require(own.withLock { $0 })
        return try await bin.call(endpoint: Plain("refresh")).text
      }, token: "t1")
    let bin = try bin(server, authorization)
    own.withLock { $0 = bin }
    if status == 200 {
      try await bin.call(endpoint: Plain("x"))
    } else {
      #expect(try await bin.failure(Plain("x")).response?.status == 401)
    }
    own.withLock { $0 = nil }
    let refreshes = server.requests.filter { $0.path == "/refresh" }
    #expect(refreshes.map { $0["Authorization"] } == [nil])
  }

  @Test("an endpoint that needs no authorization gets no token, and its 401 refreshes nothing")
  func noAuthorization() async throws {
    let server = guarded()
    let bin = try bin(server, authorization())
    let error = try await bin.failure(Plain("login", needsAuthorization: false))
    #expect(error.response?.status == 401)
    #expect(server.requests.map { $0["Authorization"] } == [nil])
    #expect(office.refreshes == 0)
  }

  @Test("a token that has expired is refreshed before anything is sent")
  func expired() async throws {
    let server = guarded()
    let authorization = HTTPAuthorization(
      Tokens(expired: ["t1"]) { [office] _ in "t\(office.refresh())" }, token: "t1")
    try await bin(server, authorization).call(endpoint: Plain("x"))
    #expect(server.requests.map { $0["Authorization"] } == ["Bearer t2"])
    #expect(office.refreshes == 1)
  }

  @Test("a login during a refresh is not undone by it")
  func loginMeanwhile() async throws {
    let server = guarded()
    let refreshing = Latch()
    let loggedIn = Latch()
    let authorization = HTTPAuthorization(
      Tokens { _ in
        refreshing.open()
        await loggedIn.opened()
        return nil
      }, token: "t1")
    let bin = try bin(server, authorization)
    let call = Task { try await bin.call(endpoint: Plain("x")).text }
    await refreshing.opened()
    authorization.token = "t2"
    loggedIn.open()
    #expect(try await call.value == "[]")
    #expect(authorization.token == "t2")
  }

  @Test("a cancelled call leaves at once; the refresh goes on for the others")
  func cancelled() async throws {
    let server = guarded()
    let refreshing = Latch()
    let answer = Latch()
    let authorization = HTTPAuthorization(
      Tokens { [office] _ in
        refreshing.open()
        await answer.opened()
        try Task.checkCancellation()
        return "t\(office.refresh())"
      }, token: "t1")
    let bin = try bin(server, authorization)
    let first = Task { try await bin.failure(Plain("x")) }
    await refreshing.opened()
    first.cancel()
    let error = try await first.value  // before the refresh ends
    guard case .cancelled = error.reason else { throw error }
    let second = Task { try await bin.call(endpoint: Plain("x")).text }
    answer.open()
    #expect(try await second.value == "[]")
    #expect(office.refreshes == 1)
  }

  @Test("downloads are authorized like calls")
  func download() async throws {
    let folder = TemporaryFolder()
    let server = guarded()
    let bin = try bin(server, authorization())
    _ = try await bin.download(endpoint: Plain("x"), to: folder.appending("a"))
    #expect(try folder.read("a") == Array("[]".utf8))
    #expect(try Files.names(in: folder.path) == ["a"])
    #expect(office.refreshes == 1)
  }
}

/// Holds so many answers back until all of them are asked for.
private final class Arrivals: Sendable {
  private let gate = Gate()
  private let missing: Mutex<Int>

  init(_ count: Int) { missing = Mutex(count) }

  /// The gate that the answer waits at; it opens with the last arrival.
  func arrive() -> Gate {
    let isLast = missing.withLock {
      $0 -= 1
      return $0 == 0
    }
    if isLast { gate.release() }
    return gate
  }
}
