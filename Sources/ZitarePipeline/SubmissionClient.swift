import FoundationEssentials
import ZitareBase
import ZitareHTTP

/// The part of the API that takes submissions.
///
/// Its server is not public: paths and fields are assumed and can be configured
/// (`docs/wire-format.md`).
struct SubmissionClient: HTTPServer {
  let baseURL: HTTPURL
  let client: HTTPClient
  private let path: String
  private let timeout: Duration
  let settling: Duration

  /// The client should follow no redirects: what a POST becomes on its way would prove nothing.
  init(_ api: PipelineConfiguration.API, http: HTTPClient) throws {
    baseURL = try HTTPURL(api.base)
    client = http
    path = api.submissionsPath
    timeout = api.timeout
    settling = api.settling
  }

  /// Posts the frozen body once.
  func send(_ submission: Submission, token: String?) async -> DeliveryResult {
    do {
      let post = Post(path: path, body: submission.body, key: submission.id.text)
      return DeliveryResult(try await client.send(request(post, token)), to: submission.id)
    } catch let error as HTTPError where error.mayHaveReachedServer {
      return .unknown(reason: error.description, retryAfter: error.retryAfter)
    } catch {
      return .unreachable(reason: "\(error)")
    }
  }

  /// Asks whether the server has a submission.
  func lookup(_ id: SubmissionID, token: String?) async -> LookupResult {
    do {
      let response = try await client.send(request(Lookup(path: path, id: id.text), token))
      switch response.status {
      case 200..<300: return Self.found(id, in: response.body)
      case 401: return .unauthorized
      // Somebody who is logged in and still may not ask never will.
      case 403: return token == nil ? .unauthorized : .unsupported
      case 404, 405, 501: return .unsupported
      case let status:
        return .failed(reason: "the server answered \(status)", retryAfter: response.retryAfter)
      }
    } catch {
      return .failed(reason: "\(error)", retryAfter: (error as? HTTPError)?.retryAfter)
    }
  }

  /// The token goes to no server that could be overheard.
  private func request(_ endpoint: some Endpoint, _ token: String?) throws -> HTTPRequest {
    var request = try buildStandardRequest(for: endpoint)
    if let token, baseURL.origin.isSecure || baseURL.origin.isLoopback {
      request.headers["Authorization"] = "Bearer \(token)"
    }
    request.timeouts = HTTPTimeouts(total: timeout)
    request.maxResponseBytes = 1 << 20
    return request
  }

  /// Only an answer of the expected form counts as proof, either way.
  private static func found(_ id: SubmissionID, in body: [UInt8]) -> LookupResult {
    struct Page: Decodable {
      let submissions: [Entry]
    }
    struct Entry: Decodable {
      let clientID: String

      enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
      }
    }
    guard let page = try? JSONDecoder().decode(Page.self, from: Data(body)) else {
      return .failed(reason: "the server's answer has an unknown form", retryAfter: nil)
    }
    return page.submissions.contains { SubmissionID($0.clientID) == id } ? .found : .notFound
  }

  private struct Post: DataEndpoint {
    let path: String
    let body: [UInt8]
    let key: String
    var headers: HTTPHeaders {
      ["Content-Type": "application/json", "Idempotency-Key": key]
    }
  }

  private struct Lookup: Endpoint {
    let path: String
    let id: String
    var query: HTTPQuery { ["client_id": id] }
  }
}

extension HTTPURL.Origin {
  /// Whether it names this machine.
  var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || host == "::1" || isLoopbackIPv4
  }

  /// Four numbers, the first of them 127 (RFC 1122 3.2.1.3); a name may begin like that, too.
  private var isLoopbackIPv4: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil
      }
  }
}
