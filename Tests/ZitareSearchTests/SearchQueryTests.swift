import Testing
import ZitareSearch

@Suite("Queries")
struct SearchQueryTests {
  private static let documents = [
    SearchDocument(
      key: "faust", text: "Es irrt der Mensch, solang er strebt", language: "de",
      fields: [
        "author": ["Johann Wolfgang von Goethe"], "theme": ["Irrtum", "Streben"],
        "language": ["de"], "slug": ["johann-wolfgang-von-goethe"],
      ], numbers: ["date": 1808], stored: Array("Faust".utf8)),
    SearchDocument(
      key: "tell", text: "Der Starke ist am mächtigsten allein", language: "de",
      fields: [
        "author": ["Friedrich Schiller"], "theme": ["Stärke"], "language": ["de"],
        "slug": ["friedrich-schiller"],
      ], numbers: ["date": 1804]),
    SearchDocument(
      key: "hamlet", text: "To be, or not to be: that is the question", language: "en",
      fields: [
        "author": ["William Shakespeare"], "language": ["en"], "slug": ["william-shakespeare"],
      ], numbers: ["date": 1603]),
    SearchDocument(
      key: "essay", text: "Goethe and Schiller knew what man is", language: "en",
      fields: ["author": ["Thomas Carlyle"], "language": ["en"], "slug": ["thomas-carlyle"]]),
  ]

  @Test(
    "words, phrases, exclusions, fields, wildcards and operators select documents",
    arguments: [
      ("mensch strebt", ["faust"]), ("Menschen STREBT", ["faust"]),
      ("\"irrt der mensch\"", ["faust"]), ("„irrt der Mensch“", ["faust"]),
      ("\"mensch der irrt\"", []), ("goethe", ["essay", "faust"]),
      ("author:goethe", ["faust"]), ("Author:Goethe", ["faust"]),
      ("goethe -author:goethe", ["essay"]), ("author:\"von Goethe\"", ["faust"]),
      ("author:wolfgang-von", ["faust"]), ("theme:irrtum", ["faust"]), ("irrtum", []),
      ("der -mensch", ["tell"]), ("-der", ["essay", "hamlet"]),
      ("-der -question", ["essay"]), ("-\"der starke\" der", ["faust"]),
      ("mensch OR question", ["faust", "hamlet"]), ("der NOT starke", ["faust"]),
      ("(mensch OR starke) der", ["faust", "tell"]), ("-(mensch OR starke) der", []),
      ("question AND be", ["hamlet"]), ("ques*", ["hamlet"]), ("author:schil*", ["tell"]),
      ("language:en is", ["essay", "hamlet"]), ("language:EN -question", ["essay"]),
      ("\"or not\"", ["hamlet"]), ("+goethe schiller", ["essay"]),
      ("slug:friedrich-schiller", ["tell"]), ("slug:\"thomas-carlyle\"", ["essay"]),
      ("mensch - strebt", ["faust"]), ("mensch -- strebt", ["faust"]),
      ("unknown:mensch", []), ("http://example.org", []), ("NOT", ["hamlet"]),
    ])
  func selects(text: String, keys: [String]) throws {
    let fixture = try SearchFixture(Self.documents)
    let results = try fixture.index.reader().search(SearchQuery(text))
    #expect(results.complete == keys)
    #expect(!results.notes.contains(.readAsPlainWords))
  }

  @Test("a hit carries the key, the stored bytes and a score, the best one first")
  func hits() throws {
    let fixture = try SearchFixture(Self.documents)
    let results = try fixture.index.reader().search(SearchQuery("Goethe Mensch"))
    let hit = try #require(results.hits.first)
    #expect(results.complete == ["faust"])
    #expect(hit.key == "faust")
    #expect(String(decoding: hit.stored, as: UTF8.self) == "Faust")
    #expect(hit.score > 0)
  }

  @Test("where no document has all words, those with some are found, and the notes say so")
  func anyWord() throws {
    let fixture = try SearchFixture(Self.documents)
    let results = try fixture.index.reader().search(SearchQuery("mensch quasar"))
    #expect(results.hits.map(\.key) == ["faust"])
    #expect(results.notes == [.matchedAnyWord(all: 0)])
    #expect(try fixture.index.reader().search(SearchQuery("quasar nebula")).notes.isEmpty)
  }

  @Test(
    "filters narrow a query; no text asks for everything that passes them",
    arguments: [
      (nil, [SearchFilter("language", anyOf: ["en"])], ["essay", "hamlet"]),
      (
        nil, [SearchFilter("language", anyOf: ["en", "de"])], ["essay", "faust", "hamlet", "tell"]
      ),
      ("goethe", [SearchFilter("language", anyOf: ["DE"])], ["faust"]),
      (
        nil,
        [
          SearchFilter("language", anyOf: ["de"]),
          SearchFilter("slug", anyOf: ["friedrich-schiller", "thomas-carlyle"]),
        ], ["tell"]
      ),
      (nil, [SearchFilter("language", anyOf: [])], []),
      (nil, [], ["essay", "faust", "hamlet", "tell"]),
    ] as [(String?, [SearchFilter], [String])])
  func filters(text: String?, filters: [SearchFilter], keys: [String]) throws {
    let fixture = try SearchFixture(Self.documents)
    #expect(try fixture.keys(SearchQuery(text, filters: filters)).sorted() == keys)
  }

  @Test("hits are sorted by a number field, those without it as the lowest")
  func order() throws {
    let fixture = try SearchFixture(Self.documents)
    let newest = SearchQuery(nil, order: .field("date", descending: true))
    #expect(try fixture.keys(newest) == ["faust", "tell", "hamlet", "essay"])
    let oldest = SearchQuery(nil, order: .field("date", descending: false))
    #expect(try fixture.keys(oldest) == ["essay", "hamlet", "tell", "faust"])
  }

  @Test("pages of equal scores join without a gap, in the order documents were added")
  func pages() throws {
    let fixture = try SearchFixture("en", Array(repeating: "same words", count: 50))
    var keys: [String] = []
    for offset in stride(from: 0, to: 60, by: 7) {
      let query = SearchQuery("words", offset: offset, limit: 7)
      let results = try fixture.index.reader().search(query)
      #expect(results.total == 50)
      keys += results.hits.map(\.key)
    }
    #expect(keys == (0..<50).map(String.init))
  }

  @Test(
    "no text makes a search throw",
    arguments: [
      "", " ", "x AND", "AND x", "AND", "OR OR", "x XOR", "NOT", "NOT NOT", "(", ")", "((((", "())",
      "x ()", "\"", "\"\"", "x \"", "„", "author:", "author:(", "author:\"", "author:*", "author:)",
      "language:", "language:\"", "slug:*", "*", "**", "a*", "ab*", "a * b", "-", "--", "+", "-(",
      "-()", "~x", "{x}", "x^2", "x..y", "1..2", "\0", "a\0b", "\u{feff}", "\u{202e}x", "'", "''",
      "l'", "'s", "-l'état", "x NEAR", "NEAR/9 x", "x NEAR/999999999999 y", "x ADJ/3", "\u{fe}",
      "漢字", "x 漢字 y", "-漢字", "漢*", "author:漢字 x", "(x 漢", "\u{ff08}x\u{ff09}", "\u{ff02}x", "½",
      "e-mail", "-e-mail", "author:e-mail", "a-b-c-", "-a-", "x OR -y", "-x OR y", "😀", "x:y:z",
      "author:author:x", "c++", "AT&T", "50 %", "<script>", "a/b\\c", "@", "x AND AND y", "NOT (x",
      "(NOT x) OR (NOT", "e-mail AND", "\"漢字 x\" NEAR y",
    ])
  func hostile(text: String) throws {
    let fixture = try SearchFixture(Self.documents)
    _ = try fixture.index.reader().search(SearchQuery(text))
  }

  @Test("a malformed query is read as plain words, and the notes say so")
  func plainWords() throws {
    let fixture = try SearchFixture(Self.documents)
    for text in ["mensch AND", "OR author:goethe mensch", "mensch XOR (", "mensch AND AND strebt"] {
      let results = try fixture.index.reader().search(SearchQuery(text))
      #expect(results.hits.map(\.key) == ["faust"], "\(text)")
      #expect(results.notes == [.readAsPlainWords], "\(text)")
    }
  }

  @Test("a wildcard in a field after fewer than three letters is ignored, and the notes say so")
  func shortWildcard() throws {
    let fixture = try SearchFixture(Self.documents)
    #expect(try fixture.found("is*") == ["essay", "hamlet", "tell"])
    let results = try fixture.index.reader().search(SearchQuery("goethe author:go*"))
    #expect(results.notes.contains(.ignoredWildcard))
    #expect(try fixture.index.reader().search(SearchQuery("goethe **")).notes.isEmpty)
  }

  @Test("a long query is cut, and the notes say so")
  func longQuery() throws {
    let fixture = try SearchFixture(Self.documents)
    for text in [
      "mensch " + String(repeating: "strebt ", count: 2000), String(repeating: "x", count: 10_240),
      String(repeating: "(", count: 10_240), String(repeating: "mensch -\"", count: 1200),
    ] {
      #expect(try fixture.index.reader().search(SearchQuery(text)).notes.contains(.shortened))
    }
    #expect(try fixture.found("mensch " + String(repeating: "strebt ", count: 2000)) == ["faust"])
  }

  @Test("a wildcard stands for the most frequent words where too many begin alike")
  func wideWildcard() throws {
    let words = (0..<3000).map { "wort\($0)" } + Array(repeating: "wortreich", count: 5)
    let fixture = try SearchFixture("de", words)
    let results = try fixture.index.reader().search(SearchQuery("wort*", limit: 2000))
    #expect(results.hits.filter { (Int($0.key) ?? 0) >= 3000 }.count == 5)
    #expect(results.total >= 1000)
  }
}
