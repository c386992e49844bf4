import Glibc
import ZitareBase
public import ZitarePipeline
public import ZitareService

extension AccountName: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { AccountText.formAccount.message }
}

extension OptionDescription {
  static let account = OptionDescription("--account NAME", AccountText.optionAccount.message)
}

/// Logs in, so that submissions are sent under an account.
struct LoginCommand: Command {
  static let name = "login"
  static let synopsis = "[EMAIL] [--password-stdin | --token-stdin] [--account NAME]"
  static let summary = AccountText.loginSummary.message
  static let options = [
    OptionDescription("--password-stdin", AccountText.loginPassword.message),
    OptionDescription("--token-stdin", AccountText.loginToken.message), .account,
  ]

  private enum Secret: Sendable {
    case asked(email: String?)
    case password(email: String)
    case token
  }

  private let secret: Secret
  private let account: AccountName?

  init(_ arguments: inout Arguments) throws(UsageError) {
    let takesPassword = try arguments.flag("--password-stdin")
    let takesToken = try arguments.flag("--token-stdin")
    account = try arguments.option("--account")
    let email: String? = try arguments.optionalPositional("EMAIL")
    switch (takesPassword, takesToken, email) {
    case (false, false, let email): secret = .asked(email: email)
    case (true, false, let email?): secret = .password(email: email)
    case (false, true, nil): secret = .token
    default: throw UsageError(AccountText.loginWords.message)
    }
  }

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    let account = services.account(account ?? services.configuration.account.name)
    switch secret {
    case .token: try await account.take(try StandardInput.bytes(limit: 64 << 10))
    case .password(let email):
      let password = try StandardInput.line(limit: 4096, in: app)
      try await login(account, email, password, app)
    case .asked(let email):
      guard app.console.canAsk else {
        throw CommandFailure(.usage, app.text(AccountText.loginNoTerminal))
      }
      let email = email ?? app.console.answer(to: app.text(AccountText.askEmail)) ?? ""
      let question = app.text(AccountText.askPassword)
      guard !email.isEmpty, let password = app.console.secret(question), !password.isEmpty else {
        throw CommandFailure(.failure, app.text(AccountText.loginGivenUp))
      }
      try await login(account, email, password, app)
    }
    try await services.submissions.release(account.name.login)
    let standing = try account.standing()
    if app.wantsJSON { return try app.console.json(AccountLine(account.name, standing)) }
    app.console.line(
      app.text(AccountText.loggedIn, ["who": standing.email ?? account.name.text]))
    let waiting = try await services.submissions.all()
      .count { $0.account == account.name && $0.state == .pending }
    if waiting > 0 { app.console.line(app.text(AccountText.released, ["count": "\(waiting)"])) }
  }

  private func login(
    _ account: Account, _ email: String, _ password: String, _ app: App<Services>
  ) async throws {
    do {
      try await account.login(email: email, password: password)
    } catch let failure as LoginFailure {
      throw CommandFailure(Self.exitCode(failure.kind), Self.text(failure, in: app))
    }
  }

  private static func exitCode(_ kind: LoginFailure.Kind) -> ExitCode {
    switch kind {
    case .wrongPassword, .unverifiedEmail, .secondFactor, .refused: .noPermission
    case .locked, .rateLimited, .noToken, .unreachable, .serverFault: .tryLater
    }
  }

  private static func text(_ failure: LoginFailure, in app: App<Services>) -> String {
    let entry: AccountText =
      switch failure.kind {
      case .wrongPassword: .wrongPassword
      case .unverifiedEmail: .unverifiedEmail
      case .locked: .locked
      case .rateLimited: .rateLimited
      case .secondFactor: .secondFactor
      case .noToken: .noToken
      case .unreachable: .unreachable
      case .serverFault: .serverFault
      case .refused: .refused
      }
    let wait = failure.retryAfter.map { app.text(AccountText.waitFor, ["time": $0.text]) }
    return app.text(
      entry,
      [
        "wait": wait ?? app.text(AccountText.waitAWhile), "detail": failure.detail ?? "-",
        "server": app.configuration[Keys.accountServer],
      ])
  }
}

/// Forgets a login, here and at the server.
struct LogoutCommand: Command {
  static let name = "logout"
  static let synopsis = "[--account NAME]"
  static let summary = AccountText.logoutSummary.message
  static let options = [OptionDescription.account]
  private let account: AccountName?

  init(_ arguments: inout Arguments) throws(UsageError) {
    account = try arguments.option("--account")
  }

  func run(in app: App<Services>) async throws {
    let services = try await app.services()
    let account = services.account(account ?? services.configuration.account.name)
    let result = try await account.logout()
    if app.wantsJSON {
      return try app.console.json(AccountLine(account.name, account.standing()))
    }
    let entry: AccountText =
      switch result {
      case .done: .loggedOut
      case .onlyHere: .loggedOutHere
      case .wasNot: .notLoggedIn
      }
    app.console.line(app.text(entry))
  }
}

/// Tells who is logged in, by the files of this machine.
struct WhoamiCommand: Command {
  static let name = "whoami"
  static let synopsis = "[--account NAME]"
  static let summary = AccountText.whoamiSummary.message
  static let options = [OptionDescription.account]
  private let account: AccountName?

  init(_ arguments: inout Arguments) throws(UsageError) {
    account = try arguments.option("--account")
  }

  func run(in app: App<Services>) async throws {
    let configured = try app.pipelineConfiguration().account.name
    let name = account ?? configured
    let standing = try app.account(name).standing()
    if app.wantsJSON {
      try app.console.json(AccountLine(name, standing))
    } else {
      app.console.line(AccountLine.text(standing, name, in: app))
    }
    if standing.state != .signedIn { throw CommandFailure(.failure) }
  }
}

/// An account as `--json` prints it.
struct AccountLine: Encodable {
  let account: String
  /// `signed-in`, `expired` or `signed-out`.
  let state: String
  let email: String?
  let server: String
  /// Why it has expired.
  let reason: String?
  /// When the current access token ends; it is renewed when it is needed.
  let expiresAt: String?

  init(_ account: AccountName, _ standing: Account.Standing) {
    self.account = account.text
    state = standing.state.rawValue
    email = standing.email
    server = standing.server
    reason = standing.reason.map { "\($0)" }
    expiresAt = standing.expiresAt?.iso8601
  }

  static func text(
    _ standing: Account.Standing, _ account: AccountName, in app: App<Services>
  ) -> String {
    switch standing.state {
    case .signedIn:
      app.text(
        AccountText.whoamiSignedIn,
        ["who": standing.email ?? account.text, "server": standing.server])
    case .expired:
      app.text(
        AccountText.whoamiExpired,
        ["reason": standing.reason?.message.text(in: app.language) ?? "-"])
    case .signedOut: app.text(AccountText.notLoggedIn)
    }
  }
}
