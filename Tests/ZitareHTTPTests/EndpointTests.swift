import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

private struct Book: Codable, Sendable, Equatable {
  let title: String
  let pageCount: Int

  enum CodingKeys: String, CodingKey {
    case title
    case pageCount = "page_count"
  }
}

private struct Sample: ResponseEndpoint {
  typealias Response = Book
  let path = "json"
}

private struct AddBook: RequestResponseEndpoint {
  typealias Response = Echo
  let path = "anything"
  let request: Book
}

private struct Upload: UploadEndpoint {
  let path = "status/200"
  let method = HTTPMethod.put
  let file: FilePath
  var headers: HTTPHeaders = [:]
}

private struct SendForm: URLEncodedEndpoint, ResponseEndpoint {
  typealias Response = Echo
  let path = "post"
  let body: HTTPQuery
  var headers: HTTPHeaders = [:]
}

/// Known only by its address: everything else is the library's default.
private struct Least: HTTPServer {
  let baseURL: HTTPURL
}

@Suite struct EndpointTests {
  private let server = LoopbackServer.bin()
  private let folder = TemporaryFolder()

  @Test("a server needs no more than an address")
  func least() async throws {
    let least = Least(baseURL: try HTTPURL(server.url()))
    #expect(try await least.call(response: Sample()) == Book(title: "Sample", pageCount: 3))
    #expect(try await least.call(endpoint: Plain("status/204")).body == [])
    #expect(try await least.call(endpoint: Plain("image/jpeg")).body == LoopbackServer.image)
  }

  @Test("a value goes there and what comes back becomes one")
  func requestResponse() async throws {
    let echo = try await Bin(server).call(
      response: AddBook(request: Book(title: "A", pageCount: 1)))
    #expect(echo.method == "POST")
    #expect(echo.text == "{\"page_count\":1,\"title\":\"A\"}")
    #expect(echo.headers["content-type"] == "application/json")
  }

  @Test("headers may be fetched before the request is built")
  func asynchronousBuilding() async throws {
    var bin = try Bin(server)
    let refreshes = Mutex(0)
    bin.token = {
      await Task.yield()
      return refreshes.withLock {
        $0 += 1
        return "token\($0)"
      }
    }
    #expect(try await bin.call(response: Get()).headers["authorization"] == "Bearer token1")
    #expect(try await bin.call(endpoint: Plain("bearer")).isSuccess)
    #expect(refreshes.withLock { $0 } == 2)
  }

  @Test("a form is sent with its type; an endpoint's own goes before it")
  func form() async throws {
    let bin = try Bin(server)
    let echo = try await bin.call(response: SendForm(body: ["a": "b c", "a": "ü", "d": nil]))
    #expect(echo.text == "a=b%20c&a=%C3%BC&d=")
    #expect(echo.headers["content-type"] == "application/x-www-form-urlencoded")
    let other = try await bin.call(
      response: SendForm(body: ["a": "b"], headers: ["content-type": "text/x-own"]))
    #expect(other.headers["content-type"] == "text/x-own")
  }

  @Test("a file is sent as it is, without a type unless the endpoint has one")
  func upload() async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 255) }
    let file = try folder.write("photo.jpg", bytes)
    let bin = try Bin(server)
    try await bin.call(endpoint: Upload(file: file))
    try await bin.call(endpoint: Upload(file: file, headers: ["Content-Type": "image/jpeg"]))
    for request in server.requests {
      #expect(request.method == "PUT")
      #expect(SHA256.digest(request.body) == SHA256.digest(bytes))
      #expect(request["Content-Length"] == "300000")
    }
    #expect(server.requests.map { $0["Content-Type"] } == [nil, "image/jpeg"])
  }

  @Test("a file that cannot be read is named before anything is sent")
  func unreadable() async throws {
    let missing = folder.appending("missing")
    let error = await #expect(throws: FileError.self) {
      try await Bin(server).call(endpoint: Upload(file: missing))
    }
    #expect(error == FileError("open", missing, code: ENOENT))
    #expect(server.connectionCount == 0)
  }
}
