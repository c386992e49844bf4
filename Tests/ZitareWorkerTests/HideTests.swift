import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("Hiding quotations")
struct HideTests {
  private static let records = (0..<20).map {
    """
    {"slug": "spruch-\($0)", "text": "Spruch \($0).", "language": "de", "themeSlugs": ["t\($0 % 4)"],
    "authorSlug": "autor-\($0 % 10)", "authorName": "Autor Nr. \($0 % 10)"}
    """
  }

  private func home() throws -> Home {
    var home = try Home()
    let text = "{\"quotes\": [\(Self.records.joined(separator: ","))]}"
    home.origins = ["file:\(try home.folder.write("index-full.json", text.utf8))"]
    #expect(try home.run("run").status == 0)
    return home
  }

  private struct Line: Decodable, Equatable {
    let kind, slug, name: String
    let isHidden: Bool
  }

  /// What `today --json` prints, as far as this looks at it.
  private struct Timeline: Decodable {
    struct Entry: Decodable {
      struct Quote: Decodable {
        struct Author: Decodable { let slug: String }
        let slug: String
        let author: Author
        let themes: [String]
      }
      let quote: Quote
    }
    let timeline: [Entry]
    var quotes: [Entry.Quote] { timeline.map(\.quote) }
  }

  private func kept(_ home: Home) throws -> Timeline {
    let bytes = try #require(try Files.read(home.state.appending("payload.json")))
    return try decode(Timeline.self, String(decoding: bytes, as: UTF8.self))
  }

  @Test("today's quotation is replaced at once, and comes back when that is taken back")
  func quote() throws {
    let home = try home()
    let today = try kept(home).quotes[0].slug
    let hidden = try home.run("hide", "quote", "zitare://heute", "--json")
    #expect(hidden.status == 0, "\(hidden.errors)")
    #expect(try decode(Line.self, hidden.output).slug == today)
    #expect(try !kept(home).quotes.contains { $0.slug == today })
    #expect(try home.run("show", today).status == 0)
    // The decision outlives the corpus.
    let removed = try run("/bin/rm", "-r", home.data.string)
    #expect(removed.status == 0)
    #expect(try home.run("run").status == 0)
    #expect(try !kept(home).quotes.contains { $0.slug == today })
    #expect(try home.run("hide", "quote", today, "--undo").status == 0)
    #expect(try kept(home).quotes[0].slug == today)
  }

  @Test("authors and themes are taken by slug, name or address, and listed in their order")
  func groups() throws {
    let home = try home()
    let orders: [([String], Line)] = [
      (
        ["author", "autor-3"],
        Line(kind: "author", slug: "autor-3", name: "Autor Nr. 3", isHidden: true)
      ),
      (
        ["author", "autor", "nr. 4"],
        Line(kind: "author", slug: "autor-4", name: "Autor Nr. 4", isHidden: true)
      ),
      (
        ["author", "zitare://autor/autor-5"],
        Line(kind: "author", slug: "autor-5", name: "Autor Nr. 5", isHidden: true)
      ),
      (["theme", "T2"], Line(kind: "theme", slug: "t2", name: "T2", isHidden: true)),
      (
        ["quote", "spruch-1"],
        Line(kind: "quote", slug: "spruch-1", name: "Spruch 1.", isHidden: true)
      ),
    ]
    for (words, line) in orders {
      let result = try home.start(["hide", "--json"] + words).wait()
      #expect(try lines(Line.self, result.output) == [line], "\(result.errors)")
    }
    for words in [["hide"], ["hide", "list"]] {
      let list = try home.start(words + ["--json"]).wait()
      #expect(try lines(Line.self, list.output) == orders.map { $0.1 })
    }
    #expect(try home.run("hide").output.contains("  author  Autor Nr. 4  [autor-4]\n"))
    for quote in try kept(home).quotes {
      #expect(!["autor-3", "autor-4", "autor-5"].contains(quote.author.slug))
      #expect(quote.slug != "spruch-1" && !quote.themes.contains("t2"))
    }
    let again = try home.run("hide", "author", "autor-3")
    #expect(again.status == 0 && again.output.hasPrefix("Hidden since "))
    #expect(try home.run("random", "--author", "autor-3").status == 65)
    #expect(try home.run("random", "--author", "autor-0").status == 0)
    #expect(try home.run("hide", "author", "autor nr. 3", "--undo").status == 0)
    #expect(try home.run("random", "--author", "autor-3").status == 0)
    #expect(try lines(Line.self, home.run("hide", "--json").output).count == 4)
  }

  @Test("beside a living worker the panel changes before the command ends")
  func worker() async throws {
    let home = try home()
    let worker = try home.start("worker")
    defer { worker.end() }
    try await eventually("the worker") { try home.status().workers == [worker.processID] }
    let today = try kept(home).quotes[0]
    let result = try home.run("hide", "author", today.author.slug)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try !kept(home).quotes.contains { $0.author.slug == today.author.slug })
  }

  @Test(
    "a name that is not known is an error that says which one may be meant",
    arguments: [
      (["quote", "sprch-7"], 65, "mean spruch-7?"), (["author", "autr-3"], 65, "mean autor-3?"),
      (["author", "Nr. 7"], 65, "there is no author"),
      (["theme", "t77"], 65, "there is no theme t77"),
      (["quote", "etwas-ganz-anderes"], 65, "there is no quotation etwas-ganz-anderes"),
      (["author", "autor-3", "--undo"], 65, "is hidden"), (["--undo"], 64, "--undo"),
      (["list", "--undo"], 64, "--undo"), (["autor", "x"], 64, "quote, author, theme"),
      (["author"], 64, "a slug"), (["list", "x"], 64, "x"),
    ])
  func unknown(words: [String], status: Int32, text: String) throws {
    let home = try home()
    let result = try home.start(["hide"] + words).wait()
    #expect(result.status == status && result.output == "")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(try Files.size(of: home.state.appending("hidden.jsonl")) == nil)
  }

  @Test("without a corpus nothing can be hidden, but what is can be listed and taken back")
  func noCorpus() throws {
    let home = try Home()
    #expect(try home.run("hide", "author", "x").status == 75)
    try Files.makeFolder(home.state, mode: 0o700)
    let text = #"{"hidden":"author","slug":"x","since":"2026-01-01"}"# + "\nnonsense\n"
    try Files.replace(home.state.appending("hidden.jsonl"), with: text.utf8)
    let list = try home.run("hide")
    #expect(list.output == "2026-01-01  author  x  [x]\n")
    #expect(list.errors.contains("hidden.jsonl line 2"))
    #expect(try home.run("hide", "author", "x", "--undo").status == 0)
    let rest = try Files.read(home.state.appending("hidden.jsonl"))
    #expect(rest == Array("nonsense\n".utf8))
  }
}
