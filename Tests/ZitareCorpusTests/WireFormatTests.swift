import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("The wire format")
struct WireFormatTests {
  @Test("every known field is read")
  func fields() throws {
    let record = try decode(
      """
      {"slug":"a","text":"T","language":"de","authorSlug":"b","authorName":"B","sourceSlug":"c",
      "sourceTitle":"C","themeSlugs":["d"],"placeSlugs":["e"],"roleSlugs":["f"],"epochSlug":"g",
      "year":-44,"original":"O","translationOf":"h","attribution":"zugeschrieben","license":"CC0",
      "publishedAt":"2026-02-01T10:00:00+01:00","updatedAt":"2026-02-02","url":"https://x.org/a"}
      """)
    #expect(
      record
        == QuoteRecord(
          slug: "a", text: "T", language: "de", authorSlug: "b", authorName: "B",
          sourceSlug: "c", sourceTitle: "C", themeSlugs: ["d"], placeSlugs: ["e"],
          roleSlugs: ["f"], epochSlug: "g", year: -44, original: "O", translationOf: "h",
          attribution: "zugeschrieben", license: "CC0",
          publishedAt: Timestamp(iso8601: "2026-02-01T09:00:00Z"),
          updatedAt: Timestamp(iso8601: "2026-02-02T00:00:00Z"), url: "https://x.org/a"))
  }

  @Test("regionSlugs is the older name of placeSlugs")
  func regions() throws {
    #expect(try decode(#"{"slug":"a","regionSlugs":["x"]}"#).placeSlugs == ["x"])
  }

  @Test("unknown fields and fields of another form are kept with the bytes they had")
  func unknown() throws {
    let record = try decode(
      #"{"slug":"a","mood": {"x" : 1.50},"year":"um 1800","themeSlugs":"zeit","null":null}"#)
    #expect(record.extra == #"{"mood":{"x" : 1.50},"year":"um 1800","themeSlugs":"zeit"}"#)
    #expect(record.year == nil)
  }

  @Test("a written record is read again as it was, unknown fields included")
  func roundTrip() throws {
    let record = try decode(
      #"{"slug":"a","text":"\"x\"\n","language":"de","year":"1808","mood":[1,2],"url":""}"#)
    #expect(record.year == 1808)
    #expect(try WireFormat.record(from: WireFormat.element(record)).record == record)
  }

  @Test("a record without text changes only the fields it has")
  func overlay() throws {
    let known = QuoteRecord(
      slug: "a", text: "T", language: "de", authorSlug: "b", themeSlugs: ["x"], year: 5)
    let update = try WireFormat.record(from: Array(#"{"slug":"a","themeSlugs":["y"]}"#.utf8))
    #expect(update.isTextless)
    var expected = known
    expected.themeSlugs = ["y"]
    #expect(update.laid(over: known) == expected)
  }

  @Test(
    "a slug is letters, digits and -._~, the first a letter or digit",
    arguments: [
      ("a", true), ("goethe-1a2b", true), ("größe", true), ("名言", true), ("A.b_c~d", true),
      ("", false), ("-a", false), (".a", false), ("a/b", false), ("a b", false), ("a:b", false),
      ("a\u{202e}b", false), ("a\n", false), ("a%20", false), ("a'", false),
      (String(repeating: "a", count: 201), false),
    ])
  func slugs(slug: String, isValid: Bool) {
    #expect(QuoteRecord.isSlug(slug) == isValid)
  }

  @Test(
    "a language is a tag such as de or zh-Hant-TW",
    arguments: [
      ("de", true), ("de-CH", true), ("zh-Hant-TW", true), ("gsw", true), ("d", false),
      ("DE", false), ("deutsch", false), ("de-", false), ("de_CH", false), ("d\"", false),
    ])
  func languages(tag: String, isValid: Bool) {
    #expect(QuoteRecord.isLanguageTag(tag) == isValid)
  }

  private func decode(_ json: String) throws -> QuoteRecord {
    try WireFormat.record(from: Array(json.utf8)).record
  }
}
