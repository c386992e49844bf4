public import ZitareBase
public import ZitareHTTP

/// Where logins come from; fixed for as long as a job runs.
public struct AccountSettings: Sendable {
  /// The account that new submissions belong to.
  public var name: AccountName
  /// The server that logs people in: `https://host`, without a slash at its end.
  public var server: String
  /// A program and its arguments that print a refresh token, where there is no login yet.
  public var tokenCommand: [String]
  /// Where a service manager puts secrets (`$CREDENTIALS_DIRECTORY`).
  public var credentialsFolder: FilePath?
  public var timeout: Duration
  /// It follows no redirects.
  public var http: HTTPClient

  public static let standardServer = "https://auth.mana.how"

  /// Whether an address may be sent a password: it cannot be overheard.
  public static func isAcceptable(server: String) -> Bool {
    guard !server.hasSuffix("/"), let url = try? HTTPURL(server) else { return false }
    return url.origin.isSecure || url.origin.isLoopback
  }

  public init(
    name: AccountName = .standard, server: String = Self.standardServer,
    tokenCommand: [String] = [], credentialsFolder: FilePath? = nil,
    timeout: Duration = .seconds(30), userAgent: String = "ZitareHTTP"
  ) {
    self.name = name
    self.server = server
    self.tokenCommand = tokenCommand
    self.credentialsFolder = credentialsFolder
    self.timeout = timeout
    var configuration = HTTPClient.Configuration(userAgent: userAgent)
    configuration.maxRedirects = 0
    http = HTTPClient(configuration)
  }
}
