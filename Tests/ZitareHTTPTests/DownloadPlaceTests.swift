import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

/// What lies at a download's destination and beside it, and whose it is.
@Suite struct DownloadPlaceTests {
  private let downloading = Downloading()
  private let file = FaultServer.file
  private let server = FaultServer.sound()

  @Test("what is no file is never replaced by one", arguments: ["pipe", "device", "folder"])
  func noFile(kind: String) async throws {
    let destination = downloading.paths.destination
    switch kind {
    case "pipe": mkfifo(destination.string, 0o600)
    case "device": symlink("/dev/null", destination.string)
    default: mkdir(destination.string, 0o700)
    }
    var status = stat()
    stat(destination.string, &status)
    let error = try await downloading.failure(try downloading.download(server.url()))
    guard case .file(let fault) = error.reason else { throw error }
    #expect(fault.path == destination)
    var after = stat()
    stat(destination.string, &after)
    #expect(after.st_ino == status.st_ino && after.st_mode == status.st_mode)
    #expect(server.requests.isEmpty)
    #expect(try downloading.isClean)
  }

  @Test("a link is replaced, and what it leads to stays as it is", arguments: [true, false])
  func link(leadsSomewhere: Bool) async throws {
    if leadsSomewhere { try downloading.folder.write("precious", [1]) }
    symlink("precious", downloading.paths.destination.string)
    _ = try await downloading.file(try downloading.download(server.url()))
    #expect(try downloading.result == file)
    #expect(try downloading.folder.read("precious") == (leadsSomewhere ? [1] : nil))
  }

  @Test("a part that is no file of ours to write is refused", arguments: ["link", "folder"])
  func foreignPart(kind: String) async throws {
    try downloading.folder.write("precious", [1])
    let part = downloading.paths.part.string
    if kind == "link" { symlink("precious", part) } else { mkdir(part, 0o700) }
    let error = try await downloading.failure(try downloading.download(server.url()))
    guard case .file(let fault) = error.reason else { throw error }
    #expect(fault.path == downloading.paths.part)
    #expect(try downloading.folder.read("precious") == [1])
  }

  @Test(
    "any name will do that leaves room for the names beside it",
    arguments: [
      ("two\nlines", true), ("-o", true), ("a b'\"$(x)\\", true), (".hidden", true), ("日本", true),
      (String(repeating: "n", count: 241), true), (String(repeating: "n", count: 242), false),
    ])
  func names(name: String, isGood: Bool) async throws {
    var download = try downloading.download(server.url())
    download.destination = downloading.folder.appending(name)
    download.checkpointBytes = 1
    if isGood {
      _ = try await downloading.file(download)
      #expect(try Files.names(in: downloading.folder.path) == [name])
      #expect(try downloading.folder.read(name) == file)
    } else {
      guard case .file(let fault) = try await downloading.failure(download).reason else {
        throw Downloading.Missing()
      }
      #expect(fault.code == ENAMETOOLONG)
      #expect(server.requests.isEmpty)
      #expect(try Files.names(in: downloading.folder.path) == [])
    }
  }

  @Test("a journal that a killed process was about to write is removed")
  func halfJournal() async throws {
    try downloading.folder.write("file.bin.part.json.tmp", [1])
    _ = try await downloading.file(try downloading.download(server.url()))
    #expect(try downloading.isClean)
  }

  @Test(
    "what no journal can say is not believed", arguments: ["attempts", "restarts", "received"])
  func senseless(field: String) async throws {
    for number in [Int.max, -1] {
      try downloading.leave(file[..<100_000], of: server.url()) { journal in
        switch field {
        case "attempts": journal.attempts = number
        case "restarts": journal.restarts = number
        default: journal.received = Int64(number)
        }
      }
      let done = try await downloading.file(try downloading.download(server.url()))
      #expect(done.attempts == 1)
      #expect(try downloading.result == file && downloading.isClean)
    }
  }

  @Test("the bytes of another address are not this one's, also if only its query is another")
  func otherAddress() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let server = LoopbackServer { request in
      let body = request.query == "id=2" ? FaultServer.file : FaultServer.older
      var answer =
        FaultServer.offset(request).map { FaultServer.part(body, from: $0, tag: nil) }
        ?? FaultServer.whole(body, tag: nil)
      answer.headers += [("Last-Modified", date), ("Date", "Sun, 06 Nov 1994 08:49:39 GMT")]
      return answer
    }
    for (bytes, proof) in [
      (FaultServer.older[..<100_000], nil), (FaultServer.older[...], nil),
      (FaultServer.older[...], Download.Proof.complete),
    ] {
      for isNamed in proof == nil ? [false] : [false, true] {
        let downloading = Downloading()
        try downloading.leave(bytes, of: server.url("/?id=1"), tag: nil) { journal in
          journal.validator = .date(date)
          journal.proof = proof
        }
        if isNamed {
          rename(downloading.paths.part.string, downloading.paths.destination.string)
        }
        let done = try await downloading.file(try downloading.download(server.url("/?id=2")))
        #expect(try downloading.result == file)
        #expect(done.restarts == 1)
      }
    }
  }

  @Test("a token that is renewed makes no other address of it")
  func renewedToken() async throws {
    try downloading.leave(file[..<100_000], of: server.url("/?id=1&token=old"))
    _ = try await downloading.file(try downloading.download(server.url("/?id=1&token=new")))
    #expect(downloading.offsets == [100_000])
    #expect(try downloading.result == file)
  }

  @Test("a page that was whole and named is no video when one is expected")
  func foundPage() async throws {
    let server = LoopbackServer { _ in .init(headers: [("Content-Type", "video/mp4")], body: video)
    }
    for isNamed in [true, false] {
      let downloading = Downloading()
      try downloading.leave(FaultServer.page, of: server.url(), total: nil) { $0.proof = .complete }
      if isNamed { rename(downloading.paths.part.string, downloading.paths.destination.string) }
      var download = try downloading.download(server.url())
      download.expected.type = "video/mp4"
      guard isNamed else {
        guard case .implausible = try await downloading.failure(download).reason else {
          throw Downloading.Missing()
        }
        continue
      }
      _ = try await downloading.file(download)
      #expect(try downloading.result == video)
    }
  }

  private let video = Array("\0\0\0\u{18}ftypmp42".utf8) + [UInt8](repeating: 7, count: 5000)

  @Test("a file that has its name but whose journal is still there is not fetched again")
  func named() async throws {
    let server = FaultServer.sound()
    try downloading.leave(file, of: server.url()) { $0.proof = .complete }
    rename(downloading.paths.part.string, downloading.paths.destination.string)
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(server.requests.isEmpty)
    #expect(done.proof == .complete && done.validators.etag == FaultServer.tag)
    #expect(try downloading.result == file && downloading.isClean)
  }

  @Test("a file with the expected digest is not fetched")
  func present() async throws {
    let server = FaultServer.sound()
    try downloading.folder.write("file.bin", file)
    var download = try downloading.download(server.url())
    download.expected.sha256 = SHA256.digest(file)
    #expect(try await downloading.file(download).proof == .verified)
    #expect(server.requests.isEmpty)
    #expect(try downloading.isClean)
  }

  @Test("two downloads to one destination never run at once")
  func busy() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = LoopbackServer { _ in
      var answer = FaultServer.whole()
      answer.gateBeforeHead = gate
      return answer
    }
    let download = try downloading.download(server.url())
    let task = Task { [downloading] in try await downloading.file(download) }
    await gate.reached.opened()
    let error = try await downloading.failure(download)
    guard case .busy = error.reason else { throw error }
    gate.release()
    _ = try await task.value
    #expect(server.requests.count == 1)
    #expect(try downloading.result == file)
  }

  @Test("a place that cannot be written to is named before anything is sent")
  func unwritable() async throws {
    let server = FaultServer.sound()
    var download = try downloading.download(server.url())
    // Nobody, root included, makes files there.
    for path in ["missing/file.bin", "/proc/self/file.bin", "."] {
      download.destination =
        path.hasPrefix("/") ? FilePath(path) : downloading.folder.appending(path)
      let error = try await downloading.failure(download)
      guard case .file = error.reason else { throw error }
      #expect(error.kept == 0 && !error.isTransient)
    }
    #expect(server.requests.isEmpty)
  }
}
