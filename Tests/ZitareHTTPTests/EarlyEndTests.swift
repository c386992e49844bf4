import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// Answers that end early in good order, by HTTP/1.1 and HTTP/2 over TLS.
@Suite struct EarlyEndTests {
  private let authority: TestAuthority
  private let folder = TemporaryFolder()

  init() throws { authority = try TestAuthority() }

  private func client(_ authority: TestAuthority, usesHTTP2: Bool = true) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.extraAuthorities = authority.certificate
    configuration.usesHTTP2 = usesHTTP2
    configuration.sleep = { _ in }
    return HTTPClient(configuration)
  }

  /// Serves as the fixture says while `body` runs.
  private func serving(
    _ words: String..., body: (_ url: String) async throws -> Void
  ) async throws {
    let (listener, port) = listenOnLoopback()
    let server = try ChildProcess(
      "python3",
      [
        fixture("short-http2.py").string, authority.serverCertificate.string,
        authority.serverKey.string,
      ] + words, environment: ["PATH": "/usr/bin:/bin"], descriptors: [100: listener])
    close(listener)
    defer {
      server.signal(SIGKILL)
      _ = try? server.wait()
    }
    try await body("https://localhost:\(port)/")
  }

  private func isCutShort(_ error: HTTPError) -> Bool {
    switch error.reason {
    case .incomplete, .connectionLost: error.isTransient
    default: false
    }
  }

  @Test(
    "an HTTP/2 stream that ends before its length, or with its connection, is no whole answer",
    arguments: ["stream", "connection"])
  func calls(how: String) async throws {
    try await serving(how) { url in
      let error = try await client(authority).failure(HTTPRequest(HTTPURL(url)))
      #expect(isCutShort(error), "\(error)")
      // A stream that failed is tried by HTTP/1.1, too.
      if how == "stream" { #expect(error.metrics?.requestCount == 2) }
    }
    guard how == "stream" else { return }
    try await serving(how, "whole") { url in
      let response = try await client(authority).send(HTTPRequest(HTTPURL(url)))
      #expect(response.body.count == 1000)
      #expect(response.metrics?.requestCount == 2)
    }
  }

  @Test(
    "a download is not led astray by either, since it goes over HTTP/1.1",
    arguments: ["stream", "connection"])
  func downloads(how: String) async throws {
    let path = folder.appending("file.bin")
    try await serving(how) { url in
      let download = Download(from: [try HTTPURL(url)], to: path)
      let error = try #require(
        await #expect(throws: DownloadError.self) {
          try await client(authority).download(download)
        })
      #expect(error.kept == 0)
      #expect(try Files.names(in: folder.path) == [])
    }
    try await serving(how, "whole") { url in
      let download = Download(from: [try HTTPURL(url)], to: path)
      guard case .file(let file) = try await client(authority).download(download) else {
        throw Downloading.Missing()
      }
      #expect(file.attempts == 1 && file.size == 1000)
      #expect(try folder.read("file.bin") == [UInt8](repeating: UInt8(ascii: "x"), count: 1000))
    }
  }

  @Test("what breaks off behind nginx is no whole answer, by HTTP/2 as by HTTP/1.1")
  func proxied() async throws {
    let nginx = try Nginx()
    let body = FaultServer.file
    let backend = LoopbackServer { request in
      switch request.path {
      case "/length": .init(body: body, cutAfter: 100_000)
      case "/chunks": .init(body: Array(body[..<100_000]), framing: .chunkedWithoutEnd(1000))
      default: .init(headers: [("ETag", "\"1\"")], body: body)
      }
    }
    for usesHTTP2 in [true, false] {
      let client = client(nginx.authority, usesHTTP2: usesHTTP2)
      let base = nginx.secureURL("/proxied/\(backend.port)/")
      let whole = try await client.send(HTTPRequest(HTTPURL(base + "whole")))
      #expect(whole.body == body)
      #expect(whole.metrics?.version == (usesHTTP2 ? .http2 : .http11))
      for path in ["length", "chunks"] {
        let url = try HTTPURL(base + path)
        let error = try await client.failure(HTTPRequest(url))
        #expect(isCutShort(error), "\(error)")
        let download = Download(from: [url], to: folder.appending("file.bin"))
        await #expect(throws: DownloadError.self) { try await client.download(download) }
        #expect(try Files.names(in: folder.path) == [])
      }
      let download = Download(from: [try HTTPURL(base + "whole")], to: folder.appending("file.bin"))
      _ = try await client.download(download)
      #expect(try folder.read("file.bin") == body)
      unlink(folder.appending("file.bin").string)
    }
  }
}
