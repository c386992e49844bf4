import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareHTTP
import ZitareJobs

@testable import ZitarePipeline

/// A wall clock that a test moves; whoever sleeps gives others a moment, however long it would be.
final class MovedClock: Sendable {
  private let time = Mutex(Timestamp(seconds: 1_800_000_000))

  var now: Timestamp { time.withLock { $0 } }
  func move(_ step: Duration) { time.withLock { $0 = $0 + step } }

  var clocks: Clocks {
    Clocks(
      wall: { self.now }, boot: { .zero }, bootID: "test",
      sleep: { _ in try await Task.sleep(for: .milliseconds(5)) })
  }
}

@Suite("An account")
struct AccountTests {
  private let folder = TemporaryFolder()
  private let clock = MovedClock()

  private func account(
    _ server: ScriptedServer, name: AccountName = .standard, tokenCommand: [String] = [],
    secrets: FilePath? = nil
  ) -> Account {
    Account(
      name,
      settings: AccountSettings(
        name: .standard, server: server.address, tokenCommand: tokenCommand,
        credentialsFolder: secrets),
      folder: folder.appending("credentials"), clocks: clock.clocks)
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    #expect(stat(folder.appending(name).string, &status) == 0)
    return status.st_mode & 0o777
  }

  @Test(
    "keeps its login in a file for its owner alone",
    arguments: [ScriptedServer.Shape.rotating, .session])
  func login(shape: ScriptedServer.Shape) async throws {
    let server = ScriptedServer(shape: shape)
    let account = account(server)
    #expect(try await account.token() == nil)
    try await account.login(email: "a@example.org", password: "geheim")
    #expect(try await account.token() == "access-1")
    #expect(mode("credentials") == 0o700 && mode("credentials/default.json") == 0o600)
    let standing = try account.standing()
    #expect(standing.state == .signedIn && standing.email == "a@example.org")
    let text = String(
      decoding: try #require(try folder.read("credentials/default.json")), as: UTF8.self)
    #expect(!text.contains("geheim"))
  }

  @Test(
    "renews a token ten seconds before it ends, and keeps the new pair",
    arguments: [ScriptedServer.Shape.rotating, .session])
  func renewal(shape: ScriptedServer.Shape) async throws {
    let server = ScriptedServer(shape: shape)
    let account = account(server)
    try await account.login(email: "a@example.org", password: "geheim")
    clock.move(.seconds(889))
    #expect(try await account.token() == "access-1")
    clock.move(.seconds(1))
    #expect(try await account.token() == "access-2")
    clock.move(.seconds(900))
    #expect(try await account.token() == "access-3")
    #expect(server.books.renewals == 2 && server.books.reuses == 0)
  }

  @Test("whoever needs a token at the same time, it is renewed once")
  func singleFlight() async throws {
    let server = ScriptedServer()
    try await account(server).login(email: "a@example.org", password: "geheim")
    clock.move(.seconds(900))
    // Each has a lock of its own on the file, as processes have.
    let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 { group.addTask { try await account(server).token() } }
      return try await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: "access-2", count: 8))
    #expect(server.books.renewals == 1 && server.books.reuses == 0)
  }

  @Test(
    "a token that the server refuses is renewed whatever its time says, or taken from who did so")
  func refusedToken() async throws {
    let server = ScriptedServer()
    let account = account(server)
    try await account.login(email: "a@example.org", password: "geheim")
    #expect(try await account.renewed(after: "access-1") == "access-2")
    #expect(try await account.renewed(after: "access-1") == "access-2")
    #expect(server.books.renewals == 1)
  }

  @Test("when the answer to a renewal is lost it asks for a login, and never sends the token again")
  func lostAnswer() async throws {
    let server = ScriptedServer()
    let account = account(server)
    try await account.login(email: "a@example.org", password: "geheim")
    server.change { $0.faults = [.storedAndDropped] }
    clock.move(.seconds(900))
    for _ in 0..<3 {
      let error = await #expect(throws: AccountError.self) { try await account.token() }
      #expect(error?.isUnavailable == false)
    }
    #expect(server.books.renewals == 1 && server.books.reuses == 0)
    #expect(try account.standing().state == .expired)
    try await account.login(email: "a@example.org", password: "geheim")
    #expect(try await account.token() == "access-3")
  }

  @Test(
    "an answer that does not say whether the token was used up is one that is lost",
    arguments: [
      (500, false), (501, false), (502, false), (504, false), (520, false), (503, true),
      (429, true),
      (408, true),
    ])
  func failedRenewal(status: Int, mayBeRepeated: Bool) async throws {
    let server = LoopbackServer { request in
      .json(
        #"{"accessToken":"a","refreshToken":"r","expiresIn":900}"#,
        status: request.path.hasSuffix("refresh") ? status : 200)
    }
    let account = Account(
      .standard, settings: AccountSettings(server: server.url("")),
      folder: folder.appending("credentials"), clocks: clock.clocks)
    try await account.login(email: "a", password: "b")
    clock.move(.seconds(900))
    for _ in 0..<2 {
      let error = await #expect(throws: AccountError.self) { try await account.token() }
      #expect(error?.isUnavailable == mayBeRepeated)
    }
    #expect(server.requests.count == (mayBeRepeated ? 3 : 2))
  }

  @Test("a refresh token beside a session is kept back until the server knows the session no more")
  func sessionFirst() async throws {
    let server = ScriptedServer(shape: .session)
    let account = account(server)
    try await account.login(email: "a@example.org", password: "geheim")
    clock.move(.seconds(900))
    #expect(try await account.token() == "access-2")
    let renewal = try #require(server.requests.last)
    #expect(renewal["Cookie"] != nil && !renewal.text.contains("refresh-"))
    server.change { $0.sessions = [] }
    clock.move(.seconds(900))
    #expect(try await account.token() == "access-3")
    #expect(server.books.renewals == 2 && server.books.reuses == 0)
  }

  @Test(
    "a password goes to https, or to this machine",
    arguments: [
      ("https://a.example", true), ("http://a.example", false), ("http://localhost:8", true),
      ("http://127.0.0.1", true), ("http://127.255.255.254:8", true), ("http://[::1]:8", true),
      ("http://127.evil.example", false), ("http://127.0.0.1.example", false),
      ("http://127.0.0.example", false), ("http://128.0.0.1", false), ("ftp://127.0.0.1", false),
    ])
  func acceptable(server: String, isAcceptable: Bool) {
    #expect(AccountSettings.isAcceptable(server: server) == isAcceptable)
  }

  @Test("a session survives a lost answer")
  func lostAnswerOfSession() async throws {
    let server = ScriptedServer(shape: .session)
    let account = account(server)
    try await account.login(email: "a@example.org", password: "geheim")
    server.change { $0.faults = [.storedAndDropped] }
    clock.move(.seconds(900))
    let error = await #expect(throws: AccountError.self) { try await account.token() }
    #expect(error?.isUnavailable == true)
    #expect(try await account.token() == "access-3")
    #expect(server.books.reuses == 0)
  }

  @Test("a process that was killed while it renewed has lost the answer")
  func interrupted() async throws {
    let server = ScriptedServer()
    let account = account(server)
    try await account.login(email: "a@example.org", password: "geheim")
    let file = CredentialsFile(folder: folder.appending("credentials"), account: .standard)
    var credentials = try #require(try file.read())
    credentials.state = .refreshing
    try file.write(credentials)
    await #expect(throws: AccountError.self) { try await account.token() }
    #expect(server.books.renewals == 0)
    #expect(try account.standing().reason == .interrupted)
    #expect(try file.read()?.refreshToken == nil)
  }

  @Test("why a login has ended is read in the form of an earlier release, too")
  func earlierReason() throws {
    let path = try folder.write(
      "credentials/default.json",
      #"{"server":"https://a.example","state":"expired","reason":"the server said so"}"#.utf8)
    for (path, mode) in [(path, 0o600), (path.parent, 0o700)] as [(FilePath, mode_t)] {
      chmod(path.string, mode)
    }
    let file = CredentialsFile(folder: path.parent, account: .standard)
    var credentials = try #require(try file.read())
    #expect(credentials.reason == .other("the server said so"))
    for reason in [LoginEnd.refused(status: 401), .foreignAPI(known: "a", wanted: "b")] {
      credentials.end(as: .expired, reason: reason)
      try file.write(credentials)
      #expect(try file.read()?.reason == reason)
    }
  }

  @Test("a server that cannot be reached costs no login")
  func unreachable() async throws {
    let server = ScriptedServer()
    try await account(server).login(email: "a@example.org", password: "geheim")
    let file = CredentialsFile(folder: folder.appending("credentials"), account: .standard)
    var credentials = try #require(try file.read())
    credentials.server = "http://127.0.0.1:1"
    try file.write(credentials)
    let away = Account(
      .standard, settings: AccountSettings(server: "http://127.0.0.1:1"),
      folder: folder.appending("credentials"), clocks: clock.clocks)
    clock.move(.seconds(900))
    let error = await #expect(throws: AccountError.self) { try await away.token() }
    #expect(error?.isUnavailable == true)
    credentials.server = server.address
    try file.write(credentials)
    #expect(try await account(server).token() == "access-2")
  }

  @Test("a login of one server is never shown to another")
  func otherServer() async throws {
    let (first, second) = (ScriptedServer(), ScriptedServer())
    try await account(first).login(email: "a@example.org", password: "geheim")
    await #expect(throws: AccountError.self) { try await account(second).token() }
    #expect(try account(second).standing().state == .signedOut)
    #expect(second.requests.isEmpty)
  }

  @Test(
    "credentials that others could read are refused, with the way out",
    arguments: [0o640, 0o604, 0o660] as [mode_t])
  func permissions(mode: mode_t) async throws {
    let server = ScriptedServer()
    let account = account(server)
    try await account.login(email: "a@example.org", password: "geheim")
    let path = folder.appending("credentials/default.json")
    chmod(path.string, mode)
    let error = await #expect(throws: CredentialsError.self) { try await account.token() }
    #expect(error == .readableByOthers(path, mode: 0o600))
    #expect("\(error as Any)".contains("chmod 600 \(path)"))
    chmod(path.string, 0o600)
    chmod(folder.appending("credentials").string, 0o750)
    await #expect(throws: CredentialsError.self) { try await account.token() }
  }

  @Test("logs out here and at the server, and asks for a login then")
  func logout() async throws {
    let server = ScriptedServer()
    let account = account(server)
    #expect(try await account.logout() == .wasNot)
    try await account.login(email: "a@example.org", password: "geheim")
    #expect(try await account.logout() == .done)
    #expect(server.books.accessTokens.isEmpty)
    #expect(try account.standing().state == .signedOut)
    await #expect(throws: AccountError.self) { try await account.token() }
    let text = String(
      decoding: try #require(try folder.read("credentials/default.json")), as: UTF8.self)
    #expect(!text.contains("refresh-1") && !text.contains("example.org"))
  }

  @Test("a caller that is cancelled loses no answer")
  func cancelled() async throws {
    let gate = Gate()
    let server = LoopbackServer { request in
      var response = LoopbackServer.Response.json(
        #"{"accessToken":"a-\#(request.path.count)","refreshToken":"r2","expiresIn":900}"#)
      if request.path.hasSuffix("refresh") { response.gateBeforeHead = gate }
      return response
    }
    let account = Account(
      .standard, settings: AccountSettings(server: server.url("")),
      folder: folder.appending("credentials"), clocks: clock.clocks)
    try await account.login(email: "a", password: "b")
    clock.move(.seconds(900))
    let caller = Task { try await account.token() }
    await gate.reached.opened()
    caller.cancel()
    gate.release()
    _ = await caller.result
    #expect(try await account.token() == "a-\("/api/v1/auth/refresh".count)")
    #expect(server.requests.count == 2)
  }
}

extension AccountError {
  fileprivate var isUnavailable: Bool {
    switch self {
    case .unavailable: true
    case .needsLogin: false
    }
  }
}
