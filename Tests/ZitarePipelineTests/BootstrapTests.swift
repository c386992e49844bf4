import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP

@testable import ZitarePipeline

@Suite("A login from elsewhere")
struct BootstrapTests {
  private let folder = TemporaryFolder()
  private let server = ScriptedServer()

  private func account(tokenCommand: [String] = []) -> Account {
    Account(
      .standard,
      settings: AccountSettings(
        server: server.address, tokenCommand: tokenCommand,
        credentialsFolder: folder.appending("secrets")),
      folder: folder.appending("credentials"))
  }

  private func give(_ text: String, mode: mode_t = 0o400) throws {
    let path = folder.appending("secrets/zitare.default")
    unlink(path.string)
    try folder.write("secrets/zitare.default", text.utf8)
    chmod(path.string, mode)
  }

  @Test("of the service manager is taken once; a newer one wins, an older one does not come back")
  func given() async throws {
    server.change { $0.refreshTokens = ["refresh-a"] }
    try give("refresh-a\n")
    #expect(try await account().token() == "access-1")
    #expect(try await account().token() == "access-1")
    server.change { $0.refreshTokens = ["refresh-b"] }
    try give(#"{"refreshToken": "refresh-b", "email": "b@example.org"}"#)
    #expect(try await account().token() == "access-2")
    #expect(try account().standing().email == "b@example.org")
    try give("refresh-a\n")
    #expect(try await account().token() == "access-2")
    try await account().login(email: "a@example.org", password: "geheim")
    #expect(try await account().token() == "access-3")
    #expect(server.books.reuses == 0)
  }

  @Test("that was taken already stays away from a login that replaces damaged credentials")
  func damaged() async throws {
    server.change { $0.refreshTokens = ["refresh-a"] }
    try give("refresh-a")
    #expect(try await account().token() == "access-1")
    let path = try folder.write("credentials/default.json", "{".utf8)
    chmod(path.string, 0o600)
    #expect(throws: CredentialsError.damaged(path)) { try account().standing() }
    try await account().login(email: "a@example.org", password: "geheim")
    #expect(try await account().token() == "access-2")
    #expect(server.books.renewals == 1 && server.books.reuses == 0)
  }

  @Test("of a program that was taken before the credentials were damaged is not taken again")
  func damagedAfterProgram() async throws {
    server.change { $0.refreshTokens = ["refresh-a"] }
    let account = account(tokenCommand: ["echo", "refresh-a"])
    #expect(try await account.token() == "access-1")
    let path = try folder.write("credentials/default.json", "{".utf8)
    chmod(path.string, 0o600)
    try await account.login(email: "a@example.org", password: "geheim")
    try await account.expire("access-2", reason: .newTokenRefused)
    #expect(try await account.hasNews() == false)
    await #expect(throws: AccountError.self) { try await account.token() }
    #expect(server.books.renewals == 1 && server.books.reuses == 0)
  }

  @Test("of a program that fails keeps nobody from replacing damaged credentials")
  func damagedWithoutProgram() async throws {
    let path = try folder.write("credentials/default.json", "{".utf8)
    for (path, mode) in [(path, 0o600), (path.parent, 0o700)] as [(FilePath, mode_t)] {
      chmod(path.string, mode)
    }
    let account = account(tokenCommand: ["false"])
    try await account.login(email: "a@example.org", password: "geheim")
    #expect(try await account.token() == "access-1")
  }

  @Test("of a program is taken where there is none, and anew once that has expired")
  func printed() async throws {
    server.change { $0.refreshTokens = ["refresh-a"] }
    let path = try folder.write("token", "refresh-a".utf8)
    let account = account(tokenCommand: ["cat", path.string])
    #expect(try await account.token() == "access-1")
    #expect(try await account.token() == "access-1")
    try await account.expire("access-1", reason: .newTokenRefused)
    await #expect(throws: AccountError.self) { try await account.token() }
    #expect(try await account.hasNews() == false)
    server.change { $0.refreshTokens = ["refresh-b"] }
    try folder.write("token", "refresh-b".utf8)
    #expect(try await account.hasNews())
    #expect(try await account.token() == "access-2")
  }

  @Test(
    "that comes to nothing says which program, and nothing of what it printed",
    arguments: [
      (["/nowhere/at-all"], "cannot be started"),
      (["sh", "-c", "echo geheim; exit 3"], "ended with 3"),
      (["sh", "-c", "printf 'geheim zwei'"], "gives no login"), (["true"], "gives no login"),
      (["sh", "-c", "yes geheim"], "more than"),
    ])
  func failing(command: [String], reason: String) async throws {
    let error = await #expect(throws: BootstrapError.self) {
      try await account(tokenCommand: command).token()
    }
    let text = "\(error as Any)"
    #expect(text.contains(command[0]) && text.contains(reason) && !text.contains("geheim zwei"))
    #expect(!text.contains("\"geheim"))
  }

  @Test("in a file that all may read is refused")
  func permissions() async throws {
    try give("refresh-a", mode: 0o444)
    await #expect(throws: CredentialsError.self) { try await account().token() }
    #expect(server.requests.isEmpty)
  }

  @Test(
    "may be a refresh token, an access token, a session's cookie or an object",
    arguments: [
      ("abc", Grant(refreshToken: "abc")),
      ("x.eyJleHAiOjE4MDAwMDAwMDB9.y", Grant(accessToken: "x.eyJleHAiOjE4MDAwMDAwMDB9.y")),
      ("mana.session_token=s%3D1", Grant(cookies: ["mana.session_token": "s%3D1"])),
      (
        #"{"accessToken":"a","cookies":{"mana.s":"1"}}"#,
        Grant(accessToken: "a", cookies: ["mana.s": "1"])
      ),
    ])
  func forms(text: String, grant: Grant) throws {
    #expect(try Bootstrap.login(Array(text.utf8), from: "test").grant == grant)
  }

  @Test("the time in a token is read, and one of another form has none")
  func expiry() {
    #expect(
      Credentials.expiry(of: "x.eyJleHAiOjE4MDAwMDAwMDB9.y") == Timestamp(seconds: 1_800_000_000))
    for text in ["", "a", "a.b", "a.b.c", "x.eyJleHAiOi0xfQ.y", "x.eyJleHAiOjFlOTl9.y"] {
      #expect(Credentials.expiry(of: text) == nil, "\(text)")
    }
  }
}
