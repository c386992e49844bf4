import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareHTTP

/// What answers to a Range have led other programs to, as people have reported it.
@Suite struct DownloadRangeTests {
  private let downloading = Downloading()
  private let file = FaultServer.file
  private let begun = FaultServer.file[..<100_000]

  private func server(_ answer: @escaping LoopbackServer.Handler) -> LoopbackServer {
    LoopbackServer(answer)
  }

  @Test(
    "416 for a part that is whole already completes it (curl#2288, curl#6740)",
    arguments: [FaultServer.size, nil])
  func beyond(announced: Int?) async throws {
    let server = server { [file] request in
      if request.method == "HEAD" { return FaultServer.whole(file) }
      return request["Range"] == nil ? FaultServer.whole(file) : FaultServer.beyond(announced)
    }
    try downloading.leave(file, of: server.url(), total: nil)
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.proof == .complete && done.restarts == 0)
    #expect(try downloading.result == file)
    #expect(server.requests.filter { $0.method == "GET" }.count == 1)
  }

  @Test("416 for a whole part of another version begins anew")
  func beyondOther() async throws {
    let server = server { [file] request in
      request["Range"] == nil ? FaultServer.whole(file) : FaultServer.beyond(FaultServer.size)
    }
    try downloading.leave(FaultServer.older, of: server.url(), tag: "\"old\"", total: nil)
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.restarts == 1)
    #expect(try downloading.result == file)
  }

  @Test("416 for a part that is shorter than the file was begins anew, whatever its version")
  func beyondShrunk() async throws {
    let shrunk = Array(begun)
    let server = server { request in
      // The tag has stayed, as that of a server that makes tags of dates may.
      request["Range"] == nil ? FaultServer.whole(shrunk) : FaultServer.beyond(shrunk.count)
    }
    for expected in [nil, Int64(FaultServer.size)] {
      let downloading = Downloading()
      try downloading.leave(begun, of: server.url(), total: expected == nil ? 262_144 : nil)
      var download = try downloading.download(server.url())
      download.expected.size = expected
      if expected == nil {
        #expect(try await downloading.file(download).restarts == 1)
      } else {
        guard case .size = try await downloading.failure(download).reason else {
          throw Downloading.Missing()
        }
        #expect(try downloading.result == nil)
      }
    }
  }

  @Test("416 for a whole part costs nothing while the server cannot be asked for its version")
  func beyondUnknown() async throws {
    let count = Mutex(0)
    let server = server { [file] request in
      if request.method == "GET" { return FaultServer.beyond(nil) }
      let isFirst = count.withLock {
        $0 += 1
        return $0 == 1
      }
      return isFirst ? .init(503) : FaultServer.whole(file)
    }
    try downloading.leave(file, of: server.url(), total: nil)
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.restarts == 0 && done.proof == .complete)
    #expect(try downloading.result == file)
  }

  @Test("416 for an offset that is wrong begins anew, once (owncloud/client#2280, yt-dlp#12994)")
  func wrongOffset() async throws {
    let server = server { request in
      request["Range"] == nil
        ? FaultServer.whole(Array(FaultServer.file[..<50_000])) : FaultServer.beyond(50_000)
    }
    try downloading.leave(begun, of: server.url())
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.size == 50_000 && done.restarts == 1)
    #expect(downloading.offsets == [100_000, 0])
  }

  @Test("a part of another address is not gone on with (Parabolic#1857)")
  func otherAddress() async throws {
    let server = server { _ in FaultServer.whole() }
    try downloading.leave(begun, of: server.url("/other"))
    let done = try await downloading.file(try downloading.download(server.url("/this")))
    #expect(downloading.offsets == [0])
    #expect(done.restarts == 1)
    #expect(server.requests.allSatisfy { $0["Range"] == nil })
    #expect(try downloading.result == file)
  }

  @Test("a range that begins elsewhere is refused, and the whole file taken (mimixbox#290)")
  func otherRange() async throws {
    let server = server { request in
      FaultServer.offset(request).map { FaultServer.part(from: $0 - 1) } ?? FaultServer.whole()
    }
    try downloading.leave(begun, of: server.url())
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(downloading.offsets == [100_000, 0])
    #expect(done.restarts == 1)
    #expect(try downloading.result == file)
  }

  @Test("the whole file for a range is taken and reported (aria2#2393, aria2-next#43)")
  func wholeForRange() async throws {
    let server = server { _ in FaultServer.whole(tag: "\"other\"") }
    try downloading.leave(begun, of: server.url())
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(done.restarts == 1)
    #expect(downloading.restarts == ["the file has changed on the server"])
    #expect(server.requests.map { $0["If-Range"] } == [FaultServer.tag])
    #expect(try downloading.result == file)
  }

  @Test("the whole of the same file again does not take bytes back that are here")
  func skipped() async throws {
    let count = Mutex(0)
    let server = server { _ in
      var answer = FaultServer.whole()
      // The second answer ends before what the first one has brought.
      let number = count.withLock {
        $0 += 1
        return $0
      }
      if number < 3 { answer.cutAfter = 150_000 / number }
      return answer
    }
    let done = try await downloading.file(try downloading.download(server.url()))
    #expect(downloading.offsets == [0, 150_000, 150_000])
    #expect(done.restarts == 2)
    #expect(try downloading.result == file)
  }

  @Test(
    "a file that changes between attempts is never mixed (aria2#2280, aiohttp#13480)",
    arguments: [FaultServer.size, FaultServer.size - 1])
  func changed(size: Int) async throws {
    let new = Array(file[..<size])
    for respectsCondition in [true, false] {
      let downloading = Downloading()
      let count = Mutex(0)
      let server = server { request in
        let isFirst = count.withLock {
          $0 += 1
          return $0 == 1
        }
        if isFirst {
          var answer = FaultServer.whole(FaultServer.older, tag: "\"old\"")
          answer.cutAfter = 100_000
          return answer
        }
        let isCurrent = !respectsCondition || request["If-Range"] == "\"new\""
        guard let offset = FaultServer.offset(request), isCurrent else {
          return FaultServer.whole(new)
        }
        return FaultServer.part(new, from: offset)
      }
      let done = try await downloading.file(try downloading.download(server.url()))
      #expect(try downloading.result == new)
      #expect(done.restarts == 1)
    }
  }
}
