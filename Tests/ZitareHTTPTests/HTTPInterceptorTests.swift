import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// An interceptor made of a closure.
private struct Intercept: HTTPInterceptor {
  let body: @Sendable (HTTPAttempt, @escaping Next) async throws -> HTTPResponse

  init(_ body: @escaping @Sendable (HTTPAttempt, @escaping Next) async throws -> HTTPResponse) {
    self.body = body
  }

  func intercept(_ attempt: HTTPAttempt, next: @escaping Next) async throws -> HTTPResponse {
    try await body(attempt, next)
  }
}

@Suite struct HTTPInterceptorTests {
  private let server = LoopbackServer.bin()

  private func bin(_ interceptors: Intercept...) throws -> Bin {
    var bin = try Bin(server)
    bin.interceptors = interceptors
    return bin
  }

  /// Notes its name in a header of the request, and behind it in the answer.
  private func stamp(_ name: String) -> Intercept {
    Intercept { attempt, next in
      var request = attempt.request
      request.headers["X-Way"] = (request.headers["X-Way"] ?? "") + name
      let response = try await next(request)
      var headers = response.headers
      headers["X-Back"] = (headers["X-Back"] ?? "") + name
      return HTTPResponse(
        status: response.status, headers: headers, body: response.body, url: response.url,
        receivedAt: response.receivedAt)
    }
  }

  @Test("the first interceptor is the outermost: first on the way there, last on the way back")
  func order() async throws {
    let response = try await bin(stamp("a"), stamp("b"), stamp("c")).call(endpoint: Plain("get"))
    #expect(server.requests.map { $0["X-Way"] } == ["abc"])
    #expect(response.headers["X-Back"] == "cba")
  }

  @Test("the whole request may be replaced")
  func replacement() async throws {
    let other = try HTTPURL(server.url("/put?other=1"))
    let bin = try bin(
      Intercept { attempt, next in
        #expect(attempt.request.method == .get)
        return try await next(
          HTTPRequest(other, method: .put, headers: ["X-A": "b"], body: .text("new")))
      })
    let echo = try await bin.call(response: Get())
    #expect(echo.method == "PUT")
    #expect(echo.target == "/put?other=1")
    #expect(echo.text == "new")
    #expect(echo.headers["x-a"] == "b")
    #expect(echo.headers["user-agent"] == "ZitareHTTP")
  }

  @Test("an interceptor may answer without sending anything")
  func ownAnswer() async throws {
    let bin = try bin(
      Intercept { attempt, _ in
        HTTPResponse(
          status: 200, body: Array("cached".utf8), url: attempt.request.url,
          receivedAt: Timestamp(seconds: 0))
      })
    #expect(try await bin.call(endpoint: Plain("get")).text == "cached")
    #expect(server.connectionCount == 0)
  }

  @Test("it sees answers of any status, and what it returns decides")
  func anyStatus() async throws {
    let statuses = Mutex<[Int]>([])
    let other = HTTPRequest(try HTTPURL(server.url("/get")))
    let bin = try bin(
      Intercept { attempt, next in
        let response = try await next(attempt.request)
        statuses.withLock { $0.append(response.status) }
        return try await next(other)
      })
    #expect(try await bin.call(endpoint: Plain("status/500")).status == 200)
    #expect(statuses.withLock { $0 } == [500])
  }

  @Test("it is asked for every attempt and knows its number and the endpoint")
  func attempts() async throws {
    let numbers = Mutex<[Int]>([])
    var bin = try bin(
      Intercept { attempt, next in
        numbers.withLock { $0.append(attempt.number) }
        #expect(attempt.endpoint is Plain)
        return try await next(attempt.request)
      })
    bin.retry = HTTPRetry(maxAttempts: 3)
    bin.retry.sleep = { _ in }
    #expect(try await bin.failure(Plain("status/503")).response?.status == 503)
    #expect(numbers.withLock { $0 } == [1, 2, 3])
  }

  @Test("what it throws comes out as it is, except for errors of the library")
  func throwing() async throws {
    await #expect(throws: Refused.self) {
      try await bin(Intercept { _, _ in throw Refused() }).call(endpoint: Plain("get"))
    }
    struct Own: APIError {
      init(_ error: HTTPError, decoding: any BodyDecoding) {}
    }
    struct Strict: HTTPServer {
      typealias Failure = Own
      let baseURL: HTTPURL
      let interceptors: [any HTTPInterceptor]
    }
    let url = try HTTPURL(server.url())
    let failing = Intercept { attempt, _ in
      throw HTTPError(.cancelled, url: attempt.request.url, mayHaveReachedServer: false)
    }
    let strict = Strict(baseURL: url, interceptors: [failing])
    await #expect(throws: Own.self) { try await strict.call(endpoint: Plain("get")) }
  }
}
