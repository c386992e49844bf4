import FoundationEssentials
import ZitareBase
import ZitareHTTP

/// The server that logs people in and renews tokens (`docs/wire-format.md`).
///
/// It renews in two ways: by the session's cookie, or else by a refresh token in the body, which is
/// used up by that.
struct AuthClient: HTTPServer {
  let baseURL: HTTPURL
  let client: HTTPClient
  private let timeout: Duration

  /// The client should follow no redirects: a body with a password must not travel on.
  init(_ settings: AccountSettings) throws {
    baseURL = try HTTPURL(settings.server)
    client = settings.http
    timeout = settings.timeout
  }

  func login(email: String, password: String) async throws(LoginFailure) -> Grant {
    let call = Call("/api/v1/auth/login", Body(email: email, password: password))
    let response: HTTPResponse
    do {
      response = try await client.send(request(call, cookies: [:]))
    } catch {
      throw LoginFailure(.unreachable, detail: "\(error)")
    }
    guard response.isSuccess else { throw LoginFailure(response) }
    guard let answer = Answer(response) else {
      throw LoginFailure(.noToken, detail: "the answer has an unknown form")
    }
    if answer.wantsSecondFactor { throw LoginFailure(.secondFactor) }
    let grant = answer.grant(response)
    guard grant.accessToken != nil || grant.refreshToken != nil || !grant.cookies.isEmpty else {
      throw LoginFailure(.noToken)
    }
    return grant
  }

  /// What a renewal came to.
  enum Renewal {
    case renewed(Grant)
    /// The server knows neither refresh token nor session any more.
    case refused(status: Int)
    /// The server may have used the refresh token up, and the new one has not arrived.
    case lost(reason: String)
    /// The server did not take the request.
    case failed(reason: String, retryAfter: Duration?)
  }

  func renew(_ credentials: Credentials) async -> Renewal {
    let body = Body(refreshToken: credentials.hasSession ? nil : credentials.refreshToken)
    do {
      let response = try await client.send(
        request(Call("/api/v1/auth/refresh", body), cookies: credentials.cookies))
      let reason = "the login server answered \(response.status)"
      switch response.status {
      case 200..<300:
        guard let answer = Answer(response), answer.accessToken != nil else {
          return .lost(reason: "the login server's answer has no token")
        }
        return .renewed(answer.grant(response))
      case 400, 401, 403: return .refused(status: response.status)
      case 503: return .failed(reason: reason, retryAfter: response.retryAfter)
      // A server fails after its work, too, and a gateway answers for one that has done it.
      case 500...: return .lost(reason: reason)
      default: return .failed(reason: reason, retryAfter: response.retryAfter)
      }
    } catch let error as HTTPError where error.mayHaveReachedServer {
      if case .redirect = error.reason {
        return .failed(reason: error.description, retryAfter: nil)
      }
      return .lost(reason: error.description)
    } catch {
      return .failed(reason: "\(error)", retryAfter: nil)
    }
  }

  /// Ends the session at the server; false where that is not known to have happened.
  func logout(_ credentials: Credentials) async -> Bool {
    do {
      var request = try request(
        Call("/api/v1/auth/logout", Body(refreshToken: credentials.refreshToken)),
        cookies: credentials.cookies)
      if let token = credentials.accessToken {
        request.headers["Authorization"] = "Bearer \(token)"
      }
      return try await client.send(request).isSuccess
    } catch {
      return false
    }
  }

  private func request(_ endpoint: some Endpoint, cookies: [String: String]) throws -> HTTPRequest {
    var request = try buildStandardRequest(for: endpoint)
    request.timeouts = HTTPTimeouts(total: timeout)
    request.maxResponseBytes = 1 << 20
    if !cookies.isEmpty {
      request.headers["Cookie"] = cookies.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
    return request
  }

  private struct Body: Encodable, Sendable {
    var email: String?
    var password: String?
    var refreshToken: String?
  }

  private struct Call: RequestEndpoint {
    let path: String
    let request: Body

    init(_ path: String, _ request: Body) {
      self.path = path
      self.request = request
    }
  }

  private struct Answer: Decodable {
    struct User: Decodable {
      let email: String?
    }
    let user: User?
    let accessToken: String?
    let refreshToken: String?
    let expiresIn: Int64?
    let twoFactorRedirect: Bool?

    init?(_ response: HTTPResponse) {
      guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
        return nil
      }
      self = answer
    }

    var wantsSecondFactor: Bool { twoFactorRedirect == true && accessToken == nil }

    func grant(_ response: HTTPResponse) -> Grant {
      Grant(
        accessToken: accessToken, refreshToken: refreshToken, expiresIn: expiresIn,
        email: user?.email, cookies: SessionCookies.read(response.headers))
    }
  }
}

/// The cookies of the server's session; those of others are none of ours.
enum SessionCookies {
  /// Names and values of the answer's; a cookie that the answer takes back has no value.
  static func read(_ headers: HTTPHeaders) -> [String: String?] {
    var cookies: [String: String?] = [:]
    for line in headers.values("Set-Cookie") {
      let parts = line.split(separator: ";").map { $0.trimmed }
      guard let (name, value) = pair(parts.first ?? "") else { continue }
      let isGone = parts.dropFirst().contains { $0.lowercased() == "max-age=0" } || value.isEmpty
      cookies.updateValue(isGone ? nil : value, forKey: name)
    }
    return cookies
  }

  /// `name=value` of a session cookie, nil for anything else.
  static func pair(_ text: some StringProtocol) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = String(text[..<equals])
    let bare = ["__Secure-", "__Host-"].reduce(name) {
      $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0
    }
    let value = String(text[text.index(after: equals)...])
    let isPlain = (name + value).utf8.allSatisfy {
      (0x21...0x7e).contains($0) && $0 != 0x3b && $0 != 0x2c
    }
    guard bare.hasPrefix("mana"), isPlain else { return nil }
    return (name, value)
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: SubSequence {
    let rest = drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return rest }
    return rest[...last]
  }
}
