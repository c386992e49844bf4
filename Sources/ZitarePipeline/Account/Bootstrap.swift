import FoundationEssentials
import Glibc
import ZitareBase

/// Logins that come from elsewhere: a service manager's secrets, or a program.
struct Bootstrap: Sendable {
  /// A login with a digest of where it came from, so that it is taken once.
  struct Login: Equatable, Sendable {
    let digest: String
    let grant: Grant
  }

  /// The longest text of a login.
  static let limit = 64 << 10

  private let account: AccountName
  private let folder: FilePath?
  private let command: [String]

  init(_ settings: AccountSettings, account: AccountName) {
    self.account = account
    folder = settings.credentialsFolder
    command = account == settings.name ? settings.tokenCommand : []
  }

  /// Whether there is anything to ask.
  var isThere: Bool {
    get throws { try !command.isEmpty || given() != nil }
  }

  /// The login that the service manager hands over as `zitare.<account>`, nil where it does not.
  func given() throws -> Login? {
    guard let path = folder?.appending("zitare.\(account)"), try Files.size(of: path) != nil else {
      return nil
    }
    try Self.check(path)
    return try Self.login(Files.read(path, limit: Self.limit) ?? [], from: "\(path)")
  }

  /// The login that the program prints, nil where none is configured.
  func printed() async throws -> Login? {
    guard let program = command.first else { return nil }
    let bytes = try await blocking { [command] in
      try TokenCommand.output(of: command, limit: Self.limit, within: .seconds(30))
    }
    return try Self.login(bytes, from: program)
  }

  /// Reads a login: an object with `accessToken`, `refreshToken` and `cookies`, a session cookie, or
  /// a token alone.
  static func login(_ bytes: [UInt8], from source: String) throws -> Login {
    let text = String(String(decoding: bytes, as: UTF8.self).trimmed)
    let digest = SHA256.digest(text.utf8).hexadecimal
    if text.hasPrefix("{") {
      guard let form = try? JSONDecoder().decode(Form.self, from: Data(text.utf8)),
        form.accessToken ?? form.refreshToken ?? form.cookies?.keys.first != nil
      else { throw BootstrapError.badForm(source) }
      let grant = Grant(
        accessToken: form.accessToken, refreshToken: form.refreshToken, email: form.email,
        cookies: (form.cookies ?? [:]).mapValues { $0 })
      return Login(digest: digest, grant: grant)
    }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw BootstrapError.badForm(source)
    }
    if let (name, value) = SessionCookies.pair(text) {
      return Login(digest: digest, grant: Grant(cookies: [name: value]))
    }
    let isAccessToken = Credentials.expiry(of: text) != nil
    return Login(
      digest: digest,
      grant: isAccessToken ? Grant(accessToken: text) : Grant(refreshToken: text))
  }

  private struct Form: Decodable {
    let email: String?
    let accessToken: String?
    let refreshToken: String?
    let cookies: [String: String]?
  }

  /// A service manager's file may belong to root and be ours by an access list, which shows as rights
  /// of the group.
  private static func check(_ path: FilePath) throws {
    var status = stat()
    guard stat(path.string, &status) == 0 else { throw FileError("examine", path, code: errno) }
    let others: mode_t = status.st_uid == geteuid() ? 0o077 : 0o007
    guard status.st_mode & others == 0 else {
      throw CredentialsError.readableByOthers(path, mode: 0o600)
    }
  }
}

/// Why another source gives no login.
public enum BootstrapError: Error, Equatable, CustomStringConvertible {
  case badForm(String)
  case commandFailed(String, reason: String)

  public var description: String {
    switch self {
    case .badForm(let source):
      "\(source) gives no login: a token, a session cookie, or an object with accessToken or "
        + "refreshToken"
    case .commandFailed(let program, let reason): "account.token_command: \(program) \(reason)"
    }
  }
}
