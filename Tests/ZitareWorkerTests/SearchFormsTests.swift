import Glibc
import TestSupport
import Testing
import ZitareBase

/// A corpus that all tests here read, with years, themes, dates and a hostile text.
private enum Library {
  static let home = Result {
    var home = try Home()
    home.origins = ["file:\(try home.folder.write("index-full.json", Array(snapshot.utf8)))"]
    try home.folder.write("themes.json", Array(themes.utf8))
    try home.folder.write("authors.json", Array(authors.utf8))
    for (name, slug, title) in names {
      let text = "{\"\(name)\":[{\"slug\":\"\(slug)\",\"name\":\"\(title)\"}]}"
      try home.folder.write("\(name).json", Array(text.utf8))
    }
    let result = try home.run("run")
    try #require(result.status == 0, "\(result.errors)")
    return home
  }

  private static let snapshot = #"""
    {"quotes":[
    {"slug":"faust","text":"Es irrt der Mensch, solang er strebt.","language":"de",
     "authorSlug":"goethe","sourceSlug":"faust-eins","year":1808,"themeSlugs":["irrtum"],
     "placeSlugs":["weimar"],"roleSlugs":["dichter"],"epochSlug":"klassik",
     "publishedAt":"2026-01-01T00:00:00Z"},
    {"slug":"edel","text":"Edel sei der Mensch, hilfreich und gut!","language":"de",
     "authorSlug":"goethe","year":1783,"themeSlugs":["guete"],
     "publishedAt":"2026-03-01T00:00:00Z"},
    {"slug":"ketten","text":"Der Mensch ist frei geboren, und überall liegt er in Ketten, und Ketten trägt er gern.",
     "language":"de","authorSlug":"rousseau","themeSlugs":["irrtum","guete"],
     "publishedAt":"2026-02-01T00:00:00Z"},
    {"slug":"be","text":"To be, or not to be <that> is the question","language":"en",
     "authorSlug":"shakespeare"},
    {"slug":"undetermined","text":"Alle Straßen und Gassen sind nicht immer die kürzesten.",
     "language":"und"},
    {"slug":"hostile","text":"Boeses \u001b[31mRot\u202e & <b>Markup</b>","language":"de"}
    ]}
    """#
  private static let themes = #"""
    {"themes":[{"slug":"irrtum","name":"Irrtum"},{"slug":"guete","name":"Güte"}]}
    """#
  private static let names = [
    ("sources", "faust-eins", "Der Tragödie erster Teil"), ("places", "weimar", "Weimar"),
    ("roles", "dichter", "Dichter"), ("epochs", "klassik", "Weimarer Klassik"),
  ]
  private static let authors = #"""
    {"authors":[{"slug":"goethe","name":"Johann Wolfgang von Goethe"},
    {"slug":"rousseau","name":"Jean-Jacques Rousseau"},
    {"slug":"shakespeare","name":"William Shakespeare"}]}
    """#
}

@Suite("The options of zitare search")
struct SearchFormsTests {
  private func run(_ words: [String], input: String = "") throws -> ChildProcess.Result {
    let result = try Library.home.get().start(words, input: input).wait()
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result
  }

  private func slugs(_ words: String...) throws -> [String] {
    try lines(Hit.self, try run(["search", "--json"] + words).output).map(\.slug)
  }

  @Test("hits come by date or year with the newest first, by length with the shortest, or reversed")
  func order() throws {
    #expect(try slugs("--sort", "date", "mensch") == ["edel", "ketten", "faust"])
    #expect(try slugs("--sort", "year", "mensch").prefix(2) == ["faust", "edel"])
    #expect(try slugs("--sort", "length", "mensch") == ["faust", "edel", "ketten"])
    #expect(try slugs("--sort=length", "--reverse", "mensch") == ["ketten", "edel", "faust"])
  }

  @Test("pages join to the whole list")
  func pages() throws {
    let all = try slugs("--sort", "date", "mensch")
    let pages = try ["1", "2", "3", "4"].flatMap {
      try slugs("--sort", "date", "--limit", "1", "--page", $0, "mensch")
    }
    #expect(pages == all)
    #expect(try slugs("--sort", "date", "--offset", "1", "mensch") == Array(all.dropFirst()))
  }

  @Test("fields, German names of fields, years and languages narrow a search")
  func fields() throws {
    #expect(try slugs("autor:goethe", "--sort", "year") == ["faust", "edel"])
    #expect(try slugs("thema:irrtum", "--sort", "length") == ["faust", "ketten"])
    #expect(try slugs("year:1800..1899") == ["faust"])
    #expect(try slugs("mensch jahr:..1799") == ["edel"])
    #expect(try slugs("--language", "en") == ["be"])
    // One of them does not say its language.
    #expect(try slugs("--language", "en", "--language", "de", "--sort", "length").count == 6)
  }

  @Test(
    "every field has a German name that finds the same",
    arguments: [
      ("source:tragödie", "quelle:teil"), ("place:weimar", "ort:Weimar"),
      ("role:dichter", "rolle:Dichter"), ("epoch:klassik", "epoche:\"weimarer klassik\""),
      ("author:\"von goethe\" year:1808", "autorin:goethe jahr:1808"),
    ])
  func names(english: String, german: String) throws {
    #expect(try slugs(english) == ["faust"])
    #expect(try slugs(german) == ["faust"])
  }

  @Test("a text that does not say its language is found, marked and counted by the one it has")
  func undetermined() throws {
    struct Found: Decodable {
      struct Part: Decodable {
        let text: String
        let isMatch: Bool
      }
      let slug: String
      let language: String
      let snippet: [Part]
    }
    let output = try run(["search", "--json", "Strasse"]).output
    let hit = try #require(try lines(Found.self, output).first)
    #expect(hit.slug == "undetermined" && hit.language == "und")
    #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["Straßen"])
    #expect(try slugs("--language", "de", "gasse") == ["undetermined"])
    #expect(try slugs("--language", "und", "gasse").isEmpty)
  }

  @Test("facets count all hits, in words and as JSON")
  func facets() throws {
    let output = try run(["search", "--facets", "--limit", "1", "mensch"]).output
    for line in ["Authors", "  2  Johann Wolfgang von Goethe", "  2  Irrtum", "  3  de"] {
      #expect(output.split(separator: "\n").contains(line[...]), "\(output)")
    }
    struct Facet: Decodable {
      let facet: String
      let value: String
      let count: Int
      let isExact: Bool
    }
    let json = try run(["search", "--facets", "--json", "--limit", "1", "mensch"]).output
    let facets = try json.split(separator: "\n").filter { $0.contains("\"facet\"") }
      .map { try decode(Facet.self, $0) }
    #expect(facets.first { $0.value == "Jean-Jacques Rousseau" }?.count == 1)
    #expect(!facets.map(\.isExact).contains(false))
  }

  @Test("words that were asked for are bold on a terminal alone, and no text steers it")
  func snippets() throws {
    let plain = try run(["search", "Markup"]).output
    #expect(plain == "Boeses [31mRot & <b>Markup</b>  [hostile]\n")
    var home = try Library.home.get()
    home.variables["TERM"] = "xterm"
    let command =
      "\(Home.program) \(home.origins.map { "--origin \($0)" }.joined()) search Menschen"
    let terminal = try ChildProcess(
      "/usr/bin/script", ["-qec", command, "/dev/null"], environment: home.environment
    ).wait()
    #expect(terminal.output.contains("der \u{1b}[1mMensch\u{1b}[22m"), "\(terminal.output)")
    home.variables["NO_COLOR"] = "1"
    let quiet = try ChildProcess(
      "/usr/bin/script", ["-qec", command, "/dev/null"], environment: home.environment
    ).wait()
    #expect(!quiet.output.contains("\u{1b}"))
  }

  @Test("rows for rofi have markup of ours alone and the slug behind them")
  func rofi() throws {
    let rows = try run(["search", "--format", "rofi", "question"]).output
    #expect(
      rows
        == "To be, or not to be &lt;that&gt; is the <b>question</b> — <i>William Shakespeare</i>"
        + "\0info\u{1f}be\n")
    let hostile = try run(["search", "--format", "rofi", "Markup"]).output
    #expect(hostile.contains("&amp; &lt;b&gt;<b>Markup</b>&lt;/b&gt;"), "\(hostile)")
  }

  @Test("quotations like another one are found by its words, and an unknown slug is an error")
  func similar() throws {
    #expect(try slugs("--similar", "faust").sorted() == ["edel", "ketten"])
    let result = try Library.home.get().run("search", "--similar", "nobody")
    #expect(result.status == 65)
    #expect(result.errors.contains("nobody"))
  }

  @Test("a word with a typing error finds what was meant, and says so in the letters of the text")
  func spelling() throws {
    let result = try run(["search", "überal"])
    #expect(result.output.contains("[ketten]"), "\(result.output)")
    #expect(result.errors.contains("these are for: überall"), "\(result.errors)")
  }

  @Test(
    "what is to be said of a query never gets lost and never stands among the hits",
    arguments: [[], ["--json"], ["--format", "rofi"]])
  func notes(form: [String]) throws {
    for (words, input) in [(["überal"], ""), (["-"], "überal\n")] {
      let result = try run(["search"] + form + words, input: input)
      let isReply = !input.isEmpty && form == ["--json"]
      let said = isReply ? result.output : result.errors
      #expect(said.contains("these are for: überall"), "\(words): \(result)")
      guard !isReply else { continue }
      #expect(!result.output.contains("these are for"), "\(words)")
      #expect(result.output.split(separator: "\n").count == 1)
    }
  }

  @Test("notes are in the language of the person, and in English for programs")
  func notesInWords() throws {
    var home = try Library.home.get()
    home.variables["LANG"] = "de_DE.UTF-8"
    let words = ["search", "mensch AND"]
    let german = try home.start(words).wait().errors
    #expect(german == "Die Anfrage wurde als einfache Wörter gelesen.\n")
    for form in [["--json"], ["--format", "json"]] {
      let english = try home.start(words + form).wait().errors
      #expect(english == "The query was read as plain words.\n")
    }
    let reply = try home.start(["search", "--json", "-"], input: "mensch AND\n").wait().output
    #expect(reply.contains("was read as plain words"))
  }

  private struct Summary: Decodable {
    struct Reading: Decodable {
      let stemmer: String
      let terms: [String: Int]
    }
    let total: Int
    let isExact: Bool
    let notes: [String]
    let readings: [Reading]?
  }

  @Test("--summary tells how many match in all, in JSON behind the hits and with the notes")
  func summary() throws {
    let plain = try run(["search", "--summary", "--limit", "1", "mensch"])
    #expect(plain.errors == "3 quotations match.\n")
    #expect(plain.output.split(separator: "\n").count == 1)
    let json = try run(["search", "--json", "--summary", "--limit", "1", "mensch AND"]).output
      .split(separator: "\n")
    #expect(json.count == 2)
    _ = try decode(Hit.self, json[0])
    let summary = try decode(Summary.self, json[1])
    #expect(summary.total == 3 && summary.isExact && summary.readings == nil)
    #expect(summary.notes == ["The query was read as plain words."])
    #expect(try run(["search", "--json", "mensch"]).output.split(separator: "\n").count == 3)
  }

  @Test("--explain with JSON has the terms of each reading and how many have them")
  func explanationObject() throws {
    let output = try run(["search", "--json", "--explain", "Menschen -gern"]).output
    let last = try decode(Summary.self, try #require(output.split(separator: "\n").last))
    #expect(last.total == 2 && last.isExact)
    let reading = try #require(last.readings?.first { $0.stemmer == "german2" })
    #expect(reading.terms["Zmensch"] == 3 && reading.terms["Zgern"] == 1, "\(reading)")
  }

  @Test("--explain tells how a query was read")
  func explanation() throws {
    let result = try run(["search", "--explain", "Menschen -gern"])
    #expect(result.errors.contains("2 quotations match."), "\(result.errors)")
    #expect(result.errors.contains("stemmer german2"), "\(result.errors)")
    #expect(result.errors.contains("all forms of mensch: in 3"), "\(result.errors)")
  }

  @Test("each line of standard input is answered at once, before the next one comes")
  func standardInput() async throws {
    let home = try Library.home.get()
    let folder = TemporaryFolder()
    let pipe = folder.appending("queries")
    #expect(mkfifo(pipe.string, 0o600) == 0)
    let words = home.origins.flatMap { ["--origin", $0] } + ["search", "--json", "-"]
    let script = "exec \"$0\" \"$@\" < \(pipe)"
    let process = try ChildProcess(
      "/bin/sh", ["-c", script, Home.program.string] + words, environment: home.environment)
    let descriptor = open(pipe.string, O_WRONLY)
    defer { close(descriptor) }
    struct Reply: Decodable {
      let query: String
      let total: Int
      let isExact: Bool
      let notes: [String]
      let hits: [Hit]
    }
    for (number, text) in ["Mensch", "question", "(", "mensch AND"].enumerated() {
      let line = text + "\n"
      #expect(write(descriptor, line, line.utf8.count) == line.utf8.count)
      try await eventually("an answer to \(text)") {
        try process.outputSoFar().split(separator: "\n").count == number + 1
      }
    }
    let replies = try lines(Reply.self, try process.outputSoFar())
    #expect(replies.map(\.query) == ["Mensch", "question", "(", "mensch AND"])
    #expect(replies.map(\.total) == [3, 1, 0, 3])
    #expect(replies[3].notes == ["The query was read as plain words."])
    process.signal(SIGTERM)
    _ = try process.wait()
  }

  @Test("rows for lines of standard input end with an empty line")
  func rows() throws {
    let plain = try run(["search", "--limit", "1", "-"], input: "question\nnirgendwo\nquestion")
      .output
    let row = "To be, or not to be <that> is the question — William Shakespeare  [be]\n"
    #expect(plain == row + "\n\n" + row + "\n")
  }

  @Test("suggestions are queries that find something, names first")
  func suggestions() throws {
    struct Suggestion: Decodable, Equatable {
      let query: String
      let kind: String
      let count: Int
    }
    func suggest(_ words: String...) throws -> [Suggestion] {
      try lines(Suggestion.self, try run(["suggest", "--json"] + words).output)
    }
    let goethe = try suggest("goe")
    #expect(goethe.first?.query == "author:\"Johann Wolfgang von Goethe\"")
    #expect(goethe.first?.count == 2)
    let human = try suggest("der", "men").first { $0.query == "der Mensch" }
    #expect(human?.count == 3)
    #expect(try suggest("gü").map(\.query).contains("theme:\"Güte\""))
    #expect(try suggest("Mensh").map(\.kind) == ["correction"])
    #expect(try suggest("xyzzy").isEmpty)
    for suggestion in try suggest("m") {
      #expect(try !slugs(suggestion.query).isEmpty)
    }
    #expect(try run(["suggest", "--limit", "1", "m"]).output.split(separator: "\n").count == 1)
  }

  @Test(
    "options that do not fit are usage errors",
    arguments: [
      ["search"], ["search", "--page", "0", "x"], ["search", "--page", "2", "--offset", "1", "x"],
      ["search", "--sort", "beauty", "x"], ["search", "--format", "xml", "x"],
      ["search", "--offset", "-1", "x"], ["suggest"], ["suggest", "--limit", "0", "x"],
    ])
  func usage(words: [String]) throws {
    let result = try Library.home.get().start(words).wait()
    #expect(result.status == 64, "\(result.errors)")
  }

  @Test("several databases are searched where a stub file is configured, one that is gone is named")
  func databases() throws {
    let home = try Library.home.get()
    let stub = try home.folder.write(
      "databases", "auto \(home.data.appending("index/current"))\nauto /nowhere/at/all\n".utf8)
    let result = try run(["--set", "search.databases=\(stub)", "search", "question"])
    #expect(result.output.contains("[be]"))
    #expect(result.errors.contains("/nowhere/at/all"), "\(result.errors)")
  }

  @Test("a hit of a database that the corpus here does not have is counted and not shown")
  func foreignHits() throws {
    let home = try Library.home.get()
    let other = try Home.withFortunes(["Der Mensch ist ein Rätsel.", "Ein Rätsel ohne Lösung."])
    #expect(try other.run("run").status == 0)
    let stub = try home.folder.write(
      "both",
      [home, other].map { "auto \($0.data.appending("index/current"))\n" }.joined().utf8)
    let set = ["--set", "search.databases=\(stub)"]
    let result = try run(set + ["search", "--json", "--summary", "mensch"])
    let lines = result.output.split(separator: "\n")
    #expect(try decode(Summary.self, lines.last ?? "").total == 4)
    #expect(lines.count == 4, "\(result.output)")
    #expect(try run(set + ["search", "--offline", "Rätsel"]).output == "")
    // What is proposed can be found here.
    #expect(try run(set + ["suggest", "Rät"]).output == "")
  }
}
