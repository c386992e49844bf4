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
    #expect(servers == [expected].compactMap { $0 })
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

  @Test("people read a submission's state in the locale's language, programs always the same word")
  func states() throws {
    var home = try Home.withFortunes(Home.texts)
    #expect(try home.run("submit", "--text", "Gruß", "--draft").status == 0)
    let id = try home.submissions()[0].id
    #expect(try home.run("submissions", "list").output.contains("  draft  "))
    home.variables["LANG"] = "de_DE.UTF-8"
    #expect(try home.run("submissions", "list").output.contains("  als Entwurf  "))
    #expect(try home.run("submissions", "show", id).output.contains("  als Entwurf\n"))
    #expect(try home.submissions().map(\.state) == ["draft"])
    let confirm = try home.run("submissions", "discard", id)
    #expect(confirm.status == 0)
    #expect(try home.run("submissions", "send", id).status != 0)
  }
}
