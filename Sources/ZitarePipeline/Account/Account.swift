public import ZitareBase
import ZitareHTTP
public import ZitareJobs

/// An account's login on this machine: tokens that are renewed by one process at a time.
///
/// Whoever renews holds a lock, reads anew what is stored, and has the new tokens safe on disk
/// before they are used.
public struct Account: Sendable {
  public let name: AccountName
  private let settings: AccountSettings
  private let file: CredentialsFile
  private let bootstrap: Bootstrap
  /// The server that is shown tokens, nil where none is known.
  private let api: String?
  private let clocks: Clocks

  /// - Parameters:
  ///   - api: the address of the server that takes submissions.
  ///   - folder: where credentials lie; it is made when there are some.
  public init(
    _ name: AccountName, settings: AccountSettings, api: String? = nil, folder: FilePath,
    clocks: Clocks = .system
  ) {
    self.name = name
    self.settings = settings
    // What is no address is sent nothing, and whoever would send it says so.
    self.api = api.flatMap { try? HTTPURL($0) }?.origin.text
    file = CredentialsFile(folder: folder, account: name)
    bootstrap = Bootstrap(settings, account: name)
    self.clocks = clocks
  }

  /// The token for the next request, renewed where it has ended; nil where nobody has ever logged
  /// in, so that a server may take what comes without.
  func token() async throws -> String? {
    if let credentials = try file.read() {
      if try unseen(credentials) == nil, isBound(credentials),
        let token = try own(credentials).validToken(now: clocks.wall())
      {
        return token
      }
    } else if try !bootstrap.isThere {
      return nil
    }
    return try await locked { account in try await account.current(butNot: nil) }
  }

  /// Another token than the one that the server has refused, whatever its own time says.
  ///
  /// One that another process has put in place since will do.
  func renewed(after refused: String) async throws -> String? {
    try await locked { account in try await account.current(butNot: refused) }
  }

  /// Notes that the server refuses a token that was just made: only a person can mend that.
  func expire(_ token: String, reason: LoginEnd) async throws {
    try await locked { account in
      guard var credentials = try account.file.read(), credentials.accessToken == token else {
        return
      }
      credentials.end(as: .expired, reason: reason)
      try account.file.write(credentials)
    }
  }

  /// Whether waiting submissions should try again: somebody has logged in, or a login that was not
  /// taken yet lies ready.
  func hasNews() async throws -> Bool {
    guard let credentials = try file.read() else {
      if try bootstrap.given() != nil { return true }
      return try await bootstrap.printed() != nil
    }
    if try unseen(credentials) != nil { return true }
    if credentials.state == .signedIn {
      return isOwn(credentials) && foreignAPI(credentials) == nil
    }
    guard credentials.state == .expired, let login = try await bootstrap.printed() else {
      return false
    }
    return !credentials.bootstraps.contains(login.digest)
  }
}

extension Account {
  /// Logs in and keeps the login in place of the one before; throws `LoginFailure`.
  public func login(email: String, password: String) async throws {
    let grant = try await AuthClient(settings).login(email: email, password: password)
    try await locked { account in
      var credentials = Credentials(
        server: account.settings.server, state: .signedIn,
        bootstraps: try await account.bootstraps())
      credentials.email = email
      credentials.api = account.api
      credentials.take(grant, now: account.clocks.wall())
      try account.file.write(credentials)
    }
  }

  /// Takes a login that was made elsewhere; throws `BootstrapError`.
  public func take(_ login: [UInt8]) async throws {
    let login = try Bootstrap.login(login, from: "the standard input")
    _ = try await locked { account in
      try account.store(login, beside: try await account.bootstraps())
    }
  }

  /// What logging out came to.
  public enum Logout: Sendable {
    case done
    /// Forgotten here, but the server could not be told.
    case onlyHere
    case wasNot
  }

  /// Forgets the login here and ends it at the server.
  public func logout() async throws -> Logout {
    try await locked { account in
      guard let credentials = try account.file.read(), credentials.state != .signedOut else {
        return .wasNot
      }
      var ended = credentials
      ended.end(as: .signedOut)
      try account.file.write(ended)
      guard credentials.canRefresh, account.isOwn(credentials) else { return .done }
      return await (try AuthClient(account.settings)).logout(credentials) ? .done : .onlyHere
    }
  }

  /// How the account stands, for people.
  public struct Standing: Sendable, Equatable {
    public enum State: String, Sendable {
      case signedIn = "signed-in"
      case expired
      case signedOut = "signed-out"
    }
    public let state: State
    public let email: String?
    public let server: String
    /// Why it expired.
    public let reason: LoginEnd?
    /// When the access token ends; it is renewed when one is needed.
    public let expiresAt: Timestamp?
  }

  /// Looks at the files only.
  public func standing() throws -> Standing {
    guard let credentials = try file.read(), isOwn(credentials) else {
      return Standing(
        state: .signedOut, email: nil, server: settings.server, reason: nil, expiresAt: nil)
    }
    if credentials.state == .signedIn, let reason = foreignAPI(credentials) {
      return Standing(
        state: .expired, email: credentials.email, server: credentials.server, reason: reason,
        expiresAt: nil)
    }
    let state: Standing.State =
      switch credentials.state {
      case .signedIn, .refreshing: .signedIn
      case .expired: .expired
      case .signedOut: .signedOut
      }
    return Standing(
      state: state, email: credentials.email, server: credentials.server,
      reason: credentials.reason, expiresAt: credentials.expiresAt)
  }
}

extension Account {
  /// The login that the service manager hands over and that was not taken yet.
  private func unseen(_ credentials: Credentials) throws -> Bootstrap.Login? {
    guard let login = try bootstrap.given(), !credentials.bootstraps.contains(login.digest) else {
      return nil
    }
    return login
  }

  private func isOwn(_ credentials: Credentials) -> Bool { credentials.server == settings.server }

  /// Tokens are for the server that gave them and the one they were made for.
  private func own(_ credentials: Credentials) throws -> Credentials {
    guard isOwn(credentials) else {
      throw AccountError.needsLogin(
        name, reason: .foreignServer(known: credentials.server, wanted: settings.server))
    }
    if let reason = foreignAPI(credentials) { throw AccountError.needsLogin(name, reason: reason) }
    return credentials
  }

  /// Whether the login is kept for the server that takes submissions now.
  private func isBound(_ credentials: Credentials) -> Bool {
    api == nil || credentials.api == api
  }

  /// Why the server that takes submissions now must not see the tokens, nil where it may.
  private func foreignAPI(_ credentials: Credentials) -> LoginEnd? {
    guard let api, let known = credentials.api, known != api else { return nil }
    return .foreignAPI(known: known, wanted: api)
  }

  /// What logins of other sources have been taken.
  ///
  /// A file that cannot be used tells nothing, so those that lie ready count as taken: they must not
  /// come in place of the login that is made now, nor be sent once more when that has ended.
  private func bootstraps() async throws -> [String] {
    do {
      return try file.read()?.bootstraps ?? []
    } catch CredentialsError.damaged {
      return [try bootstrap.given(), try await printed()].compactMap { $0?.digest }
    }
  }

  /// The login that the program prints; one that fails keeps nobody from logging in.
  private func printed() async throws -> Bootstrap.Login? {
    do {
      return try await bootstrap.printed()
    } catch is BootstrapError {
      return nil
    }
  }

  private func store(_ login: Bootstrap.Login, beside known: [String]) throws -> Credentials {
    var credentials = Credentials(server: settings.server, state: .signedIn)
    credentials.api = api
    credentials.take(login.grant, now: clocks.wall())
    // The last few are enough: a source gives its newest.
    credentials.bootstraps = known.filter { $0 != login.digest }.suffix(15) + [login.digest]
    try file.write(credentials)
    return credentials
  }

  /// A token, with the lock held.
  private func current(butNot refused: String?) async throws -> String? {
    var stored = try file.read()
    if let credentials = stored {
      if let login = try unseen(credentials) {
        stored = try store(login, beside: credentials.bootstraps)
      } else if credentials.state == .expired, let login = try await bootstrap.printed(),
        !credentials.bootstraps.contains(login.digest)
      {
        stored = try store(login, beside: credentials.bootstraps)
      }
    } else if let login = try bootstrap.given() {
      stored = try store(login, beside: [])
    } else if let login = try await bootstrap.printed() {
      stored = try store(login, beside: [])
    }
    guard let stored else { return nil }
    var credentials = try own(stored)
    if !isBound(credentials) {
      credentials.api = api
      try file.write(credentials)
    }
    if let token = credentials.validToken(now: clocks.wall()), token != refused { return token }
    return try await renew(credentials)
  }

  private func renew(_ old: Credentials) async throws -> String {
    var credentials = old
    switch credentials.state {
    case .signedIn: break
    case .refreshing:
      // Nobody else is at it, since the lock is ours.
      throw try ended(credentials, .interrupted)
    case .expired:
      throw AccountError.needsLogin(name, reason: credentials.reason ?? .notRenewable)
    case .signedOut: throw AccountError.needsLogin(name, reason: .signedOut)
    }
    guard credentials.canRefresh else {
      throw try ended(credentials, .notRenewable)
    }
    let isSingleUse = !credentials.hasSession
    if isSingleUse {
      credentials.state = .refreshing
      try file.write(credentials)
    }
    switch await (try AuthClient(settings)).renew(credentials) {
    case .renewed(let grant):
      credentials.take(grant, now: clocks.wall())
      try file.write(credentials)
      guard let token = credentials.accessToken else {
        preconditionFailure("a renewal without a token is lost")
      }
      return token
    case .refused where !isSingleUse && credentials.refreshToken != nil:
      // It knows the session no more; the token has not been sent yet.
      credentials.cookies = [:]
      return try await renew(credentials)
    case .refused(let status): throw try ended(credentials, .refused(status: status))
    case .lost(let reason) where isSingleUse:
      throw try ended(credentials, .answerLost(reason: reason))
    case .lost(let reason): throw AccountError.unavailable(name, reason: reason, retryAfter: nil)
    case .failed(let reason, let delay):
      if isSingleUse { try file.write(old) }
      throw AccountError.unavailable(name, reason: reason, retryAfter: delay)
    }
  }

  private func ended(_ credentials: Credentials, _ reason: LoginEnd) throws -> AccountError {
    var credentials = credentials
    credentials.end(as: .expired, reason: reason)
    try file.write(credentials)
    return .needsLogin(name, reason: reason)
  }

  /// Runs `body` while no other process works on the credentials.
  ///
  /// It is a task of its own because it must outlive a caller that is cancelled: the answer to a
  /// renewal would be lost, and the login with it.
  private func locked<R: Sendable>(
    _ body: @escaping @Sendable (Account) async throws -> R
  ) async throws -> R {
    try await Task(executorPreference: ThreadPool.shared) { [self] in
      let lock = try await file.lock(within: .seconds(60), sleep: clocks.sleep)
      defer { extendLifetime(lock) }
      return try await body(self)
    }.value
  }
}

extension HTTPURL.Origin {
  fileprivate var text: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }
}

/// Why an account has no token.
public enum AccountError: Error, Equatable, CustomStringConvertible {
  case needsLogin(AccountName, reason: LoginEnd)
  /// It may work later.
  case unavailable(AccountName, reason: String, retryAfter: Duration?)

  public var description: String {
    switch self {
    case .needsLogin(let account, let reason):
      "account \(account) needs a login: \(reason); zitare login"
    case .unavailable(let account, let reason, _):
      "the login of account \(account) could not be renewed: \(reason)"
    }
  }
}
