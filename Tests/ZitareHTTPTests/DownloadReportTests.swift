import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

/// What went wrong with other programs, as people have reported it: one test per kind of report.
@Suite struct DownloadReportTests {
  private let downloading = Downloading()
  private let file = FaultServer.file
  private let begun = FaultServer.file[..<100_000]

  private func server(_ answer: @escaping LoopbackServer.Handler) -> LoopbackServer {
    LoopbackServer(answer)
  }

  @Test("a page for a missing file is no file (WHDLoad-Download-Tool#11)")
  func missing() async throws {
    let server = server { _ in FaultServer.page(404) }
    let error = try await downloading.failure(try downloading.download(server.url()))
    #expect(error.response?.status == 404)
    #expect(!error.isTransient)
    #expect(try downloading.result == nil && downloading.isClean)
  }

  @Test("an empty refusal is no finished download (streamyfin#2077)")
  func unauthorized() async throws {
    let server = server { .init($0.path == "/refused" ? 401 : 200) }
    var download = try downloading.download(server.url("/refused"))
    #expect(try await downloading.failure(download).response?.status == 401)
    download = try downloading.download(server.url("/empty"))
    guard case .implausible = try await downloading.failure(download).reason else {
      Issue.record("an empty file was taken")
      return
    }
    #expect(try downloading.result == nil && downloading.isClean)
  }

  @Test("a connection that ends short is gone on with (owncloud/client#2528, b2-sdk-python#32)")
  func short() async throws {
    let server = server { request in
      guard let offset = FaultServer.offset(request) else {
        var answer = FaultServer.whole()
        answer.cutAfter = 100_000
        return answer
      }
      return FaultServer.part(from: offset)
    }
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(downloading.offsets == [0, 100_000])
    #expect(done.attempts == 2 && done.restarts == 0 && done.proof == .complete)
    #expect(try downloading.result == file)
  }

  @Test("a clean end before the announced length is none (pocket-casts-android#5869, curl#6736)")
  func cleanEnd() async throws {
    let server = server { _ in
      .init(body: Array(FaultServer.file[..<1000]), framing: .wrongLength(FaultServer.size))
    }
    let error = try await downloading.failure(try downloading.download(server.url()))
    guard case .restartedTooOften = error.reason else { throw error }
    #expect(try downloading.result == nil)
  }

  @Test("a file packed without being asked for is refused (httpie/cli#1642, conan#6996)")
  func packed() async throws {
    let server = server { [file] _ in .gzip(gzip(file)) }
    _ = try await downloading.failure(try downloading.download(server.url()))
    #expect(server.requests.allSatisfy { $0["Accept-Encoding"] == "identity" })
    #expect(try downloading.result == nil)
  }

  @Test("a file may be asked for packed; it is then counted as it came")
  func unpacked() async throws {
    let server = server { [file] _ in .gzip(gzip(file)) }
    var download = try downloading.download(server.url())
    download.acceptsCompression = true
    download.expected.size = Int64(file.count)
    let done = try await downloading.file(download)
    #expect(done.proof == .complete)
    #expect(server.requests.map { $0["Accept-Encoding"] } == ["gzip"])
    #expect(try downloading.result == file)
  }

  @Test("another length with every answer is not resumable, and fails (aria2#590)")
  func restless() async throws {
    let count = Mutex(0)
    let server = server { request in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      let body = Array(FaultServer.file[..<(200_000 + number)])
      var answer =
        FaultServer.offset(request).map { FaultServer.part(body, from: $0) }
        ?? FaultServer.whole(body)
      answer.cutAfter = 100_000
      return answer
    }
    let error = try await downloading.failure(try downloading.download(server.url()))
    guard case .restartedTooOften(2, _) = error.reason else { throw error }
    #expect(try downloading.result == nil && downloading.isClean)
  }

  @Test("an interrupted download goes on at its next start (huggingface_hub#1396)")
  func interrupted() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = server { request in
      if let offset = FaultServer.offset(request) { return FaultServer.part(from: offset) }
      var answer = FaultServer.whole()
      answer.gateInBody = (gate, 100_000)
      return answer
    }
    let download = try downloading.download(server.url())
    let task = Task { [downloading] in try await downloading.failure(download) }
    await gate.reached.opened()
    while try (downloading.part?.count ?? 0) < 100_000 { await Task.yield() }
    task.cancel()
    let error = try await task.value
    guard case .cancelled = error.reason else { throw error }
    #expect(error.kept == 100_000)
    #expect(try downloading.result == nil)
    let done = try await downloading.file(download)
    #expect(downloading.offsets == [0, 100_000])
    #expect(done.attempts == 2 && done.restarts == 0)
    #expect(try downloading.result == file)
  }

  @Test("a full disk keeps what is written, and the next attempt goes on (ModOrganizer2#470)")
  func full() async throws {
    let size = 3 << 20
    let body = Array(repeatElement(file, count: 12).joined())
    let server = server { request in
      let offset = FaultServer.offset(request) ?? 0
      return offset == 0 ? FaultServer.whole(body) : FaultServer.part(body, from: offset)
    }
    try downloading.leave(body[..<100_000], of: server.url(), total: Int64(size))
    var download = try downloading.download(server.url())
    download.reservedSpace = .max / 2
    let error = try await downloading.failure(download)
    guard case .outOfSpace = error.reason else { throw error }
    #expect(error.isTransient && error.kept == 100_000)
    download.reservedSpace = 0
    let done = try await downloading.file(download)
    #expect(done.restarts == 0)
    #expect(try downloading.result == body)
  }

  @Test("only what is still to come has to fit on the disk (megabasterd#653)")
  func room() throws {
    let part = try #require(try PartFile.locked(downloading.paths.part))
    let (total, here) = (Int64(256 << 20), Int64(128 << 20))
    let free = try #require(part.descriptor.freeSpace)
    // What is to stay free leaves room for three quarters of the file.
    let spare = free - total / 4 * 3
    #expect(try part.missingSpace(for: total, leaving: spare) != nil)
    truncate(downloading.paths.part.string, off_t(here))
    try part.resume(at: here)
    #expect(try part.missingSpace(for: total, leaving: spare) == nil)
  }

  @Test("an empty file of the name, as a loss of power leaves it, is fetched (nextcloud#10547)")
  func emptyFile() async throws {
    let server = server { _ in FaultServer.whole() }
    try downloading.folder.write("file.bin", [])
    _ = try await downloading.file(try downloading.download(server.url()))
    #expect(try downloading.result == file)
  }

  @Test(
    "a server's wish to be left alone is the least wait (aria2#2295, httrack#1738)",
    arguments: [429, 503], ["7", "Sun, 06 Nov 1994 08:49:44 GMT"])
  func retryAfter(status: Int, wish: String) async throws {
    let count = Mutex(0)
    let server = server { _ in
      let isFirst = count.withLock {
        $0 += 1
        return $0 == 1
      }
      if !isFirst { return FaultServer.whole() }
      return .init(
        status,
        headers: [("Retry-After", wish), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")])
    }
    _ = try await downloading.file(try downloading.download(server.url()))
    #expect(downloading.waits.reduce(.zero, +) >= .seconds(7))
    #expect(try downloading.result == file)
  }

  @Test("falling back to nothing again and again is counted, told and ended (findroid#1159)")
  func again() async throws {
    let server = server { _ in
      var answer = FaultServer.whole(tag: nil)
      answer.cutAfter = 180_000
      return answer
    }
    let error = try await downloading.failure(try downloading.download(server.url()))
    guard case .restartedTooOften(2, _) = error.reason else { throw error }
    #expect(downloading.offsets == [0, 0, 0])
    #expect(downloading.restarts.count == 2)
    #expect(error.kept == 0 && !error.isTransient)
    #expect(try downloading.result == nil && downloading.isClean)
  }

  @Test("a login page is no video, and what was here stays (react-native-webview#1914)")
  func login() async throws {
    let server = server { _ in FaultServer.page(200) }
    var download = try downloading.download(server.url())
    download.expected.type = "video/mp4"
    let error = try await downloading.failure(download)
    guard case .implausible = error.reason else { throw error }
    #expect(error.isTransient)  // the network's, perhaps
    #expect(try downloading.result == nil && downloading.isClean)
    // The type of the first answer holds for the rest, too.
    try downloading.leave(begun, of: server.url())
    download.expected.type = nil
    #expect(try await downloading.failure(download).kept == 100_000)
    #expect(try downloading.part == Array(begun))
  }

  @Test("an error text under the right type is found out by its first bytes (imgopt#6)")
  func disguised() async throws {
    let server = server { _ in
      .init(
        headers: [("Content-Type", "image/jpeg"), ("ETag", "\"1\"")],
        body: FaultServer.page + [UInt8](repeating: 0, count: 2000))
    }
    var download = try downloading.download(server.url())
    download.expected.type = "image/jpeg"
    guard case .implausible = try await downloading.failure(download).reason else {
      Issue.record("taken")
      return
    }
    #expect(try downloading.result == nil && downloading.isClean)
  }

  @Test("another digest is a failure, whoever names the right one (jellyfin-android#1720)")
  func digest() async throws {
    let right = SHA256.digest(file)
    let server = server { request in
      var answer = FaultServer.whole()
      switch request.path {
      case "/repr":
        answer.headers.append(("Repr-Digest", "sha-256=:\(SHA256.digest([1]).base64):"))
      case "/old": answer.headers.append(("Digest", "SHA-256=\(SHA256.digest([1]).base64)"))
      case "/md5": answer.headers.append(("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA=="))
      case "/sum": return .init(text: "\(SHA256.digest([1]).hexadecimal)  file.bin\n")
      case "/right": answer.headers.append(("Repr-Digest", "sha-256=:\(right.base64):"))
      default: break
      }
      return answer
    }
    for path in ["/repr", "/old", "/md5", "/named", "/listed"] {
      var download = try downloading.download(server.url(path))
      if path == "/named" { download.expected.sha256 = SHA256.digest([1]) }
      if path == "/listed" { download.checksum = try HTTPURL(server.url("/sum")) }
      let error = try await downloading.failure(download)
      guard case .digest = error.reason else { throw error }
      #expect(try downloading.result == nil && downloading.isClean, "\(path)")
    }
    var download = try downloading.download(server.url("/right"))
    #expect(try await downloading.file(download).proof == .verified)
    download = try downloading.download(server.url("/plain"))
    download.expected.sha256 = right
    #expect(try await downloading.file(download).proof == .verified)
  }

  @Test("no length is not a length of nothing (rclone#2247)")
  func unknownLength() async throws {
    let server = server { [file] request in
      .init(body: file, framing: request.path == "/chunks" ? .chunked(4096) : .close)
    }
    for (path, proof) in [("/chunks", Download.Proof.complete), ("/close", .unverified)] {
      let done = try await downloading.file(try downloading.download(server.url(path)))
      #expect(done.proof == proof && done.size == Int64(file.count))
    }
    for event in downloading.events.dropLast() {
      if case .progress(let progress) = event, progress.received < file.count {
        #expect(progress.total == nil)
      }
    }
  }
}

extension [UInt8] {
  fileprivate var base64: String { Data(self).base64EncodedString() }
}
