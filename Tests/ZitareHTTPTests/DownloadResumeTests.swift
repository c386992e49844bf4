import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

@Suite struct DownloadResumeTests {
  private let downloading = Downloading()
  private let file = FaultServer.file
  private let begun = FaultServer.file[..<100_000]

  @Test("what an earlier run has left is gone on with, and its digest proves it")
  func resume() async throws {
    let server = FaultServer.sound()
    try downloading.leave(begun, of: server.url()) { $0.restarts = 1 }
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(server.requests.map { $0["Range"] } == ["bytes=100000-"])
    #expect(server.requests.map { $0["If-Range"] } == [FaultServer.tag])
    #expect(done.attempts == 2 && done.restarts == 1)
    #expect(try downloading.result == file && downloading.isClean)
  }

  @Test("a rest that comes in pieces is whole only with the last, whoever told the length first")
  func pieces() async throws {
    let server = LoopbackServer { [file] request in
      guard let offset = FaultServer.offset(request) else {
        var begun = FaultServer.whole()
        (begun.framing, begun.cutAfter) = (.chunked(50_000), 100_000)
        return begun
      }
      let end = min(offset + 60_000, file.count)
      var piece = FaultServer.whole(Array(file[offset..<end]))
      piece.status = 206
      piece.headers.append(("Content-Range", "bytes \(offset)-\(end - 1)/\(file.count)"))
      return piece
    }
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.proof == .complete)
    #expect(try downloading.result == file && downloading.isClean)
    #expect(server.requests.count > 2)
  }

  @Test("bytes beyond what the journal claims are dropped")
  func beyondJournal() async throws {
    let server = FaultServer.sound()
    try downloading.leave(begun, of: server.url())
    try downloading.folder.write("file.bin.part", Array(begun) + [0, 1, 2])
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.restarts == 0)
    #expect(try downloading.result == file)
  }

  /// What may have become of the part and its journal.
  enum Damage: CaseIterable {
    case flippedByte, shortPart, noJournal, garbage, otherForm, hugeJournal
  }

  @Test(
    "bytes that cannot be trusted are fetched again, and that is told", arguments: Damage.allCases)
  func damaged(damage: Damage) async throws {
    let server = FaultServer.sound()
    try downloading.leave(begun, of: server.url())
    let journal = "file.bin.part.json"
    switch damage {
    case .flippedByte:
      var bytes = Array(begun)
      bytes[50_000] ^= 1
      try downloading.folder.write("file.bin.part", bytes)
    case .shortPart: try downloading.folder.write("file.bin.part", begun.dropLast())
    case .noJournal: unlink(downloading.paths.journal.string)
    case .garbage: try downloading.folder.write(journal, [0, 0, 0])
    case .otherForm: try downloading.folder.write(journal, Array("{\"version\":1}".utf8))
    case .hugeJournal:
      try downloading.folder.write(journal, [UInt8](repeating: 0x20, count: 1 << 20))
    }
    _ = try await downloading.file(try downloading.download(server.url()))
    #expect(downloading.offsets == [0])
    #expect(downloading.restarts.count == 1)
    #expect(try downloading.result == file && downloading.isClean)
  }

  @Test("without a strong version a part is given up, unless the digest is known")
  func validators() async throws {
    for knowsDigest in [true, false] {
      let downloading = Downloading()
      let server = FaultServer.sound(tag: nil)
      try downloading.leave(begun, of: server.url(), tag: nil)
      var download = try downloading.download(server.url())
      if knowsDigest { download.expected.sha256 = SHA256.digest(file) }
      let done = try await downloading.file(download)
      #expect(downloading.offsets == [knowsDigest ? 100_000 : 0])
      #expect(done.restarts == (knowsDigest ? 0 : 1))
      #expect(try downloading.result == file)
    }
  }

  @Test("a part that turns out wrong in the end is fetched anew, once more")
  func wrongPrefix() async throws {
    let server = FaultServer.sound(tag: nil)
    try downloading.leave(FaultServer.older[..<100_000], of: server.url(), tag: nil)
    var download = try downloading.download(server.url())
    download.expected.sha256 = SHA256.digest(file)
    let done = try await downloading.file(download)
    #expect(downloading.offsets == [100_000, 0])
    #expect(done.restarts == 1 && done.proof == .verified)
    #expect(try downloading.result == file)
  }

  @Test("a server without ranges is asked for the whole, within limits")
  func noRanges() async throws {
    let count = Mutex(0)
    let server = LoopbackServer { _ in
      var answer = FaultServer.whole()
      answer.headers.append(("Accept-Ranges", "none"))
      let isFirst = count.withLock {
        $0 += 1
        return $0 == 1
      }
      if isFirst { answer.cutAfter = 100_000 }
      return answer
    }
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.restarts == 1)
    #expect(server.requests.allSatisfy { $0["Range"] == nil })
    #expect(try downloading.result == file)
  }

  @Test("a date of change is a version where it lies before the answer's")
  func dates() async throws {
    let changed = "Sun, 06 Nov 1994 08:49:37 GMT"
    for (date, isResumed) in [("Sun, 06 Nov 1994 08:49:38 GMT", true), (changed, false)] {
      let downloading = Downloading()
      let server = LoopbackServer { request in
        var answer =
          FaultServer.offset(request).map { FaultServer.part(from: $0, tag: nil) }
          ?? FaultServer.whole(tag: nil)
        answer.headers += [("Last-Modified", changed), ("Date", date)]
        if request["Range"] == nil, isResumed { answer.cutAfter = 100_000 }
        return answer
      }
      let done = try await downloading.file(try downloading.download(server.url()))
      #expect(server.requests.last?["If-Range"] == (isResumed ? changed : nil))
      #expect(done.attempts == (isResumed ? 2 : 1))
      #expect(try downloading.result == file)
    }
  }

  @Test("a part that is whole but has not got its name gets it without a request")
  func whole() async throws {
    let server = FaultServer.sound()
    try downloading.leave(file, of: server.url()) { $0.proof = .complete }
    _ = try await downloading.file(try downloading.download(server.url()))
    #expect(server.requests.isEmpty)
    #expect(try downloading.result == file && downloading.isClean)
  }

  @Test("a whole part with another digest than expected is fetched anew")
  func wholeOther() async throws {
    let server = FaultServer.sound()
    try downloading.leave(FaultServer.older, of: server.url()) { $0.proof = .complete }
    var download = try downloading.download(server.url())
    download.expected.sha256 = SHA256.digest(file)
    #expect(try await downloading.file(download).restarts == 1)
    #expect(try downloading.result == file)
  }

  @Test("the journal is written on the way, and never claims more than the part holds")
  func journal() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = LoopbackServer { _ in
      var answer = FaultServer.whole()
      answer.gateInBody = (gate, 200_000)
      return answer
    }
    var download = try downloading.download(server.url("/?token=secret"))
    download.checkpointBytes = 1
    let task = Task { [downloading, download] in try await downloading.file(download) }
    await gate.reached.opened()
    try await eventually("a journal") { try downloading.journal != nil }
    let journal = try #require(try downloading.journal)
    #expect(journal.received > 0)
    #expect(journal.sha256 == SHA256.digest(file[..<Int(journal.received)]).hexadecimal)
    #expect(!journal.url.contains("secret"))
    gate.release()
    _ = try await task.value
    #expect(try downloading.result == file && downloading.isClean)
  }

  @Test("304 for a version that is here already leaves everything as it is")
  func notModified() async throws {
    let server = LoopbackServer { request in
      request["If-None-Match"] == "W/\"1\""
        ? .init(304, headers: [("ETag", "W/\"1\"")]) : FaultServer.whole()
    }
    try downloading.folder.write("file.bin", [1])
    var download = try downloading.download(server.url())
    download.unless = Validators(etag: "W/\"1\"")
    guard case .notModified(let headers) = try await downloading.run(download) else {
      Issue.record("downloaded")
      return
    }
    #expect(headers["ETag"] == "W/\"1\"")
    #expect(try downloading.result == [1] && downloading.isClean)
  }

  @Test("a file above the limit is refused, whatever its length is said to be")
  func limit() async throws {
    let server = LoopbackServer { request in
      .init(body: FaultServer.file, framing: request.path == "/close" ? .close : .length)
    }
    for path in ["/length", "/close"] {
      var download = try downloading.download(server.url(path))
      download.maxSize = Int64(file.count) - 1
      let error = try await downloading.failure(download)
      guard case .tooLarge = error.reason else { throw error }
      #expect(try downloading.result == nil && downloading.isClean)
      download.maxSize += 1
      _ = try await downloading.file(download)
      unlink(downloading.paths.destination.string)
    }
  }

  @Test(
    "no length that a server names is too much to be counted with",
    arguments: [Int.max, 1 << 50])
  func absurdLength(length: Int) async throws {
    let server = LoopbackServer { [file] request in
      guard let offset = FaultServer.offset(request) else {
        return .init(body: file, framing: .wrongLength(length))
      }
      var answer = FaultServer.part(from: offset)
      answer.headers.removeAll { $0.name == "Content-Range" }
      answer.headers.append(("Content-Range", "bytes \(offset)-\(file.count - 1)/\(length)"))
      return answer
    }
    var download = try downloading.download(server.url())
    let error = try await downloading.failure(download)
    guard case .outOfSpace = error.reason else { throw error }
    // An answer before may have had no length.
    try downloading.leave(begun, of: server.url(), total: nil)
    let resumed = try await downloading.failure(download)
    guard case .outOfSpace = resumed.reason else { throw resumed }
    // More than is wanted is no lack of space, which would be waited for.
    download.maxSize = 1 << 30
    download.waitsForSpace = true
    for isBegun in [false, true] {
      if isBegun { try downloading.leave(begun, of: server.url(), total: nil) }
      let refused = try await downloading.failure(download)
      guard case .tooLarge = refused.reason else { throw refused }
    }
    #expect(try downloading.result == nil && downloading.isClean)
  }

  @Test("a part that is whole is held against what this call expects of it")
  func expectations() async throws {
    for isDone in [true, false] {
      for change: @Sendable (inout Download) -> Void in [
        { $0.maxSize = 99_999 }, { $0.expected.minSize = 100_001 },
      ] {
        let downloading = Downloading()
        let server = FaultServer.sound()
        try downloading.leave(begun, of: server.url(), total: isDone ? nil : 100_000) {
          $0.proof = isDone ? .complete : nil
        }
        var download = try downloading.download(server.url())
        change(&download)
        _ = try await downloading.failure(download)
        #expect(try downloading.result == nil && downloading.isClean)
      }
    }
  }

  @Test("the last of some pieces is only known where the server says how many bytes there are")
  func piecesWithoutTotal() async throws {
    let server = LoopbackServer { [file] request in
      guard let offset = FaultServer.offset(request) else {
        var begun = FaultServer.whole()
        (begun.framing, begun.cutAfter) = (.chunked(50_000), 100_000)
        return request.method == "HEAD" ? FaultServer.whole() : begun
      }
      if offset >= file.count { return FaultServer.beyond(nil) }
      let end = min(offset + 60_000, file.count)
      var piece = FaultServer.whole(Array(file[offset..<end]))
      piece.status = 206
      piece.headers.append(("Content-Range", "bytes \(offset)-\(end - 1)/*"))
      return piece
    }
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.proof == .complete && done.restarts == 0)
    #expect(try downloading.result == file && downloading.isClean)
  }

  @Test("a version that no header can hold is none, and stops no later request")
  func oddTag() async throws {
    let count = Mutex(0)
    let server = LoopbackServer { [file] _ in
      var answer = FaultServer.whole(file, tag: "\"a\u{1}b\"")
      let isFirst = count.withLock {
        $0 += 1
        return $0 == 1
      }
      if isFirst { answer.cutAfter = 100_000 }
      return answer
    }
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.restarts == 1 && done.validators.etag == nil)
    #expect(try downloading.result == file)
  }

  @Test("a type that fills pages does not cost what has come")
  func longType() async throws {
    let type = "application/x; a=" + String(repeating: "b", count: 70_000)
    let server = LoopbackServer { request in
      var answer =
        FaultServer.offset(request).map { FaultServer.part(from: $0) } ?? FaultServer.whole()
      answer.headers[0].value = type
      if request["Range"] == nil { answer.cutAfter = 100_000 }
      return answer
    }
    var download = try downloading.download(server.url())
    download.patience.attempts = 0
    #expect(try await downloading.failure(download).kept == 100_000)
    download.patience.attempts = 2
    _ = try await downloading.file(download)
    #expect(downloading.offsets == [0, 100_000])
    #expect(try downloading.result == file)
  }
}
