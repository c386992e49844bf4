import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// A server that is not ours.
@Suite struct NginxTests {
  private let nginx: Nginx
  private let text = Array(String(repeating: "So it goes. ", count: 5000).utf8)

  init() throws {
    nginx = try Nginx()
    try nginx.write("text", text)
    for folder in ["limited", "slow", "whole", "closing"] { try nginx.write("\(folder)", [1]) }
  }

  private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.extraAuthorities = nginx.authority.certificate
    change(&configuration)
    return HTTPClient(configuration)
  }

  private func get(_ path: String, _ headers: HTTPHeaders = [:]) throws -> HTTPRequest {
    HTTPRequest(try HTTPURL(nginx.url(path)), headers: headers)
  }

  private func secure(_ path: String) throws -> HTTPRequest {
    HTTPRequest(try HTTPURL(nginx.secureURL(path)))
  }

  @Test("gzip is unpacked, its tag is weak, and 304 answers either")
  func gzipAndTags() async throws {
    let client = client()
    var request = try get("/text")
    let packed = try await client.send(request)
    #expect(packed.body == text)
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(packed.metrics.map { $0.receivedBytes < 10_000 } == true)
    request.acceptsCompression = false
    let plain = try await client.send(request)
    #expect(plain.body == text)
    let tags = (packed.headers["ETag"], plain.headers["ETag"])
    #expect(tags.0 == tags.1.map { "W/" + $0 })
    for response in [packed, plain] {
      var conditional = request
      Validators(response.headers).apply(to: &conditional)
      #expect(try await client.send(conditional).status == 304)
    }
  }

  @Test("ranges come as asked for, or the whole where the server or the tag does not allow them")
  func ranges() async throws {
    let client = client()
    var request = try get("/text", ["Range": "bytes=2-4", "Accept-Encoding": "identity"])
    let part = try await client.send(request)
    #expect(part.status == 206)
    #expect(part.body == Array(text[2...4]))
    #expect(part.headers["Content-Range"] == "bytes 2-4/\(text.count)")
    request.headers["If-Range"] = "\"other\""
    #expect(try await client.send(request).status == 200)
    request.headers = ["Range": "bytes=\(text.count)-", "Accept-Encoding": "identity"]
    #expect(try await client.send(request).status == 416)
    let whole = try get("/whole/text", ["Range": "bytes=2-4"])
    #expect(try await client.send(whole).status == 200)
  }

  @Test("a rate limit answers 429 and says how long to wait")
  func rateLimit() async throws {
    let client = client()
    #expect(try await client.send(get("/limited/text")).status == 200)
    let response = try await client.send(get("/limited/text"))
    #expect(response.status == 429)
    #expect(response.retryAfter == .seconds(7))
  }

  @Test("a connection that the server closes is not used again, another one is")
  func keepAlive() async throws {
    let client = client()
    for (path, isReused) in [("/text", true), ("/closing/text", false)] {
      _ = try await client.send(get(path))
      let metrics = try await client.send(get(path)).metrics
      #expect(metrics?.isConnectionReused == isReused)
    }
  }

  @Test("a file is put over HTTP/1.1 and HTTP/2, with its length or in chunks")
  func upload() async throws {
    let client = client()
    let folder = TemporaryFolder()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let file = HTTPBody.file(try folder.write("file", bytes))
    let chunks = HTTPBody.stream(
      AsyncStream { continuation in
        for start in stride(from: 0, to: bytes.count, by: 70_000) {
          continuation.yield(Array(bytes[start..<min(start + 70_000, bytes.count)]))
        }
        continuation.finish()
      })
    let cases: [(String, String, HTTPBody, HTTPVersion)] = [
      ("a", nginx.url(""), file, .http11), ("b", nginx.secureURL(""), file, .http2),
      ("c", nginx.secureURL(""), chunks, .http11),
    ]
    for (name, base, body, version) in cases {
      let url = try HTTPURL("\(base)/put/\(name)")
      let response = try await client.send(HTTPRequest(url, method: .put, body: body))
      #expect(response.status == 201)
      #expect(response.metrics?.version == version)
      #expect(try nginx.read("put/\(name)") == bytes)
    }
  }

  @Test("a certificate counts only with its authority and for its host")
  func authorities() async throws {
    let untrusting = HTTPClient()
    let error = try await untrusting.failure(secure("/text"))
    guard case .tls = error.reason else { throw error }
    #expect(!error.mayHaveReachedServer)
    let response = try await client().send(secure("/text"))
    #expect(response.body == text)
    #expect(response.metrics.map { $0.tls > .zero } == true)
    let other = nginx.secureURL("/text").replacing("localhost", with: "127.0.0.2")
    let mismatch = try await client().failure(HTTPRequest(HTTPURL(other)))
    guard case .cannotConnect = mismatch.reason else { throw mismatch }
  }

  @Test("TLS 1.1 is refused, also where the system allows it")
  func outdatedTLS() async throws {
    let folder = TemporaryFolder()
    let lax = try folder.write(
      "openssl.cnf",
      """
      openssl_conf = all
      [all]
      ssl_conf = ssl
      [ssl]
      system_default = lax
      [lax]
      MinProtocol = TLSv1
      CipherString = DEFAULT@SECLEVEL=0
      """.utf8)
    let environment = ["PATH": "/usr/bin:/bin", "OPENSSL_CONF": lax.string]
    let url = "https://localhost:\(nginx.outdatedPort)/text"
    let authority = nginx.authority.certificate.string
    let curl = try await finished(
      ChildProcess(
        "curl", ["-sS", "--cacert", authority, "--tlsv1.0", "-o", "/dev/null", url],
        environment: environment))
    #expect(curl.status == 0, "\(curl.errors)")
    let ours = try await finished(
      ChildProcess(probe, ["get", url, authority], environment: environment))
    #expect(ours.status == 0)
    #expect(ours.output.contains("tls("), "\(ours.output)\(ours.errors)")
  }

  @Test("https goes through a tunnel that the proxy makes; only the proxy sees its password")
  func tunnel() async throws {
    let proxy = TunnelProxy(to: nginx.securePort)
    let address = try HTTPProxy("http://user:pass@127.0.0.1:\(proxy.port)")
    let client = client { $0.proxy = address }
    var request = try secure("/text")
    request.headers["Authorization"] = "Bearer secret"
    let response = try await client.send(request)
    #expect(response.body == text)
    #expect(response.headers["X-Proxy"] == nil)
    let head = try #require(proxy.asked.first)
    #expect(head.hasPrefix("CONNECT localhost:\(nginx.securePort) HTTP/1.1\r\n"))
    #expect(head.contains("Proxy-Authorization: Basic dXNlcjpwYXNz\r\n"))
    #expect(!head.contains("Bearer"))
  }

  @Test("an untrusted server stays so behind a proxy, and a proxy that refuses is no server")
  func refusedTunnel() async throws {
    let proxy = TunnelProxy(to: nginx.securePort)
    var configuration = HTTPClient.Configuration()
    configuration.proxy = try HTTPProxy("http://127.0.0.1:\(proxy.port)")
    let error = try await HTTPClient(configuration).failure(secure("/text"))
    guard case .tls = error.reason else { throw error }
    let refusing = TunnelProxy(to: nginx.securePort, refusing: true)
    let address = try HTTPProxy("http://127.0.0.1:\(refusing.port)")
    let client = client { $0.proxy = address }
    let refused = try await client.failure(secure("/text"))
    #expect(!refused.mayHaveReachedServer)
    #expect(refused.isTransient)
    #expect("\(refused)".contains("403"))
  }

  @Test("a pinned host must present one of the pinned keys, other hosts need not")
  func pins() async throws {
    let right = try #require(PublicKeyPin(try nginx.authority.pin()))
    let wrong = try #require(PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "="))
    for pins in [["localhost": [wrong, right]], ["elsewhere": [wrong]]] {
      #expect(try await client { $0.pins = pins }.send(secure("/text")).status == 200)
    }
    let error = try await client { $0.pins = ["LOCALHOST": [wrong]] }.failure(secure("/text"))
    guard case .tls = error.reason else { throw error }
    #expect(!error.mayHaveReachedServer)
  }

  @Test("calls share one connection by HTTP/2, unless it is switched off")
  func http2() async throws {
    let client = client()
    let request = try secure("/text")
    let responses = try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await client.send(request) } }
      return try await group.reduce(into: [HTTPResponse]()) { $0.append($1) }
    }
    #expect(responses.allSatisfy { $0.body == text && $0.metrics?.version == .http2 })
    #expect(responses.filter { $0.metrics?.isConnectionReused == false }.count == 1)
    let old = try await self.client { $0.usesHTTP2 = false }.send(request)
    #expect(old.metrics?.version == .http11)
  }

  @Test("a stream goes over HTTP/1.1 and comes whole however slowly it is read")
  func stream() async throws {
    var count = 0
    let stream = try await client().stream(secure("/text"), limit: Int64(text.count))
    for try await chunk in stream {
      count += chunk.count
      await Task.yield()
    }
    #expect(count == text.count)
    #expect(stream.metrics?.version == .http11)
  }

  @Test("where HTTP/2 fails a call is repeated by HTTP/1.1, which is then kept to")
  func fallback() async throws {
    let (listener, port) = listenOnLoopback()
    let server = try ChildProcess(
      "python3",
      [
        fixture("broken-http2.py").string, nginx.authority.serverCertificate.string,
        nginx.authority.serverKey.string,
      ], environment: ["PATH": "/usr/bin:/bin"], descriptors: [100: listener])
    close(listener)
    defer {
      server.signal(SIGKILL)
      _ = try? server.wait()
    }
    let client = client()
    let request = HTTPRequest(try HTTPURL("https://localhost:\(port)/"))
    for requestCount in [2, 1] {
      let response = try await client.send(request)
      #expect(response.text == "by HTTP/1.1")
      #expect(response.metrics?.requestCount == requestCount)
    }
    let post = HTTPRequest(request.url, method: .post, body: [1])
    let error = try await self.client().failure(post)
    guard case .connectionLost = error.reason else { throw error }
    #expect(error.mayHaveReachedServer)
  }
}
