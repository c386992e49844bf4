import TestSupport
import Testing
import ZitareBase

@Suite("Where submissions go")
struct SubmissionTargetTests {
  private struct About: Decodable { let peers: [String] }

  @Test(
    "to submit.api, else to submit.origin's server, else to that of the first https origin",
    arguments: [
      ("", "https://zitare-api.mana.how"),
      ("origins = [\"fortune:/x\"]", nil), ("origins = [\"http://a.example/q.json\"]", nil),
      (
        "origins = [\"file:/x\", \"https://a.example:8/q.json\", \"https://b.example/\"]",
        "https://a.example:8"
      ),
      (
        "origins = [\"https://a.example/\"]\n[submit]\norigin = \"https://b.example/x.json\"",
        "https://b.example"
      ),
      ("[submit]\norigin = \"http://b.example/x.json\"", "http://b.example"),
      (
        "[submit]\norigin = \"https://b.example/\"\napi = \"https://c.example\"",
        "https://c.example"
      ),
    ] as [(String, String?)])
  func server(configuration: String, expected: String?) throws {
    let home = try Home()
    try home.configure(configuration)
    let peers = try decode(About.self, home.run("about", "--json").output).peers
    // The origins come first, the server behind them.
    let servers = peers.filter {
      $0.hasPrefix("http") && !$0.hasSuffix(".json") && !$0.hasSuffix("/")
    }
    let login = "https://auth.mana.how"
    #expect(servers == (expected.map { [$0, login] } ?? []))
  }

  @Test("the origin named takes them")
  func origin() throws {
    let server = SubmissionServer()
    let home = try Home.withFortunes(Home.texts)
    try home.configure("[submit]\norigin = \"\(server.address)/index-full.json\"\n")
    let result = try home.run("submit", "--text", "Gruß", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(server.stored.count == 1)
  }

  @Test("where there is no server the text is kept as a draft, and 78 says what to configure")
  func none() throws {
    let home = try Home.withFortunes(Home.texts)
    let result = try home.run("submit", "--text", "Gruß")
    #expect(result.status == 78)
    #expect(result.errors.contains("submit.origin"))
    let drafts = try home.submissions()
    #expect(drafts.map(\.state) == ["draft"])
    let send = try home.run("submissions", "send", drafts[0].id)
    #expect(send.status == 78)
    #expect(try home.run("deliver").status == 0)
    #expect(try home.submissions().map(\.state) == ["draft"])
  }

  @Test("what is pending when the server is taken away waits for one, and fails no run")
  func takenAway() throws {
    var home = try Home.withFortunes(Home.texts)
    try home.configure("[submit]\napi = \"http://127.0.0.1:9\"\n")
    #expect(try home.run("submit", "--text", "Gruß").status == 75)
    try home.configure("")
    let run = try home.run("run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try home.run("run").status == 0)
    let entry = try #require(try home.submissions().first)
    #expect(entry.state == "pending" && entry.waitsFor == "server")
    #expect(try home.run("submissions", "list").output.contains("waits for a server: set submit."))
    let check = try #require(try home.status()["submissions"])
    #expect(check.level == "warning" && check.text.contains("submit.api"))
    #expect(check.facts["waitsFor.server"] == .number(1))
    #expect(try home.run("deliver").status == 78)
    home.variables["LANG"] = "de_DE.UTF-8"
    #expect(try home.run("status").output.contains("wartet auf einen Server"))

    let server = SubmissionServer()
    try home.configure("[submit]\napi = \"\(server.address)\"\n")
    #expect(try home.run("run").status == 0)
    #expect(server.stored == [entry.id: 1])
  }

  @Test("people read a submission's state in the locale's language, programs always the same word")
  func states() throws {
    var home = try Home.withFortunes(Home.texts)
    #expect(try home.run("submit", "--text", "Gruß", "--draft").status == 0)
    let id = try home.submissions()[0].id
    #expect(try home.run("submissions", "list").output.contains("  draft  "))
    home.variables["LANG"] = "de_DE.UTF-8"
    #expect(try home.run("submissions", "list").output.contains("  Entwurf  "))
    #expect(try home.run("submissions", "show", id).output.contains("  Entwurf\n"))
    #expect(try home.submissions().map(\.state) == ["draft"])
    let confirm = try home.run("submissions", "discard", id)
    #expect(confirm.status == 0)
    #expect(try home.run("submissions", "send", id).status != 0)
  }
}
