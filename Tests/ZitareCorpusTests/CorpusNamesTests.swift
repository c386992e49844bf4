import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("Names that a corpus knows")
struct CorpusNamesTests {
  @Test(
    "are those of the master data, else those of records or slugs; beginnings go first",
    arguments: [
      (NameKind.author, "sch", ["Friedrich Schiller", "Johanna Schopenhauer"]),
      (.author, "JOH", ["Johanna Schopenhauer"]), (.author, "müh", ["Erich Mühsam"]),
      (.author, "muh", ["Erich Mühsam"]), (.author, "chiller", []), (.theme, "", ["Freiheit"]),
      (.theme, "frei", ["Freiheit"]), (.source, "über", ["Über die Freiheit"]), (.place, "x", []),
    ])
  func names(kind: NameKind, prefix: String, expected: [String]) throws {
    let corpus = try Corpus()
    try corpus.install(
      snapshot([
        element("a", more: #","authorSlug":"schiller","themeSlugs":["freiheit"]"#),
        element("b", more: #","authorSlug":"schopenhauer""#),
      ]),
      names: [
        .author: #"""
        [{"slug":"schiller","name":"Friedrich Schiller"},
         {"slug":"schopenhauer","name":"Johanna Schopenhauer"}]
        """#, .theme: #"[{"slug":"freiheit","name":"Freiheit"}]"#,
      ])
    let other = try Origin("https://example.com/index-full.json", relativeTo: "/")
    try corpus.install(
      snapshot([
        element("c", more: #","authorSlug":"m","authorName":"Erich Mühsam""#),
        element("d", more: #","sourceSlug":"s","sourceTitle":"Über die Freiheit""#),
      ]), from: other)
    #expect(try corpus.reader().names(of: kind, beginningWith: prefix, limit: 10) == expected)
    #expect(try corpus.reader().names(of: kind, beginningWith: prefix, limit: 0).isEmpty)
  }
}
