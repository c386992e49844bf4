import Testing
import ZitareBase

@testable import ZitareHTTP

@Suite struct DownloadRuleTests {
  @Test(
    "a content range is read, and a senseless one is none",
    arguments: [
      ("bytes 0-9/10", 0...9, 10), ("bytes 5-9/*", 5...9, nil), ("bytes */10", nil, 10),
      ("Bytes 5-5/6", 5...5, 6),
    ] as [(String, ClosedRange<Int64>?, Int64?)])
  func contentRange(text: String, bytes: ClosedRange<Int64>?, total: Int64?) throws {
    let range = try #require(ContentRange(text))
    #expect(range.bytes == bytes)
    #expect(range.total == total)
  }

  @Test(
    "a content range without sense is none",
    arguments: [
      "", "bytes", "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "items 0-9/10", "bytes -9/10",
      "bytes 0-99999999999999999999/*", "bytes 1-2-3/9", "bytes 0-9/10/11",
    ])
  func badContentRange(text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test("only a strong tag or an old date lets a file be resumed")
  func resumeValidator() {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let later = "Sun, 06 Nov 1994 08:49:38 GMT"
    #expect(ResumeValidator(["ETag": "\"a\""]) == .etag("\"a\""))
    #expect(ResumeValidator(["ETag": "W/\"a\""]) == nil)
    #expect(ResumeValidator(["ETag": "\"a\"", "Last-Modified": date]) == .etag("\"a\""))
    #expect(
      ResumeValidator(["ETag": "W/\"a\"", "Last-Modified": date, "Date": later]) == .date(date))
    #expect(ResumeValidator(["Last-Modified": date, "Date": date]) == nil)
    #expect(ResumeValidator(["Last-Modified": date]) == nil)
    #expect(ResumeValidator(["Last-Modified": "yesterday", "Date": later]) == nil)
  }

  @Test("a server's digests are read in their old and new forms")
  func digests() {
    let base64 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    let empty = SHA256.digest([])
    for headers: HTTPHeaders in [
      ["Repr-Digest": "sha-512=:AAAA:, sha-256=:\(base64):"], ["Digest": "SHA-256=\(base64)"],
      ["Repr-Digest": "sha-256=:AAAA:", "Digest": "sha-256=\(base64)"],
    ] {
      #expect(ServerDigest(headers, isWhole: false).sha256 == empty)
    }
    let md5: HTTPHeaders = ["Content-MD5": "1B2M2Y8AsgTpgAmY7PhCfg=="]
    let nothing = MD5().finish()
    #expect(ServerDigest(md5, isWhole: true).md5 == nothing)
    #expect(ServerDigest(md5, isWhole: false).md5 == nil)
  }

  @Test(
    "a page or an error text is not what was expected",
    arguments: [
      ("video/mp4", "text/html; charset=utf-8", false), ("video/mp4", "application/json", false),
      ("video/mp4", "application/problem+json", false), ("video/mp4", "text/xml", false),
      ("video/mp4", "application/octet-stream", true), ("video/mp4", nil, true),
      ("text/html", "text/html", true), ("application/json", "text/html", false),
      ("application/json; charset=utf-8", "application/json", true),
      ("image/svg+xml", "application/xml", true), (nil, "text/html", true),
    ] as [(String?, String?, Bool)])
  func contentType(expected: String?, sent: String?, isPlausible: Bool) {
    #expect((Plausibility(type: expected).fault(contentType: sent) == nil) == isPlausible)
  }

  @Test(
    "the first bytes must be like the type",
    arguments: [
      ("video/mp4", "\0\0\0\u{18}ftypmp42", true), ("video/mp4", "<html>", false),
      ("application/octet-stream", "\n <!DOCTYPE html>", false),
      ("application/octet-stream", "{\"any\":1}", true), ("audio/mpeg", "{\"error\":1}", false),
      ("application/json", " {}", true), ("application/json", "<html>", false),
      ("application/json", "", false), ("text/html", "<html>", true), (nil, "<html>", true),
      ("application/zip", "PK\u{3}\u{4}", true), ("application/zip", "<Error>", false),
    ] as [(String?, String, Bool)])
  func firstBytes(expected: String?, text: String, isPlausible: Bool) {
    #expect(
      (Plausibility(type: expected).fault(firstBytes: Array(text.utf8)) == nil) == isPlausible)
  }

  @Test("a list of digests is searched by name; a single one needs none")
  func checksums() {
    let (one, two) = (SHA256.digest([1]), SHA256.digest([2]))
    let list = ChecksumList(
      "\(one.hexadecimal)  dir/a.bin\r\n\(two.hexadecimal.uppercased()) *b.bin\n# note\n")
    #expect(list.digest(of: "a.bin") == one)
    #expect(list.digest(of: "b.bin") == two)
    #expect(list.digest(of: "c.bin") == nil)
    #expect(ChecksumList(one.hexadecimal).digest(of: "any") == one)
    #expect(ChecksumList("none").digest(of: "any") == nil)
  }

  @Test("a bucket lets through what the rate allows, and saves up little")
  func rateLimit() {
    let start = SuspendingClock.now
    let limit = RateLimit(bytesPerSecond: 1000)
    #expect(limit.take(500, at: start) == nil)
    #expect(limit.take(500, at: start) == start + .milliseconds(500))
    #expect(limit.take(500, at: start + .milliseconds(500)) == nil)
    #expect(limit.take(1, at: start + .seconds(100)) == nil)
    #expect(limit.take(1000, at: start + .seconds(100)) == nil)
    // A quarter of a second had been saved up, and no more.
    #expect(limit.take(1, at: start + .seconds(100)) == start + .milliseconds(100_751))
  }

  @Test("a rate is smoothed, and tells how long the rest takes")
  func rateMeter() throws {
    let start = SuspendingClock.now
    var meter = RateMeter()
    #expect(meter.note(0, total: 4000, at: start)?.bytesPerSecond == nil)
    #expect(meter.note(500, total: 4000, at: start + .milliseconds(50)) == nil)
    let first = meter.note(1000, total: 4000, at: start + .seconds(1))
    let progress = try #require(first)
    #expect(progress.bytesPerSecond == 1000)
    #expect(progress.remaining == .seconds(3))
    let second = meter.note(4000, total: 4000, at: start + .seconds(2))
    let rate = try #require(second?.bytesPerSecond)
    #expect(rate > 1000 && rate < 3000)
    #expect(second?.remaining == .zero)
  }

  @Test("waits double up to their cap, and any part of them may be waited")
  func patience() {
    var patience = Download.Patience()
    patience.base = .seconds(1)
    patience.cap = .seconds(10)
    #expect(
      (1...6).map { patience.delay(afterFailure: $0, fraction: 1) }
        == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
    #expect(patience.delay(afterFailure: 1000, fraction: 0.5) == .seconds(5))
    #expect(patience.delay(afterFailure: 3, fraction: 0) == .zero)
  }

  @Test("a server is closed for as long as it asks, whatever the clock does meanwhile")
  func hostGate() async throws {
    let gate = HostGate(limit: 1)
    let origin = try HTTPURL("http://a.example").origin
    let now = Timestamp(seconds: 1_000_000)
    gate.close(origin, for: .seconds(60), at: now)
    gate.close(origin, for: .seconds(5), at: now)
    #expect(gate.wait(for: origin, at: now + .seconds(10)) == .seconds(50))
    #expect(gate.wait(for: origin, at: now - .seconds(3600)) == .seconds(60))
    #expect(gate.wait(for: origin, at: now + .seconds(60)) == nil)
    #expect(gate.wait(for: try HTTPURL("http://b.example").origin, at: now) == nil)
  }

  @Test("who waits for a place and is cancelled takes none")
  func hostGateCancelled() async throws {
    let gate = HostGate(limit: 1)
    let origin = try HTTPURL("http://a.example").origin
    #expect(await gate.enter(origin))
    let waiting = Task { await gate.enter(origin) }
    waiting.cancel()
    #expect(await waiting.value == false)
    let next = Task { await gate.enter(origin) }
    gate.leave(origin)
    #expect(await next.value)
  }
}
