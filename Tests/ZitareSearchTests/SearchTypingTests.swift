import Testing
import ZitareSearch

@Suite("A query that is still being typed")
struct SearchTypingTests {
  private static let documents = [
    SearchDocument(
      key: "faust", text: "Es irrt der Mensch, solang er strebt", language: "de",
      fields: ["author": ["Johann Wolfgang von Goethe"]]),
    SearchDocument(
      key: "mail", text: "Die E-Mails der Menschen", language: "de",
      fields: ["author": ["Gottfried Keller"]]),
    SearchDocument(key: "hamlet", text: "To be, or not to be", language: "en"),
    SearchDocument(key: "zhong", text: "千里之行", language: "zh"),
  ]

  @Test(
    "its last word stands for all that begin like it",
    arguments: [
      ("m", ["faust", "mail"]), ("me", ["faust", "mail"]), ("men", ["faust", "mail"]),
      ("Mensch", ["faust", "mail"]), ("menschen", ["faust", "mail"]),
      ("der me", ["faust", "mail"]), ("der i", ["faust"]), ("der irr", ["faust"]),
      ("g", ["faust", "mail"]), ("go", ["faust", "mail"]), ("goe", ["faust"]),
      ("author:g", ["faust", "mail"]), ("author:goe", ["faust"]), ("author:", []),
      ("e-m", ["mail"]), ("e-mai", ["mail"]), ("\"irrt der me", ["faust"]),
      ("\"der mensch\"", ["faust"]), ("der -m", ["faust", "mail"]), ("千", ["zhong"]),
      ("千里", ["zhong"]), ("t", ["hamlet"]), ("mensch ", ["faust", "mail"]), ("mensc ", []),
      ("mensch AND", ["faust", "mail"]), ("mensch -", ["faust", "mail"]), ("q", []),
    ])
  func beginnings(text: String, keys: [String]) throws {
    let fixture = try SearchFixture(Self.documents)
    var query = SearchQuery(text)
    query.isTyping = true
    let results = try fixture.index.reader().search(query)
    #expect(results.complete == keys)
  }

  @Test("one or two letters ask for one term, not for all the words that begin so")
  func shortBeginnings() throws {
    let words = (0..<2000).map { "ab\(String($0, radix: 36).map { "\($0)x" }.joined())" }
    let fixture = try SearchFixture(nil, words)
    for text in ["a", "ab", "A"] {
      var query = SearchQuery(text)
      query.isTyping = true
      let results = try fixture.index.reader().search(query)
      #expect(results.total >= 1000)
      let terms = results.readings.flatMap(\.terms).map(\.text)
      #expect(terms.contains(SearchSchema.beginningPrefix + text.lowercased()))
    }
  }

  @Test("a finished query takes its words as they are")
  func finished() throws {
    let fixture = try SearchFixture(Self.documents)
    #expect(try fixture.found("me").isEmpty)
    #expect(try fixture.found("m*") == ["faust", "mail"])
  }
}
