import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// Lines that several observers write.
private final class Log: Sendable {
  private let entries = Mutex<[String]>([])
  var lines: [String] { entries.withLock { $0 } }

  func add(_ line: String) { entries.withLock { $0.append(line) } }
}

/// Numbers the exchanges it sees and writes down what it is told of each.
private final class Recorder: HTTPObserver {
  private let name: String
  private let log: Log
  private let count = Mutex(0)

  init(_ log: Log, name: String = "") {
    self.name = name
    self.log = log
  }

  func willSend(_ request: HTTPRequest) -> Int {
    let number = count.withLock {
      $0 += 1
      return $0
    }
    log.add("\(name)\(number) sends \(request.method) \(request.headers["X-A"] ?? "")")
    return number
  }

  func didReceive(_ response: HTTPResponse, to request: HTTPRequest, context: Int) {
    log.add("\(name)\(context) received \(response.status), \(response.body.count) bytes")
  }

  func didFail(_ error: HTTPError, of request: HTTPRequest, context: Int) {
    let reason =
      switch error.reason {
      case .status(let response): "status \(response.status)"
      case .undecodable: "undecodable"
      case .cannotConnect: "no connection"
      case .file: "file"
      default: "other"
      }
    log.add("\(name)\(context) failed, \(reason)")
  }
}

/// An observer with a context of another type.
private struct Words: HTTPObserver {
  let log: Log

  func willSend(_ request: HTTPRequest) -> String { "words" }
  func didReceive(_ response: HTTPResponse, to request: HTTPRequest, context: String) {
    log.add("\(context) received")
  }
  func didFail(_ error: HTTPError, of request: HTTPRequest, context: String) {
    log.add("\(context) failed")
  }
}

private struct Number: ResponseEndpoint {
  typealias Response = Int
  let path = "json"
}

@Suite struct HTTPObserverTests {
  private let server = LoopbackServer.bin()
  private let log = Log()
  private let folder = TemporaryFolder()

  private func bin(_ observers: [any HTTPObserver]) throws -> Bin {
    var bin = try Bin(server)
    bin.observers = observers
    return bin
  }

  @Test("a good call is sent and received, and has not failed")
  func success() async throws {
    try await bin([Recorder(log)]).call(endpoint: Plain("image"))
    #expect(log.lines == ["1 sends GET ", "1 received 200, 100256 bytes"])
  }

  @Test("a bad answer is received before it has failed", arguments: [404, 500])
  func badStatus(status: Int) async throws {
    _ = try await bin([Recorder(log)]).failure(Plain("status/\(status)"))
    #expect(
      log.lines == [
        "1 sends GET ", "1 received \(status), 8 bytes", "1 failed, status \(status)",
      ])
  }

  @Test("an answer that does not decode is received before it has failed")
  func undecodable() async throws {
    await #expect(throws: HTTPError.self) {
      try await bin([Recorder(log)]).call(response: Number())
    }
    #expect(log.lines == ["1 sends GET ", "1 received 200, 36 bytes", "1 failed, undecodable"])
  }

  @Test("a call without an answer has only failed")
  func noAnswer() async throws {
    var bin = try Bin(at: "http://127.0.0.1:1")
    bin.observers = [Recorder(log)]
    _ = try await bin.failure(Get())
    #expect(log.lines == ["1 sends GET ", "1 failed, no connection"])
  }

  @Test("what is thrown before anything is sent is not observed")
  func nothingSent() async throws {
    await #expect(throws: Refused.self) {
      try await bin([Recorder(log)]).call(response: Get()) { _ in throw Refused() }
    }
    #expect(log.lines.isEmpty)
  }

  @Test("several observers are told in their order, each with the context that it gave")
  func order() async throws {
    let bin = try bin([Recorder(log, name: "a"), Words(log: log), Recorder(log, name: "b")])
    try await bin.call(endpoint: Plain("status/204")) { $0.headers["X-A"] = "as sent" }
    _ = try await bin.failure(Plain("status/404"))
    #expect(
      log.lines == [
        "a1 sends GET as sent", "b1 sends GET as sent",
        "a1 received 204, 0 bytes", "words received", "b1 received 204, 0 bytes",
        "a2 sends GET ", "b2 sends GET ",
        "a2 received 404, 8 bytes", "words received", "b2 received 404, 8 bytes",
        "a2 failed, status 404", "words failed", "b2 failed, status 404",
      ])
  }

  @Test("calls at the same time keep their contexts apart")
  func parallel() async throws {
    let bin = try bin([Recorder(log)])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { _ = try? await bin.call(endpoint: Plain("status/404")) }
      }
    }
    for number in 1...20 {
      #expect(
        log.lines.filter { $0.hasPrefix("\(number) ") } == [
          "\(number) sends GET ", "\(number) received 404, 8 bytes",
          "\(number) failed, status 404",
        ])
    }
  }

  @Test("downloads are observed, without their bytes")
  func downloads() async throws {
    let bin = try bin([Recorder(log)])
    _ = try await bin.download(endpoint: Plain("image"), to: folder.appending("a"))
    await #expect(throws: HTTPError.self) {
      try await bin.download(endpoint: Plain("status/404"), to: folder.appending("a"))
    }
    try await bin.withDownload(of: Plain("image")) { _, _ in }
    #expect(
      log.lines == [
        "1 sends GET ", "1 received 200, 0 bytes",
        "2 sends GET ", "2 received 404, 8 bytes", "2 failed, status 404",
        "3 sends GET ", "3 received 200, 0 bytes",
      ])
  }

  @Test("a download whose file cannot be put in its place has failed")
  func unplaceable() async throws {
    try folder.write("taken/by/a/folder", [])
    await #expect(throws: HTTPError.self) {
      try await bin([Recorder(log)]).download(
        endpoint: Plain("image"), to: folder.appending("taken"))
    }
    #expect(log.lines == ["1 sends GET ", "1 received 200, 0 bytes", "1 failed, file"])
  }

  @Test("every attempt is observed")
  func attempts() async throws {
    var bin = try bin([Recorder(log)])
    bin.retry = HTTPRetry(maxAttempts: 2)
    bin.retry.sleep = { _ in }
    _ = try await bin.failure(Plain("status/503"))
    #expect(
      log.lines == [
        "1 sends GET ", "1 received 503, 8 bytes", "1 failed, status 503",
        "2 sends GET ", "2 received 503, 8 bytes", "2 failed, status 503",
      ])
  }
}
