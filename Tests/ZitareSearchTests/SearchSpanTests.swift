import Testing
import ZitareSearch

@Suite("Numbers in queries")
struct SearchSpanTests {
  private static let years: [String: Double] = [
    "ovid": -8, "luther": 1520, "goethe": 1808, "heine": 1844, "kafka": 1915,
  ]

  private static let fixture = Result {
    try SearchFixture(
      years.sorted { $0.key < $1.key }.map { key, year in
        SearchDocument(key: key, text: "ein Wort", language: "de", numbers: ["date": year])
      } + [SearchDocument(key: "nobody", text: "ein Wort", language: "de")])
  }

  @Test(
    "a span narrows the whole query wherever it stands",
    arguments: [
      ("date:1800..1899", ["goethe", "heine"]), ("wort date:1800..1899", ["goethe", "heine"]),
      ("date:1915 wort", ["kafka"]), ("date:1850.. wort", ["kafka"]),
      ("date:..1600", ["luther", "ovid"]), ("date:-50..14", ["ovid"]),
      ("date:1844..1844", ["heine"]),
      ("wort -date:1800..1899", ["kafka", "luther", "nobody", "ovid"]),
      ("(wort OR date:1915)", ["kafka"]), ("date:1800..1899 date:1840..1900", ["heine"]),
      ("wort NOT date:1..9999", ["nobody", "ovid"]),
      ("date:1915 OR wort", ["kafka"]), ("date:1900..1800", []), ("DATE:1915", ["kafka"]),
    ])
  func spans(text: String, keys: [String]) throws {
    let results = try Self.fixture.get().index.reader().search(SearchQuery(text))
    #expect(results.hits.map(\.key).sorted() == keys)
    #expect(results.notes.isEmpty)
  }

  @Test(
    "a span that cannot be read is ignored, and the notes say so",
    arguments: [
      "19th", "..", "1800...1899", "1800..x", "99999999999999999999", "1800..1899..2000", "-",
    ])
  func unreadable(text: String) throws {
    let results = try Self.fixture.get().index.reader().search(SearchQuery("wort date:\(text)"))
    #expect(results.hits.count == 6)
    #expect(results.notes == [.ignoredNumber("date:\(text)")])
  }

  @Test("a query may name a field by a synonym")
  func synonyms() throws {
    let schema = SearchSchema(
      fields: SearchFixture.schema.fields, version: 1, synonyms: ["jahr": "date", "uber": "theme"])
    let fixture = SearchFixture(schema: schema)
    try fixture.rebuild([
      SearchDocument(key: "a", text: "x", fields: ["theme": ["Mut"]], numbers: ["date": 1900])
    ])
    #expect(try fixture.found("jahr:1900") == ["a"])
    #expect(try fixture.found("Über:Mut") == ["a"])
    #expect(try fixture.found("jahr:1901").isEmpty)
  }
}
