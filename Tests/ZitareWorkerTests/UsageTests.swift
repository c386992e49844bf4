import TestSupport
import Testing
import ZitareBase
import ZitareService

@testable import ZitareWorker

@Suite("Using the command line")
struct UsageTests {
  @Test(
    "what is not known ends with 64 and the nearest that is",
    arguments: [
      (["serch", "x"], "serch", "search"), (["search", "--lmit", "3", "x"], "--lmit", "--limit"),
      (["jobs", "lst"], "lst", "list"), (["--orign", "x", "run"], "--orign", "--origin"),
      (["--set", "submit.ap=x", "status"], "submit.ap", "submit.api"),
    ])
  func unknown(words: [String], mistake: String, nearest: String) throws {
    let result = try Home().start(words).wait()
    #expect([64, 78].contains(result.status))
    #expect(result.status == (words[0] == "--set" ? 78 : 64), "\(result.errors)")
    #expect(result.errors.contains(mistake))
    #expect(result.errors.contains("\(nearest)?"), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test(
    "arguments that are missing, too many or malformed end with 64",
    arguments: [
      ["search"], ["show"], ["show", "a", "b"], ["search", "--limit", "0", "x"],
      ["search", "--limit", "many", "x"], ["today", "--date", "2026-02-30"],
      ["today", "--format", "pdf"], ["submit"], ["submit", "--text", "a", "--file", "b"],
      ["submit", "--text", "a", "--draft", "--send"], ["submit", "--file", "a", "--author", "b"],
      ["login", "--password-stdin"], ["login", "a", "--token-stdin"],
      ["login", "--account", "../x"],
      ["complete"], ["complete", "place"], ["submissions", "send"], ["submissions", "retry", "x"],
      ["submissions", "send", "--state", "sent"], ["submissions", "discard", "--state", "draft"],
      ["submissions", "resolve", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"], ["snapshot", "build"],
      ["snapshot"],
      ["schedule", "next", "61 * * * *"], ["probe", "ftp://example.org"], ["run", "now"],
      ["submissions", "show", "1"], ["--config"],
    ])
  func malformed(words: [String]) throws {
    let result = try Home().start(words).wait()
    #expect(result.status == 64, "\(result.errors)")
    #expect(!result.errors.isEmpty)
    #expect(result.output == "")
  }

  @Test(
    "a wrong configuration ends with 78 and names file, line and the nearest key",
    arguments: [
      ("# mine\norgins = []\n", 2, "origins"), ("[submit]\n\napii = \"x\"\n", 3, "submit.api"),
      ("[search]\nremote = \"yes\"\n", 2, "search.remote"),
      ("[submit]\napi = \"ftp://x\"\n", 2, "submit.api"), ("origins = [\n", 1, ""),
      ("origins = [\"nowhere\"]\n", 1, "nowhere"),
      ("[daily]\nzone = \"Mars/Olympus\"\n", 2, "Mars/Olympus"),
    ])
  func configuration(text: String, line: Int, words: String) throws {
    let home = try Home()
    try home.configure(text)
    let result = try home.run("status")
    #expect(result.status == 78, "\(result.errors)")
    #expect(result.errors.contains("\(home.configuration):\(line)"), "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test("help lists every command in three groups")
  func help() throws {
    for words in [["help"], ["--help"]] {
      let result = try Home().start(words).wait()
      #expect(result.status == 0)
      let output = result.output.split(separator: "\n", omittingEmptySubsequences: false)
      let groups = ["Read", "Contribute", "Operate"].map { output.firstIndex(of: $0[...]) }
      #expect(groups.allSatisfy { $0 != nil })
      for command in [
        "today", "search", "suggest", "show", "submit", "submissions", "login", "logout", "whoami",
        "complete",
        "run", "worker", "refresh", "index",
        "render", "deliver", "snapshot", "probe", "jobs", "schedule", "status", "config", "about",
      ] {
        #expect(output.contains { $0.hasPrefix("  \(command) ") }, "\(command)")
      }
    }
  }

  @Test("every command explains itself, in both languages")
  func explanations() throws {
    for language in ["C.UTF-8", "de_DE.UTF-8"] {
      var home = try Home()
      home.variables["LANG"] = language
      let isEnglish = language == "C.UTF-8"
      let cases = [
        ("today", isEnglish ? "Prints the quotation" : "Gibt das Zitat"),
        ("search", isEnglish ? "Finds quotations" : "Findet Zitate"),
        ("submit", isEnglish ? "Submits quotations" : "Reicht Zitate ein"),
        ("submissions", isEnglish ? "Drafts and" : "Entwürfe und"),
        ("jobs", isEnglish ? "Lists, retries" : "Zeigt, wiederholt"),
        ("worker", isEnglish ? "Works in the background" : "Arbeitet im Hintergrund"),
      ]
      for (command, summary) in cases {
        let result = try home.run("help", command)
        #expect(result.status == 0)
        #expect(result.output.contains("zitare \(command)"), "\(result.output)")
        #expect(result.output.contains(summary), "\(result.output)")
        #expect(try home.run(command, "--help").output == result.output)
      }
    }
  }

  @Test("--version names this program and the libraries it runs with")
  func version() throws {
    let result = try Home().run("--version")
    #expect(result.status == 0)
    for word in ["zitare 0.", "commit ", "date ", "SQLite 3.", "libcurl ", "Xapian 1."] {
      #expect(result.output.contains(word))
    }
    for words in [["--version"], ["about"]] {
      let object = try decode(Build.self, Home().start(words + ["--json"]).wait().output)
      #expect(object.program == "zitare" && object.libraries.keys.sorted().first == "SQLite")
      #expect((object.peers == nil) == (words == ["--version"]))
    }
  }

  @Test("about names the legal pages of the site that is used, or those that are configured")
  func legalPages() throws {
    func pages(_ words: String..., origins: [String]) throws -> [String: String] {
      var home = try Home()
      home.origins = origins
      let output = try home.start(["about", "--json"] + words).wait().output
      return try #require(try decode(Build.self, output).legal)
    }
    let own = try pages(origins: [])
    #expect(
      own == [
        "imprint": "https://zitare.com/impressum", "privacy": "https://zitare.com/datenschutz",
        "terms": "https://zitare.com/nutzungsbedingungen",
      ])
    let files = ["fortune:/usr/share/games/fortunes"]
    #expect(try pages(origins: files) == own)
    let other = try pages(
      "--set", "legal.privacy=https://example.net/data",
      origins: files + ["https://example.org/q.json"])
    #expect(other["imprint"] == "https://example.org/impressum")
    #expect(other["privacy"] == "https://example.net/data")
    var home = try Home()
    home.variables["LANG"] = "de_DE.UTF-8"
    let text = try home.run("about").output
    #expect(text.contains("\nDatenschutz: https://zitare.com/datenschutz\n"))
  }

  private struct Build: Decodable {
    let program: String
    let version: String
    let libraries: [String: String]
    let licence: String?
    let legal: [String: String]?
    let peers: [String]?
  }

  @Test("messages are German under a German locale")
  func german() throws {
    var home = try Home.withFortunes(Home.texts)
    home.variables["LANG"] = "de_DE.UTF-8"
    #expect(try home.run("serch").errors.contains("unbekannter Befehl"))
    #expect(try home.run("status").output.contains("kein Arbeiter läuft"))
    #expect(try home.run("run").status == 0)
    #expect(try home.run("status").output.contains("3 Zitate aus 1 Quelle\n"))
    let status = try home.run("status").output
    #expect(status.contains("\nAufträge: ") && status.contains(" erledigt\n"))
    for name in ["Sammlung", "Suchindex", "Leistendatei", "Einsendungen"] {
      #expect(status.contains("\n\(name): "), "\(status)")
    }
    #expect(try home.status()["corpus"]?.text == "3 quotations of 1 origin")
    let search = try home.run("search", "Nirgendwo")
    #expect(search.errors == "Nichts gefunden.\n")
    #expect(search.status == 0)
  }

  @Test("what is shown in place of a quotation follows the locale and says why there is none")
  func placeholders() throws {
    for (language, nothing, noMatch) in [
      ("C", "No quotation yet", "No quotation matches languages fi; themes mut."),
      ("de_DE.UTF-8", "Noch kein Zitat", "Kein Zitat passt zu Sprachen fi; Themen mut."),
    ] {
      var home = try Home.withFortunes(Home.texts)
      home.variables["LANG"] = language
      #expect(try home.run("today").output.hasPrefix(nothing))
      let filter = ["--set", "daily.languages=fi", "--set", "daily.themes=mut"]
      #expect(try home.start(filter + ["run"]).wait().status == 0)
      #expect(try home.start(filter + ["today"]).wait().output == noMatch + "\n")
      let waybar = try home.start(filter + ["today", "--format", "waybar"]).wait().output
      #expect(waybar.contains("placeholder") && !waybar.contains("stale"))
      home.variables["LANG"] = language == "C" ? "de_DE.UTF-8" : "C"
      #expect(try home.start(filter + ["today"]).wait().output != noMatch + "\n")
    }
  }

  private struct Ending: Decodable, Equatable {
    let completed: Int
    let retrying: Int
    let waiting: Int
    let cancelled: Int
    let dead: Int
  }

  @Test(
    "commands that work print one object on what became of it",
    arguments: ["refresh", "index", "render"])
  func endings(command: String) throws {
    let home = try Home.withFortunes(Home.texts)
    let ending = try decode(Ending.self, home.run(command, "--json").output)
    #expect(ending.completed >= 1 && ending.dead == 0)
    let missing = try Home("fortune:/nowhere")
    guard command == "refresh" else { return }
    #expect(try decode(Ending.self, missing.run(command, "--json").output).dead == 1)
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  @Test("with --json every command prints JSON and nothing else, an object or a list on a line")
  func json() throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run", "--json").status == 0)
    let slug = try #require(try home.hits("Ketten").first?.slug)
    let draft = try decode(
      SubmissionEntry.self, home.run("submit", "--draft", "--text", "Eins", "--json").output
    ).id
    let folder = home.folder.path.appending("snapshot").string
    let commands = [
      ["search", "Mensch"], ["show", slug], ["hide", "quote", slug], ["hide"],
      ["hide", "quote", slug, "--undo"], ["complete", "author"], ["submissions", "list"],
      ["submissions", "show", draft], ["submissions", "discard", draft], ["whoami"], ["logout"],
      ["refresh"], ["index"], ["render"], ["deliver"], ["snapshot", "build", "--output", folder],
      ["probe"], ["jobs", "list"], ["jobs", "show", "1"], ["jobs", "enqueue", "payload.render"],
      ["jobs", "retry", "1"], ["jobs", "cancel", "1"], ["jobs", "discard", "1"],
      ["jobs", "prune"], ["jobs", "queues"], ["jobs", "pause", "default"],
      ["jobs", "resume", "default"], ["jobs", "limit", "default", "--concurrency", "2"],
      ["schedule", "list"], ["schedule", "pause", "render"], ["schedule", "resume", "render"],
      ["schedule", "next", "0 0 * * *"], ["schedule", "explain", "0 0 * * *"],
      ["schedule", "check"], ["status"], ["config"], ["about"], ["--version"],
    ]
    for command in commands {
      let result = try home.start(command + ["--json"]).wait()
      #expect(!result.output.isEmpty && result.output.hasSuffix("\n"), "\(command)")
      #expect(throws: Never.self, "\(command): \(result.output)") {
        _ = try lines(Anything.self, result.output)
      }
    }
    // The payload is laid out as its file is.
    for command in [[], ["today"]] {
      let result = try home.start(command + ["--json"]).wait()
      let payload = try #require(try Files.read(home.state.appending("payload.json")))
      #expect(result.output == String(decoding: payload, as: UTF8.self), "\(command)")
    }
  }

  @Test("the README names every command")
  func readme() throws {
    let root = FilePath(#filePath).parent.parent.parent
    let readme = String(
      decoding: try #require(try Files.read(root.appending("README.md"))), as: UTF8.self)
    func names(_ help: String) -> [String] {
      help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("  -") }
        .map { String($0.dropFirst(2).prefix { $0 != " " }) }
    }
    let home = try Home()
    var commands = names(try home.run("help").output)
    #expect(commands.count > 20)
    for family in ["submissions", "jobs", "schedule", "snapshot"] {
      commands.removeAll { $0 == family }
      commands += names(try home.run("help", family).output).map { "\(family) \($0)" }
    }
    for command in commands {
      #expect(readme.contains("`\(command) ") || readme.contains("`\(command)`"), "\(command)")
    }
  }

  @Test("deliver prints where the submissions stand that were pending")
  func delivery() throws {
    let home = try Home.withFortunes(Home.texts)
    let server = SubmissionServer()
    let nowhere = ["--set", "submit.api=http://127.0.0.1:9"]
    #expect(try home.start(nowhere + ["submit", "--text", "Eins"]).wait().status == 75)
    let offline = try home.start(nowhere + ["deliver", "--json"]).wait()
    #expect(offline.status == 75)
    #expect(offline.output == #"{"maybeSent":0,"pending":1,"refused":0,"sent":0}"# + "\n")
    let online = try home.run("deliver", "--json", "--set", "submit.api=\(server.address)")
    #expect(online.status == 0)
    #expect(online.output == #"{"maybeSent":0,"pending":0,"refused":0,"sent":1}"# + "\n")
  }

  @Test("what config prints is a configuration file; keys that are unset stand commented out")
  func printedConfiguration() throws {
    let home = try Home()
    let printed = try home.run("config").output
    #expect(printed.contains("\n# daily.zone = \"Europe/Berlin\"  # unset\n"))
    try home.folder.write("printed.toml", printed.utf8)
    let again = try home.run("--config", home.folder.appending("printed.toml").string, "config")
    #expect(again.status == 0, "\(again.errors)")
    let keys = again.output.split(separator: "\n").map { $0.prefix { $0 != "=" } }
    #expect(keys == printed.split(separator: "\n").map { $0.prefix { $0 != "=" } })
  }

  @Test("the example configuration is taken as it is, and shows every key")
  func example() throws {
    let example = FilePath(#filePath).parent.parent.parent.appending("config/zitare.toml")
    guard try Files.size(of: example) != nil else { return }
    let home = try Home()
    let result = try home.run("--config", example.string, "config")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("where there are no quotations yet, reading ends with 75 and says what to do")
  func nothingYet() throws {
    let home = try Home.withFortunes(Home.texts)
    for words in [["search", "x"], ["show", "x"]] {
      let result = try home.start(words).wait()
      #expect(result.status == 75, "\(words): \(result.output)")
      #expect(result.errors.contains("zitare "), "\(words): \(result.errors)")
    }
    #expect(try Files.size(of: home.state.appending("jobs.sqlite")) == nil)
  }
}
