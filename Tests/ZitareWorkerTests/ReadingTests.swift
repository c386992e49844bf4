import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("Reading the corpus")
struct ReadingTests {
  private static let records = """
    {"quotes": [
    {"slug": "a-1", "text": "Eins ist genug.", "language": "de", "authorSlug": "anna-a", "authorName": "Anna A",
    "themeSlugs": ["rat", "zahl"], "sourceSlug": "das-buch", "sourceTitle": "Das Buch", "year": 1808},
    {"slug": "a-2", "text": "Zwei sind mehr.", "language": "de-CH", "authorSlug": "anna-a", "authorName": "Anna A",
    "themeSlugs": ["zahl"], "url": "https://example.org/a-2"},
    {"slug": "b-1", "text": "Three is a crowd.", "language": "en", "authorSlug": "bert-b", "authorName": "Bert B",
    "themeSlugs": ["rat"], "epochSlug": "moderne"}
    ]}
    """

  private func home() throws -> Home {
    var home = try Home()
    home.origins = ["file:\(try home.folder.write("index-full.json", Self.records.utf8))"]
    #expect(try home.run("run").status == 0)
    return home
  }

  private struct Value: Decodable, Equatable {
    let slug, name: String
    let count: Int

    init(_ slug: String, _ name: String, _ count: Int) {
      (self.slug, self.name, self.count) = (slug, name, count)
    }
  }

  @Test("browse lists what there is, the most frequent first or by name")
  func browse() throws {
    let home = try home()
    let cases: [([String], [Value])] = [
      (["author"], [Value("anna-a", "Anna A", 2), Value("bert-b", "Bert B", 1)]),
      (["themes"], [Value("rat", "Rat", 2), Value("zahl", "Zahl", 2)]),
      (["theme", "--limit", "1"], [Value("rat", "Rat", 2)]),
      (
        ["author", "--sort", "name"], [Value("anna-a", "Anna A", 2), Value("bert-b", "Bert B", 1)]
      ),
      (["source"], [Value("das-buch", "Das Buch", 1)]), (["place"], []),
      (["epoch"], [Value("moderne", "Moderne", 1)]),
      (["language"], [Value("de", "de", 1), Value("de-CH", "de-CH", 1), Value("en", "en", 1)]),
    ]
    for (words, values) in cases {
      let result = try home.start(["browse", "--json"] + words).wait()
      #expect(try lines(Value.self, result.output) == values, "\(words) \(result.errors)")
    }
    #expect(
      try home.run("browse", "author").output == "2  Anna A  [anna-a]\n1  Bert B  [bert-b]\n")
    #expect(try home.run("browse", "mood").status == 64)
  }

  @Test("show takes a slug, an author, a theme, a source or an address of one")
  func show() throws {
    let home = try home()
    for word in ["a-1", "zitare://zitat/a-1", "https://zitare.com/zitate/a-1"] {
      #expect(try home.run("show", word).output.hasPrefix("„Eins ist genug.“\n— Anna A, Das Buch"))
    }
    for word in ["anna-a", "zitare://autor/anna-a"] {
      let output = try home.run("show", word).output
      #expect(output.hasPrefix("Anna A: 2 "))
      #expect(output.contains("[a-1]") && output.contains("[a-2]") && !output.contains("[b-1]"))
    }
    #expect(try home.run("show", "rat").output.contains("[b-1]"))
    #expect(try home.run("show", "das-buch").output.hasPrefix("Das Buch: 1 "))
    #expect(try home.run("show", "zitare://zitat/anna-a").status == 65)
  }

  @Test("random draws from what passes all filters")
  func random() throws {
    let home = try home()
    let cases: [([String], Set<String>)] = [
      (["--author", "bert-b"], ["b-1"]), (["--theme", "rat", "--language", "de"], ["a-1"]),
      (["--epoch", "moderne"], ["b-1"]), (["--source", "das-buch"], ["a-1"]),
      (["--language", "de"], ["a-1", "a-2"]),
    ]
    for (words, slugs) in cases {
      var drawn: Set<String> = []
      for _ in 0..<40 where drawn != slugs {
        let output = try home.start(["random"] + words).wait().output
        drawn.insert(String(output.split(separator: "\n").last ?? ""))
      }
      #expect(drawn == slugs, "\(words)")
    }
    let nothing = try home.run("random", "--author", "anna-a", "--language", "en")
    #expect(nothing.status == 65 && nothing.output == "")
  }

  /// A program of the desktop that writes what it is given to a file.
  private func tool(_ name: String, in home: Home, _ script: String) throws {
    let path = try home.folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n".utf8)
    #expect(chmod(path.string, 0o755) == 0)
  }

  @Test("open hands nothing but a page to the browser, and prints what has no page")
  func open() throws {
    var home = try home()
    let opened = home.folder.appending("opened")
    try tool("xdg-open", in: home, "echo \"$@\" >> \(opened)")
    home.variables["PATH"] = "\(home.folder.appending("bin")):/usr/bin:/bin"
    let cases = [
      ("zitare://zitat/a-2", "https://example.org/a-2"),
      ("zitare://zitat/unknown", "https://zitare.com/zitate/unknown"),
      ("zitare://autor/anna-a", "https://zitare.com/autoren/anna-a"),
      ("https://zitare.com/themen/rat", "https://zitare.com/themen/rat"),
    ]
    for (word, page) in cases {
      #expect(try home.run("open", word).status == 0)
      let text = String(decoding: try Files.read(opened) ?? [], as: UTF8.self)
      #expect(text.split(separator: "\n").last.map(String.init) == page)
    }
    #expect(try home.run("open", "zitare://zitat/a-1").output.hasPrefix("„Eins ist genug.“"))
    #expect(try home.run("open", "zitare://zitat/a;b").status == 64)
    home.variables["PATH"] = "/nowhere"
    #expect(try home.run("open", "zitare://zitat/a-2").output == "https://example.org/a-2\n")
  }

  @Test("copy puts the quotation of the day on the clipboard, or says what is missing")
  func copy() throws {
    var home = try home()
    let copied = home.folder.appending("copied")
    try tool("xclip", in: home, "cat > \(copied)")
    home.variables["PATH"] = "\(home.folder.appending("bin")):/usr/bin:/bin"
    let missing = try home.run("copy")
    #expect(missing.status == 69 && missing.errors.contains("wl-copy"))
    home.variables["DISPLAY"] = ":7"
    #expect(try home.run("copy").status == 0)
    let text = String(decoding: try Files.read(copied) ?? [], as: UTF8.self)
    #expect(try text + "\n" == home.run("today").output)
  }

  @Test("without quotations today is a placeholder, and with --strict a failure")
  func strict() throws {
    let home = try Home()
    let shown = try home.run("today")
    #expect(shown.status == 0 && !shown.output.isEmpty)
    let strict = try home.run("today", "--strict")
    #expect(strict.status == 69 && strict.output == "" && !strict.errors.isEmpty)
    #expect(try home.run("copy").status == 69)
  }

  @Test(
    "options that do not fit the format are refused",
    arguments: [
      ["today", "--format", "waybar", "--escape", "tmux"],
      ["today", "--format", "atom", "--length", "full"],
      ["today", "--wrap", "5"], ["today", "--format", "html", "--wrap", "40"],
      ["watch", "--format", "atom"],
      ["watch", "--wrap", "40"], ["browse"], ["browse", "author", "--limit", "0"], ["open"],
    ])
  func refused(words: [String]) throws {
    let result = try Home().start(words).wait()
    #expect(result.status == 64 && result.output == "", "\(result.errors)")
  }
}
