import TestSupport
import Testing
import ZitareHTTP

@Suite struct HTTPRedirectTests {
  private let client = HTTPClient()

  @Test("redirects are followed to the end, ten of them")
  func chain() async throws {
    let server = LoopbackServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0 ? .init(body: [1]) : .redirect(to: "/\(number - 1)")
    }
    let response = try await client.send(server.get("/10"))
    #expect(response.body == [1])
    #expect(response.url.string == server.url("/0"))
    let error = try await client.failure(server.get("/11"))
    guard case .redirect(.tooMany(10)) = error.reason else { throw error }
    #expect(!error.isTransient)
  }

  @Test("credentials stay with their origin: another port is another one")
  func credentials() async throws {
    let other = LoopbackServer { _ in .init() }
    let server = LoopbackServer { [url = other.url("/b")] request in
      request.path == "/a" ? .redirect(307, to: url) : .redirect(to: "/a")
    }
    var request = try server.get("/start")
    request.headers = ["Authorization": "Bearer s", "X-Api-Token": "s", "Accept": "text/plain"]
    _ = try await client.send(request)
    #expect(server.requests.map { $0["X-Api-Token"] } == ["s", "s"])
    let seen = try #require(other.requests.first)
    #expect(seen["Authorization"] == nil)
    #expect(seen["X-Api-Token"] == nil)
    #expect(seen["Accept"] == "text/plain")
  }

  @Test("user and password of the address stay behind as well")
  func userInformation() async throws {
    let other = LoopbackServer { _ in .init() }
    let server = LoopbackServer { [url = other.url()] _ in .redirect(to: url) }
    let url = server.url().replacing("http://", with: "http://user:pass@")
    _ = try await client.send(HTTPRequest(HTTPURL(url)))
    #expect(server.requests.first?["Authorization"] != nil)
    #expect(other.requests.first?["Authorization"] == nil)
  }

  @Test("a POST is repeated for 307, and a GET for 303 without the body")
  func methods() async throws {
    let server = LoopbackServer { request in
      request.path == "/end" ? .init() : .redirect(Int(request.path.dropFirst()) ?? 0, to: "/end")
    }
    _ = try await client.send(server.post("/307", "text"))
    _ = try await client.send(server.post("/303", "text"))
    #expect(server.requests.map(\.method) == ["POST", "POST", "POST", "GET"])
    #expect(server.requests.map(\.text) == ["text", "text", "text", ""])
  }

  @Test("after a redirect the server has been reached, even if the next one has not")
  func outcome() async throws {
    let dead = { LoopbackServer { _ in .init() }.url() }()
    let server = LoopbackServer { _ in .redirect(303, to: dead) }
    let error = try await client.failure(server.post())
    guard case .cannotConnect = error.reason else { throw error }
    #expect(error.mayHaveReachedServer)
    #expect(error.url == dead)
  }

  @Test("a circle ends at once, within an origin and over several")
  func circle() async throws {
    let server = LoopbackServer { .redirect(to: $0.path == "/a" ? "/b" : "/a") }
    let error = try await client.failure(server.get("/start"))
    guard case .redirect(.cycle) = error.reason else { throw error }
    #expect(server.requests.map(\.path) == ["/start", "/a", "/b"])
  }

  @Test("a token of the query stays with its origin")
  func tokenQuery() async throws {
    let other = LoopbackServer { _ in .init() }
    let server = LoopbackServer { [url = other.url("/b")] in
      .redirect(to: "\(url)?\($0.query ?? "")")
    }
    _ = try await client.send(server.get("/a?q=1&api_key=s%2Fx&b"))
    #expect(other.requests.map(\.target) == ["/b?q=1&b"])
  }

  @Test("a token stays behind also when it is renamed or wrapped on the way")
  func tokenOfAnEarlierHop() async throws {
    let other = LoopbackServer { _ in .init() }
    let server = LoopbackServer { [url = other.url("/b")] request in
      switch request.path {
      case "/renamed": .redirect(to: "/out?t=s3cret&q=1")
      case "/wrapped": .redirect(to: "/out?next=https%3A%2F%2Fother%2F%3Ftoken%3Ds3cret&q=1")
      default: .redirect(to: "\(url)?\(request.query ?? "")")
      }
    }
    for path in ["/renamed", "/wrapped"] {
      _ = try await client.send(server.get("\(path)?token=s3cret"))
    }
    #expect(other.requests.map(\.target) == ["/b?q=1", "/b?q=1"])
  }

  @Test("the total time limit spans all of them")
  func totalTime() async throws {
    let gate = Gate()
    defer { gate.release() }
    let server = LoopbackServer { request in
      request.path == "/end" ? .init(gateBeforeHead: gate) : .redirect(to: "/end")
    }
    var request = try server.get()
    request.timeouts = HTTPTimeouts(total: .milliseconds(50))
    let error = try await client.failure(request)
    guard case .timeout(.total) = error.reason else { throw error }
  }
}
