import TestSupport
import Testing
import ZitareHTTP

/// A small API as a user of the library would describe it.
private struct Library: HTTPServer {
  let baseURL: HTTPURL
  let client = HTTPClient()
  var token: (@Sendable () async throws -> String)?

  func buildRequest(for endpoint: some Endpoint) async throws -> HTTPRequest {
    var request = try buildStandardRequest(for: endpoint)
    if let token { request.headers["Authorization"] = "Bearer \(try await token())" }
    return request
  }
}

private struct Book: Codable, Sendable, Equatable {
  let title: String
  let pageCount: Int

  enum CodingKeys: String, CodingKey {
    case title
    case pageCount = "page_count"
  }
}

private struct FindBooks: ResponseEndpoint {
  typealias Response = [Book]
  let text: String
  var path: String { "api/v1/books" }
  var query: HTTPQuery { ["q": text] }
}

private struct AddBook: RequestResponseEndpoint {
  typealias Response = Book
  let request: Book
  var path: String { "api/v1/books" }
  var headers: HTTPHeaders { ["Idempotency-Key": "k"] }
}

private struct SendFrozen: DataEndpoint {
  let body: [UInt8]
  var path: String { "frozen" }
  var method: HTTPMethod { .put }
  var headers: HTTPHeaders { ["Content-Type": "application/json"] }
}

private struct SendForm: URLEncodedEndpoint {
  let body: HTTPQuery
  var path: String { "form" }
}

@Suite struct HTTPServerTests {
  private func library(_ server: LoopbackServer) throws -> Library {
    Library(baseURL: try HTTPURL(server.url("/base?key=1")))
  }

  @Test("an answer's JSON becomes a value")
  func response() async throws {
    let server = LoopbackServer { _ in .json("[{\"title\": \"A\", \"page_count\": 3}]") }
    let books = try await library(server).call(response: FindBooks(text: "ä b"))
    #expect(books == [Book(title: "A", pageCount: 3)])
    let seen = try #require(server.requests.first)
    #expect(seen.method == "GET")
    #expect(seen.target == "/base/api/v1/books?key=1&q=%C3%A4%20b")
  }

  @Test("a value becomes a JSON body with sorted keys")
  func request() async throws {
    let server = LoopbackServer { .json($0.text, status: 201) }
    let book = Book(title: "A/B", pageCount: 3)
    #expect(try await library(server).call(response: AddBook(request: book)) == book)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST")
    #expect(seen.text == "{\"page_count\":3,\"title\":\"A/B\"}")
    #expect(seen["Content-Type"] == "application/json")
    #expect(seen["Idempotency-Key"] == "k")
  }

  @Test("bytes and forms are sent as they are; an endpoint's own Content-Type wins")
  func otherBodies() async throws {
    let server = LoopbackServer { _ in .init(204) }
    let library = try library(server)
    try await library.call(endpoint: SendFrozen(body: [123, 125]))
    try await library.call(endpoint: SendForm(body: ["a": "b c", "d": nil]))
    try await library.call(endpoint: SendForm(body: [:]))
    #expect(server.requests.map(\.text) == ["{}", "a=b%20c&d=", ""])
    #expect(server.requests.map(\.method) == ["PUT", "POST", "POST"])
    #expect(
      server.requests.map { $0["Content-Type"] } == [
        "application/json", "application/x-www-form-urlencoded", nil,
      ])
  }

  @Test("a request may await a token, and a call's own change comes last")
  func configuring() async throws {
    let server = LoopbackServer { _ in .json("[]") }
    var library = try library(server)
    library.token = { "t" }
    _ = try await library.call(response: FindBooks(text: "")) { $0.headers["X-A"] = "b" }
    _ = try await library.call(response: FindBooks(text: "")) { $0.headers["Authorization"] = nil }
    #expect(server.requests.map { $0["Authorization"] } == ["Bearer t", nil])
    #expect(server.requests.map { $0["X-A"] } == ["b", nil])
  }

  @Test("what building or configuring throws comes out as it is, before anything is sent")
  func thrown() async throws {
    let server = LoopbackServer { _ in .json("[]") }
    var library = try library(server)
    await #expect(throws: Refused.self) {
      try await library.call(response: FindBooks(text: "")) { _ in throw Refused() }
    }
    library.token = { throw Refused() }
    await #expect(throws: Refused.self) { try await library.call(response: FindBooks(text: "")) }
    #expect(server.connectionCount == 0)
  }

  @Test("a bad status and an undecodable body keep the answer")
  func failures() async throws {
    let server = LoopbackServer { request in
      request.query?.hasSuffix("q=bad") == true
        ? .json("{\"error\": \"no\"}", status: 422) : .json("{}")
    }
    let library = try library(server)
    let refused = try #require(
      await #expect(throws: HTTPError.self) {
        try await library.call(response: FindBooks(text: "bad"))
      })
    guard case .status(let response) = refused.reason else { throw refused }
    #expect(response.text == "{\"error\": \"no\"}")
    let undecodable = try #require(
      await #expect(throws: HTTPError.self) {
        try await library.call(response: FindBooks(text: ""))
      })
    guard case .undecodable(_, let answer) = undecodable.reason else { throw undecodable }
    #expect(answer.text == "{}")
    #expect(!undecodable.isTransient)
  }

  @Test(
    "only an answer from 200 to 299 is a good one",
    arguments: [
      (200, true), (204, true), (299, true), (300, false), (302, false), (304, false),
      (399, false), (400, false), (404, false), (500, false), (600, false), (799, false),
    ])
  func acceptedStatuses(status: Int, expected: Bool) async throws {
    let server = LoopbackServer { _ in .init(status) }
    let library = try library(server)
    if expected {
      #expect(try await library.call(endpoint: SendForm(body: [:])).status == status)
    } else {
      let error = await #expect(throws: HTTPError.self) {
        try await library.call(endpoint: SendForm(body: [:]))
      }
      #expect(error?.response?.status == status)
    }
  }

  @Test("an undecodable answer is kept with the decoder's error and its first 64 KiB")
  func largeUndecodable() async throws {
    let text = String(repeating: "no JSON ", count: 20_000)
    let server = LoopbackServer { _ in
      .init(headers: [("X-A", "b")], text: text, type: "application/json")
    }
    let error = try #require(
      await #expect(throws: HTTPError.self) {
        try await library(server).call(response: FindBooks(text: ""))
      })
    guard case .undecodable(let reason, let response) = error.reason else { throw error }
    #expect(reason is DecodingError)
    #expect(response.status == 200)
    #expect(response.headers["X-A"] == "b")
    #expect(response.body == Array(text.utf8.prefix(64 << 10)))
  }

  @Test("no answer at all is a failure, too")
  func noAnswer() async throws {
    let unreachable = Library(baseURL: try HTTPURL("http://name.invalid/"))
    let error = try #require(
      await #expect(throws: HTTPError.self) {
        try await unreachable.call(endpoint: SendForm(body: [:]))
      })
    guard case .unknownHost = error.reason else { throw error }
    #expect(error.response == nil)
  }

  @Test("a server may have an error type and accepted statuses of its own")
  func ownErrors() async throws {
    struct Refusal: APIError, Decodable {
      let error: String

      init(_ error: HTTPError, decoding: any BodyDecoding) {
        let decoded = error.response.flatMap { try? decoding.decode(Self.self, from: $0.body) }
        self = decoded ?? Refusal(error: error.description)
      }
      init(error: String) { self.error = error }
    }
    struct Strict: HTTPServer {
      typealias Failure = Refusal
      let baseURL: HTTPURL
      let client = HTTPClient()
      func accepts(status: Int) -> Bool { status == 404 }
    }
    let server = LoopbackServer {
      .json("{\"error\": \"no\"}", status: $0.path == "/frozen" ? 404 : 200)
    }
    let strict = Strict(baseURL: try HTTPURL(server.url()))
    #expect(try await strict.call(endpoint: SendFrozen(body: [])).status == 404)
    let error = await #expect(throws: Refusal.self) {
      try await strict.call(endpoint: SendForm(body: [:]))
    }
    #expect(error?.error == "no")
  }
}
