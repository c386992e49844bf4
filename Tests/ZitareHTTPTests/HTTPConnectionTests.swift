import Dispatch
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

/// The configuration of connections, with servers on loopback.
@Suite struct HTTPConnectionTests {
  private func client(_ change: (inout HTTPClient.Configuration) throws -> Void) rethrows
    -> HTTPClient
  {
    var configuration = HTTPClient.Configuration()
    try change(&configuration)
    return HTTPClient(configuration)
  }

  @Test("no more connections are open at once than allowed, and every call gets its turn")
  func limits() async throws {
    let client = client { $0.maxConnectionsPerHost = 2 }
    let server = LoopbackServer { .init(text: $0.method) }
    // Each POST opens a connection, for which another one has to be closed.
    for (request, method) in [(try server.get(), "GET"), (try server.post(), "POST")] {
      try await withThrowingTaskGroup { group in
        for _ in 0..<20 {
          group.addTask { try await client.send(request).text }
        }
        for try await text in group { #expect(text == method) }
      }
      if method == "GET" { #expect(server.mostConnections <= 2) }
    }
  }

  @Test("a configured proxy is asked for everything, whatever the environment says")
  func proxy() async {
    await #expect(processExitsWith: .success) {
      setenv("no_proxy", "*", 1)
      let server = LoopbackServer { .init(text: $0.target) }
      var configuration = HTTPClient.Configuration()
      configuration.proxy = try HTTPProxy("http://user:pass@127.0.0.1:\(server.port)")
      let client = HTTPClient(configuration)
      let request = HTTPRequest(try HTTPURL("http://nowhere.invalid/x?y"))
      #expect(try await client.send(request).text == "http://nowhere.invalid/x?y")
      #expect(server.requests.first?["Proxy-Authorization"] == "Basic dXNlcjpwYXNz")
    }
  }

  @Test(
    "a SOCKS proxy is asked for a name or, once it is resolved here, for an address",
    arguments: [
      ("socks5h://", "nowhere.invalid", "socks 3 nowhere.invalid:80"),
      ("socks5h://user:pass@", "nowhere.invalid", "socks 3 nowhere.invalid:80 user:pass"),
      ("socks5://", "localhost", nil),
    ] as [(String, String, String?)])
  func socks(scheme: String, host: String, asked: String?) async throws {
    let server = LoopbackServer { .init(text: $0["Host"] ?? "") }
    let proxy = TunnelProxy(to: server.port)
    let client = try client { $0.proxy = try HTTPProxy("\(scheme)127.0.0.1:\(proxy.port)") }
    let request = HTTPRequest(try HTTPURL("http://\(host)/"))
    #expect(try await client.send(request).text == host)
    let question = try #require(proxy.asked.first)
    if let asked { #expect(question == asked) } else { #expect(!question.hasPrefix("socks 3")) }
    #expect(server.requests.first?["Proxy-Authorization"] == nil)
  }

  @Test("a SOCKS proxy that refuses is told, and no server was reached")
  func refusingSocks() async throws {
    let server = LoopbackServer { _ in .init() }
    let proxy = TunnelProxy(to: server.port, refusing: true)
    let client = try client { $0.proxy = try HTTPProxy("socks5h://127.0.0.1:\(proxy.port)") }
    let error = try await client.failure(HTTPRequest(HTTPURL("http://nowhere.invalid/")))
    #expect(!error.mayHaveReachedServer)
    #expect(error.isTransient)
    #expect(server.connectionCount == 0)
  }

  @Test("an unused connection is trusted up to its age, then another one is made")
  func idleAge() async throws {
    let server = LoopbackServer { _ in .init() }
    let clients = [client { $0.maxIdle = .seconds(1) }, client { $0.maxIdle = .seconds(60) }]
    for client in clients { _ = try await client.send(server.get()) }
    try await clients[0].passTime(.milliseconds(2100))  // libcurl counts whole seconds
    let reused = [
      try await clients[0].send(server.get()).metrics?.isConnectionReused,
      try await clients[1].send(server.get()).metrics?.isConnectionReused,
    ]
    #expect(reused == [false, true])
  }

  @Test("a proxy's address needs a known scheme and a port, and is shown without its password")
  func proxyAddress() throws {
    for text in ["", "proxy", "ftp://h:1", "https://h:1", "http://h"] {
      #expect(throws: HTTPURLError.self) { try HTTPProxy(text) }
    }
    #expect(try HTTPProxy("socks5h://user:pass@h:1080").description == "socks5h://h:1080")
  }

  @Test("passwords of the environment are not used")
  func netrc() async {
    await #expect(processExitsWith: .success) {
      let home = TemporaryFolder()
      try home.write(".netrc", "machine 127.0.0.1 login a password b\n".utf8)
      setenv("HOME", home.path.string, 1)
      let server = LoopbackServer { _ in .init() }
      _ = try await HTTPClient().send(server.get())
      #expect(server.requests.first.map { $0["Authorization"] } == .some(nil))
    }
  }

  @Test(
    "a pin is the digest of a key in base64",
    arguments: [
      ("sha256//" + String(repeating: "A", count: 43) + "=", true),
      ("sha256//" + String(repeating: "A", count: 44), false),
      ("sha256//" + String(repeating: "A", count: 42) + "=", false),
      ("sha256//" + String(repeating: ";", count: 43) + "=", false),
      ("sha1//" + String(repeating: "A", count: 43) + "=", false), ("", false),
    ])
  func pin(text: String, isValid: Bool) {
    #expect((PublicKeyPin(text) != nil) == isValid)
  }

  @Test("a file of authorities that is not there is named, and nothing is sent")
  func missingAuthorities() async throws {
    let client = client { $0.extraAuthorities = "/nonexistent/ca.pem" }
    let error = try await client.failure(HTTPRequest(HTTPURL("https://localhost:1/")))
    #expect("\(error)".contains("/nonexistent/ca.pem"))
    #expect(!error.isTransient)
  }

  @Test("10,000 calls of every kind, or some of them, leave nothing behind")
  func leaks() async throws {
    let body = [UInt8](repeating: 1, count: 1 << 20)
    let server = LoopbackServer { request in
      switch request.path {
      case "/gzip": .gzip(gzip([1, 2, 3]))
      case "/large": .init(body: body)
      case "/echo": .init(body: request.body)
      case "/redirect": .redirect(to: "/gzip")
      case "/cut": .init(body: [1, 2], cutAfter: 1)
      default: .init(404)
      }
    }
    let count = getenv("ZITARE_HTTP_REQUESTS").flatMap { Int(String(cString: $0)) } ?? 500
    let url = "http://127.0.0.1:\(server.port)"
    let result = try await finished(ChildProcess(probe, ["load", url, "\(count)"]))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    // A sanitizer keeps freed memory for a while; that for addresses has looked for leaks itself.
    if dlsym(nil, "__sanitizer_set_report_path") != nil { return }
    let growth = Int(result.output.split(separator: "\n").last ?? "") ?? .max
    #expect(growth < 16 << 20)
  }

  @Test("a call is cancelled while its host's name is looked up", .enabled(if: mayUnshare))
  func resolving() async throws {
    let folder = TemporaryFolder()
    let names = try folder.write("resolv.conf", "nameserver 127.0.0.1\noptions timeout:30\n".utf8)
    let script = "mount --bind \"$0\" /etc/resolv.conf && exec \"$1\" resolve"
    var times: [String] = []
    for _ in 0..<10 {
      let result = try await finished(
        ChildProcess(
          "unshare", ["-rmn", "sh", "-c", script, names.string, probe.string],
          environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]))
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      times.append(result.output)
      if Double(result.output.dropLast()) ?? .infinity < 50 { return }
    }
    Issue.record("\(times)")
  }

  /// Whether this machine lets its users have namespaces of their own.
  private static var mayUnshare: Bool {
    let process = try? ChildProcess(
      "unshare", ["-rmn", "true"], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    return (try? process?.wait().status) == 0
  }
}

/// Waits for a process without holding a thread of the tests' pool.
func finished(_ process: ChildProcess) async throws -> ChildProcess.Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result { try process.wait() }) }
  }
}
