import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("Logging in")
struct LoginTests {
  private struct Account: Decodable {
    let account: String
    let state: String
    let email: String?
  }

  private func home(
    _ server: ScriptedServer, timeout: String = "30s", more: String = ""
  ) throws -> Home {
    let home = try Home.withFortunes(Home.texts)
    try home.configure(
      "[submit]\napi = \"\(server.address)\"\nsettling = \"0s\"\ntimeout = \"\(timeout)\"\n"
        + "[account]\nserver = \"\(server.address)\"\n\(more)")
    return home
  }

  @Test("releases what waited for it; whoami tells who it is and logout ends it")
  func cycle() throws {
    let server = ScriptedServer()
    let home = try home(server)
    #expect(try home.run("whoami").status == 1)
    #expect(try home.run("submit", "--text", "Gruß").status == 75)
    let waiting = try home.submissions()
    #expect(waiting.map(\.state) == ["pending"] && waiting.map(\.waitsFor) == ["login"])
    #expect(try home.run("submissions", "list").output.contains("zitare login"))
    #expect(try home.run("run").status == 0)

    let login = try home.run("login", "a@example.org", "--password-stdin", input: "geheim\n")
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.output.contains("a@example.org") && login.output.contains("1 pending submission"))
    #expect(try home.run("run").status == 0)
    #expect(server.counts == [waiting[0].id: 1])

    let who = try decode(Account.self, home.run("whoami", "--json").output)
    #expect(who.account == "default" && who.state == "signed-in" && who.email == "a@example.org")
    #expect(try home.status()["account"]?.facts["state"] == .text("signed-in"))
    #expect(try home.run("logout").output == "Logged out.\n")
    #expect(server.books.accessTokens.isEmpty && server.books.refreshTokens.isEmpty)
    #expect(try home.run("whoami").status == 1)
  }

  @Test("tells in the locale's language why it has ended, and programs in English")
  func language() throws {
    let server = ScriptedServer()
    var home = try home(server)
    #expect(try home.run("login", "a@example.org", "--password-stdin", input: "geheim").status == 0)
    server.change {
      $0.accessTokens = []
      $0.refreshTokens = []
    }
    #expect(try home.run("submit", "--text", "Gruß").status == 75)
    home.variables["LANG"] = "de_DE.UTF-8"
    #expect(
      try home.run("whoami").output
        == "die Anmeldung ist abgelaufen (der Anmeldeserver antwortete mit 401); zitare login "
        + "erneuert sie\n")
    let line = try home.run("whoami", "--json").output
    #expect(line.contains(#""reason":"the login server answered 401""#))
  }

  @Test("beside a living worker lets it deliver")
  func worker() async throws {
    let server = ScriptedServer()
    let home = try home(server)
    #expect(try home.run("run").status == 0)
    let worker = try home.start("worker")
    defer { worker.signal(SIGKILL) }
    try await eventually("the start") { try home.status().workers == [worker.processID] }
    #expect(try home.run("submit", "--text", "Gruß").status == 75)
    #expect(try home.run("login", "a", "--password-stdin", input: "geheim").status == 0)
    try await eventually("the delivery") { server.counts.count == 1 }
    worker.signal(SIGTERM)
    #expect(try worker.wait().status == 0)
  }

  @Test(
    "is renewed by one process at a time; where that one is killed nobody sends its token again",
    arguments: [false, true])
  func processes(isKilled: Bool) async throws {
    let server = ScriptedServer()
    let homes = try (0..<4).map { _ in try home(server, timeout: "10m") }
    let password = "geheim\n"
    #expect(
      try homes[0].run("login", "a@example.org", "--password-stdin", input: password).status == 0)
    for home in homes.dropFirst() {
      try Files.makeFolder(home.state, mode: 0o700)
      let link = home.state.appending("credentials").string
      #expect(symlink(homes[0].state.appending("credentials").string, link) == 0)
    }
    let gate = Gate()
    server.change {
      $0.renewalGate = gate
      $0.accessTokens = []
    }
    // The processes wait for each other no longer than a minute, and the threads of tests may be late.
    let (wereAtIt, results) = try await blocking {
      try renew(homes, at: gate, isKilled: isKilled)
    }
    #expect(wereAtIt)
    #expect(results.first?.status == (isKilled ? 128 + SIGKILL : 0))
    for other in results.dropFirst() {
      #expect(other.status == (isKilled ? 75 : 0), "\(other.errors)")
    }
    #expect(results.count == homes.count)
    #expect(server.books.renewals == 1 && server.books.reuses == 0)
    #expect(server.counts.count == (isKilled ? 0 : homes.count))
    #expect(try homes[0].run("whoami").status == (isKilled ? 1 : 0))
  }

  /// Starts a delivery in each home while the first one stands at the gate of its renewal; tells
  /// whether all were running then, and how they ended.
  private func renew(
    _ homes: [Home], at gate: Gate, isKilled: Bool
  ) throws -> (wereAtIt: Bool, results: [ChildProcess.Result]) {
    let first = try homes[0].start("submit", "--text", "Gruß")
    gate.reached.block()
    let others = try homes.dropFirst().map { try $0.start("submit", "--text", "Gruß") }
    // None of them has a token to send, so all want the same renewal.
    let end = ContinuousClock.now + .seconds(60)
    var wereAtIt = false
    while !wereAtIt, ContinuousClock.now < end { wereAtIt = try homes.allSatisfy(isDelivering) }
    if isKilled { first.signal(SIGKILL) }
    gate.release()
    return (wereAtIt, try ([first] + others).map { try $0.wait() })
  }

  /// Asked of the database itself, which is quicker than asking the program.
  private func isDelivering(_ home: Home) throws -> Bool {
    let running = try ZitareWorkerTests.run(
      "/usr/bin/sqlite3", "-readonly", home.state.appending("jobs.sqlite").string,
      "SELECT count(*) FROM job_text WHERE state = 'running'")
    return running.output == "1\n"
  }

  @Test(
    "where the account itself stands in the way says what to do, and keeps nothing",
    arguments: [
      (200, #"{"twoFactorRedirect":true}"#, 77, "zitare login --token-stdin"),
      (403, #"{"code":"TWO_FACTOR_REQUIRED","message":"code"}"#, 77, "zitare login --token-stdin"),
      (423, #"{"error":"ACCOUNT_LOCKED","message":"locked","retryAfterSec":900}"#, 75, "wait 15m"),
      (423, "{}", 75, "set a new password"),
      (403, #"{"code":"EMAIL_NOT_VERIFIED","message":"mail"}"#, 77, "open the link in the mail"),
      (429, #"{"error":"RATE_LIMITED","retryAfterSec":60}"#, 75, "wait 1m"),
    ])
  func refused(status: Int, body: String, exitCode: Int32, words: String) throws {
    let server = LoopbackServer { _ in .init(status, text: body, type: "application/json") }
    let home = try Home.withFortunes(Home.texts)
    try home.configure("[account]\nserver = \"\(server.url(""))\"\n")
    let result = try home.run("login", "a@example.org", "--password-stdin", input: "geheim\n")
    #expect(result.status == exitCode && result.output == "", "\(result)")
    #expect(result.errors.contains(words) && !result.errors.contains("geheim"), "\(result.errors)")
    #expect(try home.run("whoami").status == 1)
  }

  @Test("with a wrong password ends with 77, says so, and leaves the login as it was")
  func wrong() throws {
    let server = ScriptedServer()
    let home = try home(server)
    #expect(try home.run("login", "a@example.org", "--password-stdin", input: "geheim").status == 0)
    let wrong = try home.run("login", "b@example.org", "--password-stdin", input: "falsch")
    #expect(wrong.status == 77 && wrong.errors.contains("password is wrong"))
    #expect(try home.run("whoami").output.contains("a@example.org"))
  }

  @Test(
    "leaves no secret in arguments, logs, payload or the job database, and files to their owner")
  func secrets() throws {
    let server = ScriptedServer()
    let home = try home(server, more: "[log]\nlevel = \"debug\"\n")
    #expect(try home.run("login", "a@example.org", "--password-stdin", input: "geheim").status == 0)
    var said = try home.run("run").errors
    said += try home.run("submit", "--text", "Gruß").errors
    for words in [["status"], ["config"], ["jobs", "list"], ["whoami"], ["about"]] {
      said += try home.start(words + ["--json"]).wait().output
    }
    for name in try Files.names(in: home.state) where name != "credentials" {
      said += String(decoding: try Files.read(home.state.appending(name)) ?? [], as: UTF8.self)
    }
    for secret in ["geheim", "access-1", "refresh-1"] { #expect(!said.contains(secret)) }
    var status = stat()
    stat(home.state.appending("credentials/default.json").string, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    chmod(home.state.appending("credentials/default.json").string, 0o640)
    let refused = try home.run("whoami")
    #expect(refused.status != 0 && refused.errors.contains("chmod 600"))
    #expect(try home.run("submit", "--text", "Noch ein Gruß").status == 75)
    #expect(try home.status()["account"]?.text.contains("chmod 600") == true)
    chmod(home.state.appending("credentials/default.json").string, 0o600)
    #expect(try home.run("run").status == 0)
    #expect(server.counts.count == 2)
  }

  @Test("on a terminal asks for the password without showing it")
  func terminal() throws {
    let server = ScriptedServer()
    let home = try home(server)
    let script = fixture("type-password.py").string
    let result = try run(
      "/usr/bin/python3", script, Home.program.string, "geheimx\u{7f}", "login", "a@example.org",
      environment: home.environment)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("Password:") && result.output.contains("Logged in as"))
    #expect(!result.output.contains("geheim"))
    let givenUp = try run(
      "/usr/bin/python3", script, Home.program.string, "ge\u{3}", "login", "a@example.org",
      environment: home.environment)
    #expect(givenUp.status == 1 && givenUp.output.contains("nobody was logged in"))
  }

  @Test("with a token or a session's cookie from elsewhere, for accounts with a second factor")
  func token() throws {
    let server = ScriptedServer()
    let home = try home(server)
    server.change { $0.refreshTokens = ["refresh-x"] }
    #expect(try home.run("login", "--token-stdin", input: "refresh-x\n").status == 0)
    #expect(try home.run("submit", "--text", "Gruß").status == 0)
    #expect(server.counts.count == 1)
    #expect(try home.run("login", "--token-stdin", input: "zwei Wörter").status != 0)
    #expect(try home.run("login").status == 64)
  }

  @Test("a service manager's secret is found in $CREDENTIALS_DIRECTORY")
  func service() throws {
    let server = ScriptedServer()
    var home = try home(server)
    server.change { $0.refreshTokens = ["refresh-x"] }
    let secrets = home.folder.path.appending("secrets")
    try Files.makeFolder(secrets, mode: 0o700)
    try Files.replace(secrets.appending("zitare.default"), with: "refresh-x".utf8, mode: 0o400)
    home.variables["CREDENTIALS_DIRECTORY"] = secrets.string
    #expect(try home.run("submit", "--text", "Gruß").status == 0)
    #expect(server.counts.count == 1)
  }

  @Test("a password goes to no server that could be overheard")
  func insecure() throws {
    let home = try Home.withFortunes(Home.texts)
    let result = try home.run(
      "--set", "account.server=http://example.org", "login", "a", "--password-stdin", input: "x")
    #expect(result.status == 78 && result.errors.contains("account.server"))
  }
}
