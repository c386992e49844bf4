import Testing

@testable import ZitareHTTP

@Suite struct RedirectTests {
  private func request(_ method: HTTPMethod, _ url: String = "https://h/a") throws -> HTTPRequest {
    HTTPRequest(
      try HTTPURL(url), method: method,
      headers: [
        "Authorization": "Bearer s", "Cookie": "s", "X-Emby-Token": "s", "X-Own": "s",
        "Content-Type": "text/plain", "Accept": "a", "Idempotency-Key": "k",
      ], body: method == .get || method == .head ? nil : [1])
  }

  private func next(
    after request: HTTPRequest, status: Int, headers: HTTPHeaders
  ) throws -> HTTPRequest? {
    var tokens = TokenQuery()
    tokens.add(request.url)
    return try Redirect.next(after: request, status: status, headers: headers, tokens: tokens)
  }

  @Test(
    "301 and 302 make a GET of a POST, 303 of all but HEAD, 307 and 308 change nothing",
    arguments: [
      (301, .post, .get), (302, .post, .get), (303, .post, .get), (303, .put, .get),
      (303, .head, .head), (301, .put, .put), (302, .delete, .delete), (307, .post, .post),
      (308, .patch, .patch), (302, .get, .get),
    ] as [(Int, HTTPMethod, HTTPMethod)])
  func method(status: Int, before: HTTPMethod, after: HTTPMethod) throws {
    let next = try #require(
      try next(after: request(before), status: status, headers: ["Location": "/b"]))
    #expect(next.url.string == "https://h/b")
    #expect(next.method == after)
    #expect((next.body != nil) == (after != .get && after != .head))
    #expect((next.headers["Content-Type"] != nil) == (before == after))
  }

  @Test("within an origin every header goes along")
  func sameOrigin() throws {
    let request = try request(.get)
    let next = try next(
      after: request, status: 302, headers: ["Location": "https://h:443/"])
    #expect(next?.headers == request.headers)
  }

  @Test(
    "to another host, port or scheme only headers go along that cannot hold a credential",
    arguments: ["https://other/", "https://h:8443/", "//h.other/"])
  func otherOrigin(location: String) throws {
    let next = try #require(
      try next(after: request(.post), status: 307, headers: ["Location": location]))
    #expect(next.headers.map(\.name) == ["Content-Type", "Accept", "Idempotency-Key"])
  }

  @Test(
    "a token of the query does not go to another origin, one that the server adds does",
    arguments: [
      ("?api_key=s3", "https://o/?api_key=s3&a=b", "https://o/?a=b"),
      ("?ApiKey=s3&q=x", "https://o/p?q=x&k=s3", "https://o/p?q=x"),
      ("?access_token=s%33", "https://o/?access_token=%73%33", "https://o/"),
      ("?X-Emby-Token=s3", "https://o/?a&token=s4", "https://o/?a&token=s4"),
      ("?token=", "https://o/?token=&a=", "https://o/?token=&a="),
      ("?q=s3", "https://o/?q=s3", "https://o/?q=s3"),
      ("?token=s3", "https://h/?token=s3", "https://h/?token=s3"),
      ("?token=s3", "https://o/?s3&a=b", "https://o/?a=b"),
      ("?token=s3", "https://o/?next=https%3A%2F%2Fo%2F%3Ftoken%3Ds3&a=b", "https://o/?a=b"),
      ("?token=s3", "https://o/?next=https://o/?token=s3&a=b", "https://o/?a=b"),
      ("?token=a%2Bb", "https://o/?u=%2Fx%3Fv%3D%252Fy%253Ft%253Da%25252Bb&a", "https://o/?a"),
      ("?token=s3", "https://o/?u=%2F%23access_token%3Ds3", "https://o/"),
      ("?next=%2Fx%3Ftoken%3Ds3%26q%3D1", "https://o/?t=s3&q=1", "https://o/?q=1"),
      ("?token=s3", "https://o/?next=%2F%3Ftoken%3Ds4", "https://o/?next=%2F%3Ftoken%3Ds4"),
      ("?token=s3", "https://o/s3/?a", "https://o/s3/?a"),
    ])
  func tokens(query: String, location: String, expected: String) throws {
    let next = try next(
      after: request(.get, "https://h/a" + query), status: 302, headers: ["Location": location])
    #expect(next?.url.string == expected)
  }

  @Test(
    "an address with a token within the path of another one is refused",
    arguments: ["https://o/https%3A%2F%2Fh%2F%3Ftoken%3Ds3", "https://o/a;token=s3"])
  func tokenInPath(location: String) throws {
    let request = try request(.get, "https://h/a?token=s3")
    let refusal = #expect(throws: Refusal.self) {
      try next(after: request, status: 302, headers: ["Location": location])
    }
    guard case .redirect(.tokenInPath) = refusal?.reason else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test("from http to https is another origin, too")
  func upgrade() throws {
    let next = try next(
      after: request(.get, "http://h/"), status: 301, headers: ["Location": "https://h/"])
    #expect(next?.headers["Authorization"] == nil)
  }

  @Test(
    "from https to http, to other schemes and to nonsense is refused",
    arguments: ["http://h/a", "ftp://h/a", "file:///etc/passwd", "javascript:alert(1)", "http://"])
  func refused(location: String) throws {
    let request = try request(.get)
    #expect(throws: Refusal.self) {
      try next(after: request, status: 302, headers: ["Location": location])
    }
  }

  @Test(
    "any other status and a missing Location are answers like any other",
    arguments: [
      (300, ["Location": "/b"]), (304, ["Location": "/b"]), (200, ["Location": "/b"]), (302, [:]),
    ] as [(Int, HTTPHeaders)])
  func notFollowed(status: Int, headers: HTTPHeaders) throws {
    #expect(try next(after: request(.get), status: status, headers: headers) == nil)
  }
}
