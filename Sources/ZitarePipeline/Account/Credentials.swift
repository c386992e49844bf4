import FoundationEssentials
import ZitareBase

/// What a server gave for a login, as it is kept on disk.
struct Credentials: Codable, Equatable, Sendable {
  enum State: String, Codable {
    case signedIn = "signed-in"
    /// A renewal has begun that uses the refresh token up; found by another process, its answer is
    /// lost.
    case refreshing
    /// Only a new login helps.
    case expired
    case signedOut = "signed-out"
  }

  /// The server that gave it; no other one ever sees its refresh token and cookies.
  var server: String
  /// The server of submissions that its tokens are shown to; no other one ever sees them.
  ///
  /// Nil until there is one: logins of earlier releases and those made without are for the first.
  var api: String?
  var email: String?
  var state: State
  /// Why it expired.
  var reason: LoginEnd?
  var accessToken: String?
  /// When the access token ends, nil where nothing tells.
  var expiresAt: Timestamp?
  var refreshToken: String?
  /// The server's session, by names of cookies.
  var cookies: [String: String] = [:]
  /// Digests of what other logins were taken from; each is taken once.
  var bootstraps: [String] = []

  init(server: String, state: State, bootstraps: [String] = []) {
    self.server = server
    self.state = state
    self.bootstraps = bootstraps
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    server = try container.decode(String.self, forKey: .server)
    api = try container.decodeIfPresent(String.self, forKey: .api)
    email = try container.decodeIfPresent(String.self, forKey: .email)
    state = try container.decode(State.self, forKey: .state)
    let earlier = try? container.decode(String.self, forKey: .reason)
    reason =
      try earlier.map { LoginEnd.other($0) }
      ?? container.decodeIfPresent(LoginEnd.self, forKey: .reason)
    accessToken = try container.decodeIfPresent(String.self, forKey: .accessToken)
    expiresAt = try container.decodeIfPresent(Timestamp.self, forKey: .expiresAt)
    refreshToken = try container.decodeIfPresent(String.self, forKey: .refreshToken)
    cookies = try container.decodeIfPresent([String: String].self, forKey: .cookies) ?? [:]
    bootstraps = try container.decodeIfPresent([String].self, forKey: .bootstraps) ?? []
  }

  /// Whether a session cookie renews the access token as often as one likes; a refresh token alone
  /// does so once.
  var hasSession: Bool { cookies.keys.contains { $0.hasSuffix("session_token") } }

  var canRefresh: Bool { refreshToken != nil || hasSession }

  /// The access token, unless it has ended or is about to.
  func validToken(now: Timestamp) -> String? {
    guard state == .signedIn, let accessToken else { return nil }
    guard let expiresAt else { return accessToken }
    return now < expiresAt - .seconds(10) ? accessToken : nil
  }

  /// Takes over what a server's answer brings; what it leaves out stays.
  mutating func take(_ grant: Grant, now: Timestamp) {
    state = .signedIn
    reason = nil
    email = grant.email ?? email
    accessToken = grant.accessToken
    expiresAt =
      grant.accessToken.flatMap(Self.expiry) ?? grant.expiresIn.map { now + .seconds($0) }
    refreshToken = grant.refreshToken ?? refreshToken
    for (name, value) in grant.cookies { cookies[name] = value }
  }

  /// Forgets everything secret, but not what it was taken from.
  mutating func end(as state: State, reason: LoginEnd? = nil) {
    self.state = state
    self.reason = reason
    accessToken = nil
    expiresAt = nil
    refreshToken = nil
    cookies = [:]
    if state == .signedOut { email = nil }
  }

  /// The `exp` of a JSON Web Token (RFC 7519 4.1.4); nil for a token of another form.
  static func expiry(of token: String) -> Timestamp? {
    struct Claims: Decodable {
      let exp: Double
    }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    guard let data = Data(base64Encoded: text),
      let claims = try? JSONDecoder().decode(Claims.self, from: data),
      claims.exp >= 0, claims.exp < 1e11
    else { return nil }
    return Timestamp(seconds: Int64(claims.exp))
  }
}

/// What an answer of the server, or another source of a login, brings.
struct Grant: Equatable, Sendable {
  var accessToken: String?
  var refreshToken: String?
  /// How many seconds the access token lasts, where the token itself does not say.
  var expiresIn: Int64?
  var email: String?
  /// Cookies to keep; those to forget are empty.
  var cookies: [String: String?] = [:]
}
