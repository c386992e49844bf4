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
    var files: [NameKind: FilePath] = [:]
    for kind in NameKind.allCases { files[kind] = corpus.folder.appending("out/\(kind.fileName)") }
    _ = try copy.store.writer().install(
      .wire(corpus.folder.appending("out/index-full.json"), names: files), from: copy.origin,
      options: InstallOptions(now: Timestamp(seconds: 1)))
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
    let report = try build(corpus)
    #expect(report.count == 5 && report.shadowed == 1)
  }

  @discardableResult
  private func build(_ corpus: Corpus, at seconds: Int64 = 5000) throws -> SnapshotBuilder.Report {
    try SnapshotBuilder(corpus.reader())
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
