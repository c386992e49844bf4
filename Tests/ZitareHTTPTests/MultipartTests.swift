import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

private struct SendParts: MultipartEndpoint {
  let path = "status/200"
  let parts: [MultipartPart]
  var headers: HTTPHeaders = [:]
}

@Suite struct MultipartTests {
  private let server = LoopbackServer.bin()
  private let folder = TemporaryFolder()

  /// What arrives for these parts, with `BOUNDARY` in place of the random one.
  private func sent(_ parts: [MultipartPart]) async throws -> [String] {
    try await Bin(server).call(endpoint: SendParts(parts: parts))
    let request = try #require(server.requests.last)
    let type = try #require(request["Content-Type"])
    let boundary = try #require(type.split(separator: "boundary=").last)
    #expect(type == "multipart/form-data; boundary=\(boundary)")
    #expect(boundary.utf8.count <= 70)  // RFC 2046 5.1.1
    return request.text.replacing(boundary, with: "BOUNDARY").split(
      separator: "\r\n", omittingEmptySubsequences: false
    ).map { String($0) }
  }

  @Test("parts come in their order between boundaries, with headers in theirs")
  func layout() async throws {
    let file = try folder.write("notes.txt", Array("from a file".utf8))
    let lines = try await sent([
      MultipartPart(name: "title", value: "Grüße\nan alle"),
      MultipartPart(name: "file", file: file),
      MultipartPart(name: "cover", filename: "a.PNG", content: .bytes([65, 66])),
      MultipartPart(
        headers: ["X-Z": "1", "Content-Disposition": "form-data; name=\"raw\"", "X-A": "2"],
        content: .text("raw")),
    ])
    #expect(
      lines == [
        "--BOUNDARY", "Content-Disposition: form-data; name=\"title\"", "", "Grüße\nan alle",
        "--BOUNDARY", "Content-Disposition: form-data; name=\"file\"; filename=\"notes.txt\"",
        "Content-Type: text/plain", "", "from a file",
        "--BOUNDARY", "Content-Disposition: form-data; name=\"cover\"; filename=\"a.PNG\"",
        "Content-Type: image/png", "", "AB",
        "--BOUNDARY", "X-Z: 1", "Content-Disposition: form-data; name=\"raw\"", "X-A: 2", "",
        "raw",
        "--BOUNDARY--", "",
      ])
  }

  @Test(
    "names are quoted, and what would end them or the line is written as browsers do",
    arguments: [
      ("a b", "\"a b\"", "\"a b\""), ("ä\"b\"", "\"ä%22b%22\"", "\"ä%22b%22\""),
      ("a\nb", "\"a%0D%0Ab\"", "\"a%0Ab\""),
      ("a\rb\r\nc", "\"a%0D%0Ab%0D%0Ac\"", "\"a%0Db%0D%0Ac\""),
      ("a\\b;c", "\"a\\b;c\"", "\"a\\b;c\""), ("%22", "\"%22\"", "\"%22\""),
      ("a\r\nX-Evil: 1", "\"a%0D%0AX-Evil: 1\"", "\"a%0D%0AX-Evil: 1\""),
    ])
  func quoting(text: String, name: String, filename: String) throws {
    let part = MultipartPart(name: text, filename: text, content: .bytes([]))
    #expect(
      part.headers["Content-Disposition"] == "form-data; name=\(name); filename=\(filename)")
  }

  @Test(
    "a file's name decides its type",
    arguments: [
      ("a.jpg", "image/jpeg"), ("A.JPEG", "image/jpeg"), ("a.tar.gz", "application/gzip"),
      ("a.json", "application/json"), ("a.epub", "application/epub+zip"),
      ("a", "application/octet-stream"), ("a.", "application/octet-stream"),
      ("a.zzz", "application/octet-stream"), (".txt", "text/plain"),
    ])
  func mediaType(filename: String, expected: String) {
    let part = MultipartPart(name: "f", filename: filename, content: .bytes([]))
    #expect(part.headers["Content-Type"] == expected)
    let own = MultipartPart(
      name: "f", filename: filename, content: .bytes([]), contentType: "text/x-own")
    #expect(own.headers["Content-Type"] == "text/x-own")
  }

  @Test("a form with a file of a mebibyte arrives whole, with its length told before")
  func large() async throws {
    let bytes = (0..<(1 << 20)).map { UInt8(65 + $0 % 26) }
    let file = try folder.write("large.bin", bytes)
    let lines = try await sent([
      MultipartPart(name: "a", value: "1"), MultipartPart(name: "file", file: file),
      MultipartPart(name: "data", filename: "d", content: .bytes(bytes)),
    ])
    #expect(lines.filter { $0.utf8.count == 1 << 20 }.map { Array($0.utf8) } == [bytes, bytes])
    let request = try #require(server.requests.last)
    #expect(request["Content-Length"] == "\(request.body.count)")
    #expect(request["Transfer-Encoding"] == nil)
  }

  @Test("the same request can be sent again")
  func replay() async throws {
    let file = try folder.write("a.txt", Array("a".utf8))
    let bin = try Bin(server)
    let request = try await bin.buildRequest(
      for: SendParts(parts: [MultipartPart(name: "file", file: file)]))
    for _ in 0..<2 { #expect(try await bin.client.send(request).isSuccess) }
    #expect(server.requests.map(\.text) == Array(repeating: server.requests[0].text, count: 2))
    #expect(server.requests[0].text.contains("\r\n\r\na\r\n"))
  }

  @Test("every form has a boundary of its own, and the endpoint's Content-Type goes before it")
  func boundary() throws {
    let bin = try Bin(server)
    let types = try (0..<2).map { _ in
      try bin.buildStandardRequest(for: SendParts(parts: [])).headers["Content-Type"]
    }
    #expect(types[0] != types[1])
    let own = try bin.buildStandardRequest(
      for: SendParts(parts: [], headers: ["Content-Type": "multipart/x; boundary=b"]))
    #expect(own.headers["Content-Type"] == "multipart/x; boundary=b")
  }

  @Test("a file that cannot be read is named before anything is sent")
  func unreadable() async throws {
    let missing = folder.appending("missing")
    let error = await #expect(throws: FileError.self) {
      try await Bin(server).call(
        endpoint: SendParts(parts: [MultipartPart(name: "file", file: missing)]))
    }
    #expect(error == FileError("open", missing, code: ENOENT))
    #expect(server.connectionCount == 0)
  }

  @Test("a header that would smuggle in a line is refused before anything is sent")
  func invalidHeader() async throws {
    let part = MultipartPart(headers: ["X-A": "1\r\nX-B: 2"], content: .bytes([]))
    let error = await #expect(throws: MultipartError.self) {
      try await Bin(server).call(endpoint: SendParts(parts: [part]))
    }
    #expect(error?.header == "X-A")
    #expect(server.connectionCount == 0)
  }
}
