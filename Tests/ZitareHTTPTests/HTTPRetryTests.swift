import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

@Suite struct HTTPRetryTests {
  private let url = "http://h/"

  private func request(_ method: HTTPMethod = .get, body: HTTPBody? = nil) throws -> HTTPRequest {
    HTTPRequest(try HTTPURL(url), method: method, body: body)
  }

  private func error(
    _ reason: HTTPError.Reason, mayHaveReachedServer: Bool = true
  ) throws -> HTTPError {
    HTTPError(reason, url: try HTTPURL(url), mayHaveReachedServer: mayHaveReachedServer)
  }

  private func error(status: Int, _ headers: HTTPHeaders = [:]) throws -> HTTPError {
    try error(
      .status(
        HTTPResponse(
          status: status, headers: headers, url: try HTTPURL(url),
          receivedAt: Timestamp(seconds: 784_111_777))))  // Sun, 06 Nov 1994 08:49:37 GMT
  }

  private func policy(fraction: Double = 1, maxAttempts: Int = 10) -> HTTPRetry {
    var retry = HTTPRetry(maxAttempts: maxAttempts, base: .seconds(1), cap: .seconds(10))
    retry.fraction = { fraction }
    return retry
  }

  @Test("waits double from attempt to attempt up to the cap, and are any part of that")
  func backoff() throws {
    let error = try error(status: 503)
    let request = try request()
    let ceilings = (1...6).map { policy().delay(after: error, of: request, attempt: $0) }
    #expect(ceilings == [1, 2, 4, 8, 10, 10].map { Duration.seconds($0) })
    #expect(policy(fraction: 0).delay(after: error, of: request, attempt: 3) == .zero)
    #expect(policy(fraction: 0.25).delay(after: error, of: request, attempt: 3) == .seconds(1))
  }

  @Test("after the last attempt there is none")
  func limit() throws {
    let error = try error(status: 503)
    #expect(policy(maxAttempts: 2).delay(after: error, of: try request(), attempt: 1) != nil)
    #expect(policy(maxAttempts: 2).delay(after: error, of: try request(), attempt: 2) == nil)
    #expect(HTTPRetry.never.delay(after: error, of: try request(), attempt: 1) == nil)
  }

  @Test(
    "only some statuses are worth another attempt",
    arguments: [
      (304, false), (400, false), (401, false), (404, false), (408, true), (409, false),
      (425, true), (429, true), (500, true), (501, false), (502, true), (503, true), (504, true),
      (505, false), (599, false),
    ])
  func statuses(status: Int, expected: Bool) throws {
    let delay = policy().delay(after: try error(status: status), of: try request(), attempt: 1)
    #expect((delay != nil) == expected)
  }

  @Test("faults of the way are, faults of the request and cancelled calls are not")
  func reasons() throws {
    let request = try request()
    func retries(_ reason: HTTPError.Reason) throws -> Bool {
      policy().delay(after: try error(reason), of: request, attempt: 1) != nil
    }
    #expect(try retries(.connectionLost("")))
    #expect(try retries(.timeout(.firstByte)))
    #expect(try retries(.incomplete(received: 1, expected: 2)))
    #expect(try !retries(.cancelled))
    #expect(try !retries(.tooLarge(limit: 1)))
    #expect(try !retries(.redirect(.insecure)))
    #expect(try !retries(.invalidRequest("")))
  }

  @Test(
    "what may have reached the server is repeated for idempotent methods only",
    arguments: HTTPMethod.allCases)
  func methods(method: HTTPMethod) throws {
    let isIdempotent = method != .post && method != .patch
    let request = try request(method)
    let reached = policy().delay(after: try error(status: 503), of: request, attempt: 1)
    #expect((reached != nil) == isIdempotent)
    let unreached = try error(.cannotConnect(""), mayHaveReachedServer: false)
    #expect(policy().delay(after: unreached, of: request, attempt: 1) != nil)
  }

  @Test("an Idempotency-Key counts where the server is said to keep to it")
  func idempotencyKey() throws {
    var request = try request(.post)
    request.headers["Idempotency-Key"] = "k"
    let error = try error(status: 503)
    var retry = policy()
    #expect(retry.delay(after: error, of: request, attempt: 1) == nil)
    retry.honorsIdempotencyKeys = true
    #expect(retry.delay(after: error, of: request, attempt: 1) != nil)
    request.headers["Idempotency-Key"] = nil
    #expect(retry.delay(after: error, of: request, attempt: 1) == nil)
  }

  @Test("a body that can be sent once only is not sent again, one from bytes or files is")
  func bodies() throws {
    let error = try error(.cannotConnect(""), mayHaveReachedServer: false)
    let stream = HTTPBody.stream(AsyncStream<[UInt8]> { $0.finish() })
    func retries(_ body: HTTPBody) throws -> Bool {
      policy().delay(after: error, of: try request(.put, body: body), attempt: 1) != nil
    }
    #expect(try !retries(stream))
    #expect(try !retries(.joined([.text("a"), stream])))
    #expect(try retries(.joined([.text("a"), .file("b")])))
  }

  @Test(
    "the time that a server names is a floor, spread over a fifth; above the cap it is final",
    arguments: [
      (503, ["Retry-After": "5"], 5, 6), (503, ["Retry-After": "10"], 10, 12),
      (503, ["Retry-After": "11"], nil, nil), (503, ["Retry-After": "0"], 0, 1),
      (503, ["Retry-After": "Sun, 06 Nov 1994 08:49:42 GMT"], 5, 6),
      (429, ["X-RateLimit-Reset": "5"], 5, 6),
      (429, ["X-RateLimit-Reset": "3600"], nil, nil), (500, ["X-RateLimit-Reset": "5"], 0, 1),
    ] as [(Int, HTTPHeaders, Int?, Int?)])
  func retryAfter(status: Int, headers: HTTPHeaders, least: Int?, most: Int?) throws {
    let error = try error(status: status, headers)
    let request = try request()
    let delays = [0.0, 1.0].map {
      policy(fraction: $0).delay(after: error, of: request, attempt: 1)
    }
    #expect(delays == [least, most].map { $0.map { Duration.seconds($0) } })
  }
}

@Suite struct HTTPRetriedCallTests {
  /// Fails so many times before it answers, and waits for nothing.
  private func bin(
    failing count: Int, with failure: LoopbackServer.Response, waits: Waits
  ) throws -> (LoopbackServer, Bin) {
    let left = Mutex(count)
    let server = LoopbackServer { request in
      left.withLock {
        $0 -= 1
        return $0 >= 0
      } ? failure : .json("[]")
    }
    var bin = try Bin(server)
    bin.retry = HTTPRetry(maxAttempts: 3, base: .seconds(100), cap: .seconds(1000))
    bin.retry.fraction = { 0.5 }
    bin.retry.sleep = { waits.add($0) }
    return (server, bin)
  }

  @Test("a call is tried again, the body included, and succeeds")
  func success() async throws {
    let waits = Waits()
    let folder = TemporaryFolder()
    let file = try folder.write("a", Array("content".utf8))
    let (server, bin) = try bin(failing: 2, with: .init(503), waits: waits)
    struct Upload: UploadEndpoint {
      let path = "x"
      let method = HTTPMethod.put
      let file: FilePath
    }
    #expect(try await bin.call(endpoint: Upload(file: file)).text == "[]")
    #expect(server.requests.map(\.text) == ["content", "content", "content"])
    #expect(waits.all == [.seconds(50), .seconds(100)])
  }

  @Test("the last failure is the call's")
  func exhaustion() async throws {
    let waits = Waits()
    let (server, bin) = try bin(failing: 9, with: .init(503, text: "no"), waits: waits)
    #expect(try await bin.failure(Plain("x")).response?.text == "no")
    #expect(server.requests.count == 3)
  }

  @Test("a POST that may have arrived is sent once", arguments: [true, false])
  func post(isDropped: Bool) async throws {
    let waits = Waits()
    let (server, bin) = try bin(
      failing: 9, with: isDropped ? .dropped : .init(503), waits: waits)
    #expect(try await bin.failure(Post()).mayHaveReachedServer)
    #expect(server.requests.count == 1)
    #expect(waits.all.isEmpty)
  }

  @Test("what an earlier attempt may have done is not forgotten over a later one")
  func reachedBefore() async throws {
    struct Unplugged: HTTPInterceptor {
      func intercept(_ attempt: HTTPAttempt, next: @escaping Next) async throws -> HTTPResponse {
        if attempt.number == 1 { return try await next(attempt.request) }
        let url = attempt.request.url
        throw HTTPError(.cannotConnect("no"), url: url, mayHaveReachedServer: false)
      }
    }
    let (server, plain) = try bin(failing: 9, with: .dropped, waits: Waits())
    var bin = plain
    bin.interceptors = [Unplugged()]
    let error = try await bin.failure(Plain("x"))
    guard case .cannotConnect = error.reason else { throw error }
    #expect(error.mayHaveReachedServer)
    #expect(server.requests.count == 1)
  }

  @Test("a call that is cancelled while it waits ends there")
  func cancellation() async throws {
    let waiting = Latch()
    let server = LoopbackServer { _ in .init(503) }
    var bin = try Bin(server)
    bin.retry = HTTPRetry(maxAttempts: 3, base: .seconds(1000), cap: .seconds(1000))
    bin.retry.fraction = { 1 }
    bin.retry.sleep = {
      waiting.open()
      try await Task.sleep(for: $0)
    }
    let task = Task { [bin] in try await bin.failure(Plain("x")) }
    await waiting.opened()
    task.cancel()
    let error = try await task.value
    guard case .cancelled = error.reason else { throw error }
    #expect(error.mayHaveReachedServer)
    #expect(server.requests.count == 1)
  }
}

/// The waits that a server's calls asked for.
private final class Waits: Sendable {
  private let durations = Mutex<[Duration]>([])
  var all: [Duration] { durations.withLock { $0 } }

  func add(_ duration: Duration) { durations.withLock { $0.append(duration) } }
}
