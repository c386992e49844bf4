import Testing
import ZitareSearch

@Suite("Spelling")
struct SearchSpellingTests {
  private static let documents = [
    SearchDocument(
      key: "truth", text: "Die Wahrheit ist selten rein", language: "de",
      fields: ["author": ["Johann Wolfgang von Goethe"]]),
    SearchDocument(key: "size", text: "Wahre Größe und Freiheit der Straße", language: "de"),
    SearchDocument(key: "run", text: "he was running for freedom", language: "en"),
  ]

  @Test(
    "a word that no document has gives way to one with a letter wrong, missing, added or swapped",
    arguments: [
      ("Warheit", "wahrheit", ["truth"]), ("Wahrhiet", "wahrheit", ["truth"]),
      ("Wahrrheit selten", "wahrheit selten", ["truth"]), ("Freihait", "freiheit", ["size"]),
      ("Göhte", "gothe", []), ("Goehte", "goethe", ["truth"]), ("freedon", "freedom", ["run"]),
      ("Strase", "strasse", ["size"]), ("\"ist seltn\"", "\"ist selten\"", ["truth"]),
      ("author:Goehte", "author:goethe", ["truth"]), ("-rein Freihet", "-rein freiheit", ["size"]),
      ("Warheit OR Freihet", "wahrheit OR freiheit", ["size", "truth"]),
    ])
  func corrects(text: String, corrected: String, keys: [String]) throws {
    let fixture = try SearchFixture(Self.documents)
    let results = try fixture.index.reader().search(SearchQuery(text))
    guard !keys.isEmpty else { return #expect(!results.notes.contains(.corrected(corrected))) }
    #expect(results.hits.map(\.key).sorted() == keys)
    #expect(results.notes == [.corrected(corrected)])
  }

  @Test(
    "words that are found, short ones and those far from every other stay as they are",
    arguments: [
      "Wahrheit", "Wahrheiten", "groesse", "GRÖSSE", "run", "runs", "is", "xyz", "Quantenfeld",
      "-Warheit", "warh*", "language:dee",
    ])
  func leaves(text: String) throws {
    let fixture = try SearchFixture(Self.documents)
    let notes = try fixture.index.reader().search(SearchQuery(text)).notes
    #expect(
      !notes.contains {
        switch $0 {
        case .corrected, .didYouMean: true
        default: false
        }
      })
  }

  @Test("where little was found a better word is offered, and the hits stay those of the query")
  func offers() throws {
    let texts = Array(repeating: "Freiheit", count: 30) + ["Mut"]
    let fixture = try SearchFixture("de", texts)
    let results = try fixture.index.reader().search(SearchQuery("Mut OR Freihiet"))
    #expect(results.hits.map(\.key) == ["30"])
    #expect(results.notes == [.didYouMean("Mut OR freiheit")])
  }

  @Test("an update teaches new words, and words that have gone are no longer offered")
  func updates() throws {
    let fixture = try SearchFixture(Self.documents)
    try fixture.index.update(
      to: 2, removing: ["run"],
      replacing: [SearchDocument(key: "new", text: "Gerechtigkeit", language: "de")])
    #expect(try fixture.found("Gerechtigkiet") == ["new"])
    #expect(try fixture.found("freedon").isEmpty)
  }

  @Test("words beginning alike are told with the most frequent first")
  func words() throws {
    let fixture = try SearchFixture("de", ["Wahl", "Wahrheit", "die Wahrheit", "warum"])
    let words = try fixture.index.reader().words(beginningWith: "Wah", limit: 5)
    #expect(words.map(\.text) == ["wahrheit", "wahl"])
    #expect(words.map(\.documents) == [2, 1])
    #expect(
      try fixture.index.reader().words(beginningWith: "wa", limit: 1).map(\.text) == ["wahrheit"])
  }
}
