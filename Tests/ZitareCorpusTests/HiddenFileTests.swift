import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("What is hidden")
struct HiddenFileTests {
  private let folder = TemporaryFolder()
  private var file: HiddenFile { HiddenFile(folder.appending("state/hidden.jsonl")) }
  private let day = CivilDate(daysSinceEpoch: 20_500)

  @Test("a missing file hides nothing")
  func missing() throws {
    #expect(try file.read() == HiddenFile.Content())
  }

  @Test("things are hidden once, in their order, and taken back one by one")
  func changes() throws {
    let entries = [
      HiddenQuotes.Entry(.quote, "größe", since: day), .init(.author, "a", since: day),
      .init(.theme, "a", since: day.adding(days: 1)),
    ]
    for entry in entries { #expect(try file.hide(entry)) }
    #expect(try file.read().hidden.entries == entries)
    #expect(try !file.hide(.init(.author, "a", since: day.adding(days: 9))))
    #expect(try file.read().hidden.day(of: .author, "a") == day)
    #expect(try file.show(.init(.author, "a", since: day)))
    #expect(try !file.show(.init(.author, "a", since: day)))
    #expect(try file.read().hidden.entries == [entries[0], entries[2]])
  }

  @Test("a quotation is hidden by itself, its author or a theme, from the first of these days")
  func quotations() {
    let hidden = HiddenQuotes([
      .init(.quote, "q", since: day), .init(.author, "a", since: day.adding(days: 2)),
      .init(.theme, "t", since: day.adding(days: 1)),
    ])
    #expect(hidden.day(of: "q", author: "a", themes: ["s", "t"]) == day)
    #expect(hidden.day(of: "p", author: "a", themes: ["s", "t"]) == day.adding(days: 1))
    #expect(hidden.day(of: "p", author: "a", themes: []) == day.adding(days: 2))
    #expect(hidden.day(of: "a", author: "q", themes: ["q"]) == nil)
    #expect(hidden.day(of: "p", author: nil, themes: []) == nil)
  }

  @Test("lines that are no entries are told by their numbers, passed over and kept")
  func unreadable() throws {
    let text = """
      {"hidden":"author","slug":"a","since":"2026-02-16","note":"mine"}

      {"hidden":"source","slug":"das-buch","since":"2026-02-16"}
      {"hidden":"quote","slug":"../x","since":"2026-02-16"}
      {"hidden":"quote","slug":"q","since":"yesterday"}
      """
    try Files.makeFolder(file.path.parent)
    try Files.replace(file.path, with: text.utf8)
    let content = try file.read()
    #expect(content.hidden.slugs(of: .author) == ["a"] && content.hidden.entries.count == 1)
    #expect(content.unreadable == [3, 4, 5])
    #expect(try file.hide(.init(.theme, "t", since: day)))
    let bytes = try #require(try Files.read(file.path))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == text + "\n" + #"{"hidden":"theme","slug":"t","since":"2026-02-16"}"# + "\n")
  }

  @Test("ten thousand are the limit, and one more changes nothing")
  func limit() throws {
    let lines = (0..<HiddenFile.entryLimit).map {
      #"{"hidden":"quote","slug":"q\#($0)","since":"2026-02-16"}"# + "\n"
    }
    try Files.makeFolder(file.path.parent)
    try Files.replace(file.path, with: lines.joined().utf8)
    #expect(throws: HiddenFile.Failure.full) { try file.hide(.init(.theme, "t", since: day)) }
    #expect(try file.read().hidden.entries.count == HiddenFile.entryLimit)
  }

  @Test("of processes that hide at once, none loses what another has hidden")
  func together() async throws {
    await withTaskGroup { group in
      for index in 0..<8 {
        group.addTask { [file, day] in
          _ = try? file.hide(.init(.quote, "q\(index)", since: day))
        }
      }
    }
    #expect(try Set(file.read().hidden.slugs(of: .quote)).count == 8)
  }

  @Test("it counts as taken back on its day in every deck of the corpus, and random leaves it out")
  func corpus() throws {
    let corpus = try Corpus()
    let records = (0..<12).map {
      element("q\($0)", more: #","authorSlug":"a\#($0 % 4)","themeSlugs":["t\#($0 % 3)"]"#)
    }
    try corpus.install(snapshot(records))
    let reader = try corpus.reader()
    let today = CivilDate(daysSinceEpoch: 20_460)
    func timeline(_ hidden: HiddenQuotes) throws -> DailyTimeline {
      try reader.timeline(of: Deck(), without: hidden, history: [], from: today, days: 5)
    }
    let before = try timeline(HiddenQuotes())
    let shown = try #require(before.picks.first?.slug)
    // q0 to q11: a1 has q1, q5, q9; t2 has q2, q5, q8, q11.
    let hidden = HiddenQuotes([
      .init(.quote, shown, since: today), .init(.author, "a1", since: today),
      .init(.theme, "t2", since: today),
    ])
    let after = try timeline(hidden)
    #expect(after.missing == before.missing)
    let gone = Set(["q1", "q5", "q9", "q2", "q8", "q11", shown])
    #expect(after.picks.count == 5 && !after.picks.contains { gone.contains($0.slug) })
    var drawn: Set<String> = []
    for _ in 0..<300 {
      drawn.insert(try #require(try reader.randomQuote(QuoteFilter(), without: hidden)).name)
    }
    #expect(drawn == Set((0..<12).map { "q\($0)" }).subtracting(gone))
    #expect(try reader.randomQuote(QuoteFilter(author: "a1"), without: hidden) == nil)
  }
}
