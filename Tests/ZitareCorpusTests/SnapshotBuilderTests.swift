import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("Building a snapshot")
struct SnapshotBuilderTests {
  @Test("a built snapshot is read again as the corpus it was made of")
  func roundTrip() throws {
    let corpus = try Corpus()
    try corpus.install(
      snapshot(
        elements(0..<5) + [
          element(
            "x", "a\\\"b\\n",
            more: #","authorSlug":"k","themeSlugs":["t"],"year":1808,"mood":{"a":[1]}"#)
        ],
        more: #","daily":{"2026-05-01":"x"},"tombstones":[{"slug":"z","removedAt":"2026-01-01"}]"#
      ),
      names: [.author: #"[{"slug":"k","name":"K"}]"#, .theme: #"[{"slug":"t","name":"T"}]"#])
    let report = try build(corpus)
    #expect(report.count == 6 && report.isWritten)
    let copy = try Corpus()
    var built = WireSnapshot(quotes: WireFile(corpus.folder.appending("out/index-full.json")))
    for kind in NameKind.allCases {
      built.names[kind] = WireFile(corpus.folder.appending("out/\(kind.fileName)"))
    }
    try copy.install(built)
    #expect(try copy.state().digest == corpus.state().digest)
  }

  @Test("the same corpus gives the same bytes, and a directory that is right is left alone")
  func deterministic() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<20)))
    let first = try build(corpus)
    let before = try files(corpus)
    let again = try build(corpus, at: 9000)
    #expect(!again.isWritten && again.generatedAt == first.generatedAt)
    #expect(try files(corpus) == before)
    let other = try Corpus()
    try other.install(snapshot(Array(elements(0..<20).reversed())))
    try build(other)
    #expect(try files(other) == before)
  }

  @Test("the short index has every quotation without its text, and is understood")
  func shortIndex() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    try build(corpus)
    let copy = try Corpus()
    #expect(throws: RefreshRefusal.textless(records: 3)) {
      try copy.install(try #require(try corpus.folder.read("out/index-min.json")))
    }
  }

  @Test("of equal slugs the earlier origin's quotation is in the snapshot, the others are counted")
  func shadowed() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    try corpus.install(
      snapshot(elements(2..<5)), from: try Origin("https://other.org/", relativeTo: "/"))
    let report = try build(corpus, of: [corpus.origin.id, "other.org"])
    #expect(report.count == 5 && report.shadowed == 1)
  }

  @Test("only the named origins are in it, the first of them wins, and the others change nothing")
  func named() throws {
    let corpus = try Corpus()
    let other = try Origin("https://other.org/", relativeTo: "/")
    try corpus.install(snapshot([element("a", "erste"), element("b")]))
    try corpus.install(
      snapshot(
        [element("a", "zweite", more: #","authorSlug":"k""#), element("c")],
        more: #","daily":{"2026-05-01":"a"},"tombstones":[{"slug":"b","removedAt":"2026-01-01"}]"#),
      names: [.author: #"[{"slug":"k","name":"K"}]"#], from: other)
    #expect(try build(corpus, of: [other.id]).count == 2)
    let index = try text("index-full.json", corpus)
    #expect(index.contains("zweite") && !index.contains("erste"))
    #expect(index.contains(#""2026-05-01":"a""#) && index.contains(#"{"slug":"b","#))
    #expect(try text("authors.json", corpus).contains("\"K\""))

    try corpus.install(snapshot([element("a", "dritte"), element("b")]), at: 2000)
    #expect(try !build(corpus, at: 9000, of: [other.id]).isWritten)
    let both = try build(corpus, of: [other.id, corpus.origin.id])
    #expect(both.count == 3 && both.shadowed == 1 && both.isWritten)
    #expect(try text("index-full.json", corpus).contains("zweite"))
    #expect(try build(corpus, of: [corpus.origin.id]).count == 2)
    #expect(try !text("authors.json", corpus).contains("\"K\""))
  }

  private func text(_ name: String, _ corpus: Corpus) throws -> String {
    String(decoding: try #require(try corpus.folder.read("out/\(name)")), as: UTF8.self)
  }

  @discardableResult
  private func build(
    _ corpus: Corpus, at seconds: Int64 = 5000, of origins: [OriginID]? = nil
  ) throws -> SnapshotBuilder.Report {
    try SnapshotBuilder(corpus.reader(), of: origins ?? [corpus.origin.id])
      .build(into: corpus.folder.appending("out"), now: Timestamp(seconds: seconds))
  }

  private func files(_ corpus: Corpus) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try Files.names(in: corpus.folder.appending("out")) {
      files[name] = try corpus.folder.read("out/\(name)")
    }
    #expect(files.count == 9)
    return files
  }
}
