import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

@Suite struct HTTPServerDownloadTests {
  private let server = LoopbackServer.bin()
  private let folder = TemporaryFolder()

  private var target: FilePath { folder.appending("image.jpg") }

  @Test("an answer's body becomes a file, and the result says what it is")
  func destination() async throws {
    let file = try await Bin(server).download(endpoint: Plain("image/jpeg"), to: target)
    #expect(try folder.read("image.jpg") == LoopbackServer.image)
    #expect(file.size == Int64(LoopbackServer.image.count))
    #expect(file.sha256 == SHA256.digest(LoopbackServer.image))
    #expect(file.headers["Content-Type"] == "image/jpeg")
    #expect(try Files.names(in: folder.path) == ["image.jpg"])
  }

  @Test("a file that is there is replaced, for whoever has it open it stays")
  func replacing() async throws {
    try folder.write("image.jpg", Array("old".utf8))
    let old = open(target.string, O_RDONLY)
    defer { close(old) }
    _ = try await Bin(server).download(endpoint: Plain("image/jpeg"), to: target)
    #expect(try folder.read("image.jpg") == LoopbackServer.image)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(old, &bytes, 10) == 3)
  }

  @Test(
    "whatever goes wrong, the file stays and nothing is beside it",
    arguments: ["/status/404", "/status/500", "/status/201", "/status/304", "/cut", "/large"])
  func failure(path: String) async throws {
    let server = LoopbackServer { request in
      switch request.path {
      case "/cut": .init(body: LoopbackServer.image, cutAfter: 1000)
      case "/large": .init(body: Array(repeating: 0, count: 200_000))
      default: .init(request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0, text: "page")
      }
    }
    try folder.write("image.jpg", Array("old".utf8))
    let error = try #require(
      await #expect(throws: HTTPError.self) {
        try await Bin(server).download(endpoint: Plain(path), to: target, limit: 150_000)
      })
    if path.hasPrefix("/status/4") { #expect(error.response?.text == "page") }
    #expect(try folder.read("image.jpg") == Array("old".utf8))
    #expect(try Files.names(in: folder.path) == ["image.jpg"])
  }

  @Test("a cancelled download leaves the file and nothing beside it")
  func cancelled() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = LoopbackServer { _ in
      .init(body: LoopbackServer.image, gateInBody: (gate, 50_000))
    }
    let bin = try Bin(server)
    try folder.write("image.jpg", Array("old".utf8))
    let task = Task { [target] in try await bin.download(endpoint: Plain("x"), to: target) }
    await gate.reached.opened()
    task.cancel()
    let error = await #expect(throws: HTTPError.self) { try await task.value }
    guard case .cancelled = error?.reason else { throw try #require(error) }
    #expect(try folder.read("image.jpg") == Array("old".utf8))
    #expect(try Files.names(in: folder.path) == ["image.jpg"])
  }

  @Test("a temporary file exists as long as it is looked at, whatever becomes of that")
  func temporary() async throws {
    let seen = Mutex<[FilePath]>([])
    let size = try await Bin(server).withDownload(of: Plain("image/jpeg")) { path, file in
      seen.withLock { $0.append(path) }
      let bytes = try Files.read(path)
      #expect(bytes == LoopbackServer.image)
      return file.size
    }
    #expect(size == Int64(LoopbackServer.image.count))
    await #expect(throws: Refused.self) {
      try await Bin(server).withDownload(of: Plain("image/jpeg")) { path, _ in
        seen.withLock { $0.append(path) }
        throw Refused()
      }
    }
    for path in seen.withLock({ $0 }) {
      #expect(try Files.size(of: path) == nil)
      #expect(try Files.size(of: path.parent) == nil)
    }
  }

  @Test("an error page never becomes a temporary file")
  func temporaryFailure() async throws {
    let error = await #expect(throws: HTTPError.self) {
      try await Bin(server).withDownload(of: Plain("status/404")) { _, _ in
        Issue.record("handed over")
      }
    }
    #expect(error?.response?.text == "as asked")
  }

  @Test("a download is tried again like any call, and tells its progress")
  func retry() async throws {
    let failures = Mutex(1)
    let server = LoopbackServer { _ in
      let fails = failures.withLock {
        $0 -= 1
        return $0 >= 0
      }
      return .init(body: LoopbackServer.image, cutAfter: fails ? 1000 : nil)
    }
    var bin = try Bin(server)
    bin.retry = HTTPRetry(maxAttempts: 2)
    bin.retry.sleep = { _ in }
    let total = Mutex<Int64?>(nil)
    _ = try await bin.download(
      endpoint: Plain("x"), to: target,
      progress: { done, announced in total.withLock { $0 = announced } })
    #expect(try folder.read("image.jpg") == LoopbackServer.image)
    #expect(total.withLock { $0 } == Int64(LoopbackServer.image.count))
    #expect(server.requests.count == 2)
  }
}
