import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

/// Where downloads come from, and how many at once.
@Suite struct DownloadSourceTests {
  private let downloading = Downloading()
  private let file = FaultServer.file

  @Test("a mirror takes over where another fails, and goes on with an equal tag and length")
  func mirrors() async throws {
    let failing = LoopbackServer { _ in
      var answer = FaultServer.whole()
      answer.cutAfter = 100_000
      return answer
    }
    for (tag, knowsDigest, restarts) in [
      (FaultServer.tag, false, 0), ("\"else\"", false, 1), ("\"else\"", true, 0),
    ] {
      let downloading = Downloading()
      let second = FaultServer.sound(tag: tag)
      var download = try downloading.download(failing.url(), second.url())
      if knowsDigest { download.expected.sha256 = SHA256.digest(file) }
      let done = try await downloading.file(download)
      #expect(downloading.offsets == [0, 100_000])
      #expect(done.restarts == restarts)
      #expect(try downloading.result == file)
    }
  }

  @Test(
    "a mirror without the file, or with another, is left out",
    arguments: ["missing", "page", "shrunk"])
  func deadMirror(fault: String) async throws {
    let faults = FaultServer()
    let second = FaultServer.sound()
    var download = try downloading.download(faults.url(fault), second.url())
    download.expected.size = Int64(file.count)
    download.expected.type = "application/octet-stream"
    _ = try await downloading.file(download)
    #expect(try downloading.result == file)
  }

  @Test("a provider is asked anew when its address has run out, once", arguments: [401, 403, 410])
  func provider(status: Int) async throws {
    let server = LoopbackServer { request in
      request.query == "key=2" ? FaultServer.whole() : .init(status, text: "expired")
    }
    let asked = Mutex<[Int?]>([])
    var download = try downloading.download()
    download.source = .provider { refused in
      let count = asked.withLock {
        $0.append(refused?.status)
        return $0.count
      }
      return .init(try HTTPURL(server.url("/?key=\(count)")), headers: ["X-Key": "\(count)"])
    }
    _ = try await downloading.file(download)
    #expect(asked.withLock { $0 } == [nil, status])
    #expect(server.requests.map { $0["X-Key"] } == ["1", "2"])
    #expect(try downloading.result == file)
    download.source = .provider { _ in .init(try HTTPURL(server.url("/?key=9"))) }
    #expect(try await downloading.failure(download).response?.status == status)
  }

  @Test("a rate limit holds for all downloads that share it, without running out of idle time")
  func rate() async throws {
    let server = FaultServer.sound()
    let limit = RateLimit(bytesPerSecond: 1 << 20)
    let start = SuspendingClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["one", "two"] {
        var download = try downloading.download(server.url())
        download.destination = downloading.folder.appending(name)
        download.rateLimit = limit
        download.timeouts = HTTPTimeouts(idle: .milliseconds(50))
        group.addTask { [downloading, download] in _ = try await downloading.file(download) }
      }
      try await group.waitForAll()
    }
    // 512 KiB, of which the pieces in flight count ahead.
    #expect(SuspendingClock.now - start > .milliseconds(250))
    #expect(try downloading.folder.read("one") == file && downloading.folder.read("two") == file)
  }

  @Test("no more than a few at a time go to one server")
  func gate() async throws {
    let downloading = Downloading(perHost: 2)
    let most = Mutex((now: 0, most: 0))
    let server = LoopbackServer { _ in
      most.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      defer { most.withLock { $0.now -= 1 } }
      return FaultServer.whole()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        var download = try downloading.download(server.url())
        download.destination = downloading.folder.appending("\(number)")
        group.addTask { [download] in _ = try await downloading.file(download) }
      }
      try await group.waitForAll()
    }
    #expect(most.withLock { $0.most } <= 2)
    #expect(server.connectionCount <= 2)
  }
}
