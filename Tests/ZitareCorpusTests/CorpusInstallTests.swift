import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("Taking snapshots in")
struct CorpusInstallTests {
  @Test("a snapshot becomes the corpus")
  func first() throws {
    let corpus = try Corpus()
    #expect(try corpus.store.reader() == nil)
    let report = try corpus.install(snapshot(elements(0..<10)))
    #expect(report.added == 10 && report.isChanged && report.revision == 1)
    #expect(try corpus.state().count == 10)
    let quote = try #require(try corpus.reader().quote(named: "q3"))
    #expect(quote.text == "Text 3")
    #expect(quote.url == "https://example.org/zitate/q3")
    #expect(quote.key.description == "example.org:q3")
  }

  @Test("the same bytes write nothing, other bytes of the same content make no revision")
  func unchanged() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<10)), validators: Validators(etag: "\"1\""))
    let before = try corpus.folder.read("corpus.sqlite")
    let state = try corpus.state()
    let again = try corpus.install(
      snapshot(elements(0..<10)), at: 2000, validators: Validators(etag: "\"1\""))
    #expect(!again.isChanged && again.unchanged == 10 && again.revision == 1)
    #expect(try corpus.folder.read("corpus.sqlite") == before)
    let reordered = try corpus.install(
      snapshot(Array(elements(0..<10).reversed())), at: 3000,
      validators: Validators(etag: "\"2\""))
    #expect(!reordered.isChanged)
    #expect(try corpus.state() == state)
    let status = try #require(try corpus.reader().status(of: corpus.origin.id))
    #expect(status.syncedAt == Timestamp(seconds: 1000))
    #expect(status.validators.etag == "\"2\"")
  }

  @Test("known bytes under new validators keep the corpus and note the validators")
  func newValidators() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)), validators: Validators(etag: "a"))
    let state = try corpus.state()
    for validators in [
      Validators(etag: "b", lastModified: "c", address: "x"),
      Validators(etag: "b", lastModified: "c", address: "y"),
    ] {
      try corpus.install(snapshot(elements(0..<3)), validators: validators)
      #expect(try corpus.reader().validators(of: corpus.origin.id) == validators)
    }
    #expect(try corpus.state() == state)
  }

  @Test("only what differs is written, and an index is told of exactly that")
  func difference() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<10)))
    let before = try corpus.state()
    let report = try corpus.install(
      snapshot(elements(2..<11) + [element("q1", "Anders")]), at: 2000)
    #expect(report.added == 1 && report.changed == 1 && report.removed == 1)
    #expect(report.unchanged == 8)
    let changes = try changes(corpus, since: before)
    #expect(changes.replaced == ["example.org:q1", "example.org:q10"])
    #expect(changes.removed == ["example.org:q0"])
    #expect(try corpus.state().revision == 2)
    #expect(try changes.state == corpus.state())
  }

  @Test("the digest depends on the content alone, whatever way led to it")
  func digest() throws {
    let direct = try Corpus()
    try direct.install(snapshot(elements(0..<10)))
    let detour = try Corpus()
    try detour.install(snapshot(elements(1..<11), more: #","daily":{"2026-05-05":"q2"}"#))
    try detour.install(snapshot(elements(0..<9)))
    try detour.install(snapshot(Array(elements(0..<10).reversed())))
    #expect(try detour.state().digest == direct.state().digest)
    #expect(try detour.state().revision == 3)
  }

  @Test("a removed quotation that comes back is replaced and not removed")
  func comeback() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<10)))
    let before = try corpus.state()
    try corpus.install(snapshot(elements(0..<9)))
    try corpus.install(snapshot(elements(0..<10)))
    let changes = try changes(corpus, since: before)
    #expect(changes.replaced == ["example.org:q9"] && changes.removed.isEmpty)
  }

  @Test("a state that this corpus never had gives no changes but asks for everything")
  func foreignState() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    let foreign = CorpusState(
      revision: 1, digest: String(repeating: "0", count: 32), count: 3)
    #expect(
      try corpus.reader().changes(since: foreign, replaced: { _ in }, removed: { _ in }) == nil)
    #expect(try changes(corpus, since: .nothing).replaced.count == 3)
  }

  @Test("a record without text updates a known quotation and adds none")
  func textless() throws {
    let corpus = try Corpus()
    #expect(throws: RefreshRefusal.textless(records: 1)) {
      try corpus.install(snapshot([#"{"slug":"q0","language":"de"}"#]))
    }
    try corpus.install(snapshot(elements(0..<2)))
    let report = try corpus.install(
      snapshot([
        #"{"slug":"q0","language":"de","authorSlug":"karl-kraus"}"#,
        #"{"slug":"q1"}"#, #"{"slug":"new","language":"de"}"#,
      ]))
    #expect(report.changed == 1 && report.unchanged == 1 && report.textless == 1)
    let quote = try #require(try corpus.reader().quote(named: "q0"))
    #expect(quote.text == "Text 0" && quote.author?.name == "Karl Kraus")
  }

  @Test("master data gives names, and a new name is told to the index")
  func names() throws {
    let corpus = try Corpus()
    let quotes = [
      element("a", more: #","authorSlug":"x","sourceSlug":"s","themeSlugs":["t","u"]"#),
      element("b"),
    ]
    try corpus.install(
      snapshot(quotes),
      names: [
        .author: #"{"authors":[{"slug":"x","name":"Herr X"}]}"#,
        .source: #"[{"slug":"s","title":"Das Buch"}]"#,
        .theme: #"{"generatedAt":null,"themes":[{"slug":"t","label":"Zeit"},{"slug":"/"}]}"#,
      ])
    let before = try corpus.state()
    let quote = try #require(try corpus.quotes()["a"])
    #expect(quote.author == Quote.Author(slug: "x", name: "Herr X"))
    #expect(quote.source?.title == "Das Buch")
    #expect(quote.themes.map(\.name) == ["Zeit", "U"])
    #expect(
      try corpus.reader().status(of: corpus.origin.id)?.skippedNames
        == ["themes.json at byte 58 has a slug with characters that no address can hold"])
    try corpus.install(
      snapshot(quotes), at: 2000, names: [.author: #"[{"slug":"x","name":"Frau X"}]"#])
    let changes = try changes(corpus, since: before)
    #expect(changes.replaced == ["example.org:a"])
    #expect(try corpus.quotes()["a"]?.author?.name == "Frau X")
  }

  @Test("on equal slugs the earlier origin's quotation goes by the bare slug")
  func clash() throws {
    let corpus = try Corpus()
    let other = try Origin("https://other.org/", relativeTo: "/")
    try corpus.install(snapshot([element("a", "erste")]))
    try corpus.install(snapshot([element("a", "zweite"), element("b")]), from: other)
    #expect(Set(try corpus.quotes().keys) == ["a", "other.org:a", "b"])
    let reader = try corpus.reader()
    #expect(try reader.quote(named: "a")?.text == "erste")
    #expect(try reader.quote(named: "other.org:a")?.text == "zweite")
    #expect(try reader.quote(named: "example.org:a")?.text == "erste")
    let digest = try corpus.state().digest
    try corpus.store.writer().arrange([other.id], at: Timestamp(seconds: 2000))
    #expect(try reader.quote(named: "a")?.text == "zweite")
    #expect(try corpus.state().digest != digest)
    try corpus.store.writer().forget(other.id, at: Timestamp(seconds: 3000))
    #expect(try reader.quote(named: "a")?.text == "erste")
    #expect(try corpus.state().count == 1)
  }

  @Test("a forgotten origin leaves the digest of a corpus that never had it")
  func forget() throws {
    let corpus = try Corpus()
    let other = try Origin("https://other.org/", relativeTo: "/")
    try corpus.install(snapshot(elements(0..<4)))
    let before = try corpus.state()
    try corpus.install(
      snapshot(
        elements(2..<8),
        more: #","daily":{"2026-01-01":"q5"},"tombstones":[{"slug":"z"}]"#),
      names: [.author: #"[{"slug":"x","name":"X"}]"#], from: other)
    try corpus.store.writer().forget(other.id, at: Timestamp(seconds: 2000))
    #expect(try corpus.state().digest == before.digest)
    #expect(try corpus.state().count == before.count)
    let removed = try changes(corpus, since: before).removed
    #expect(removed == (2..<8).map { "other.org:q\($0)" })
  }

  @Test("records read by other means are taken in, and known ones are not read again")
  func records() throws {
    let corpus = try Corpus("fortune:/usr/share/games/fortunes")
    let options = InstallOptions(now: Timestamp(seconds: 1))
    let records = [
      QuoteRecord(slug: "a", text: "x", language: "de", authorName: "Ä"),
      QuoteRecord(slug: "a", text: "y", language: "de"),
      QuoteRecord(slug: "b", text: " ", language: "de"),
    ]
    let report = try corpus.store.writer().install(
      .records(digest: "1") { take in try take(records) }, from: corpus.origin, options: options)
    #expect(report.added == 1 && report.skipped.count == 2)
    #expect(report.skipped.names == ["record 2 (a) repeats a slug", "record 3 (b) has no text"])
    #expect(try corpus.quotes()["a"]?.url == nil)
    let again = try corpus.store.writer().install(
      .records(digest: "1") { _ in Issue.record("it was read again") }, from: corpus.origin,
      options: options)
    #expect(!again.isChanged && again.count == 1)
  }

  @Test("an origin that fails in the middle leaves the corpus as it was")
  func failure() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    let state = try corpus.state()
    let error = FileError("read", "/gone", code: 5)
    #expect(throws: error) {
      try corpus.store.writer().install(
        .records(digest: "x") { take in
          try take((0..<2000).map { QuoteRecord(slug: "n\($0)", text: "t", language: "de") })
          throw error
        }, from: corpus.origin, options: InstallOptions(now: Timestamp(seconds: 2)))
    }
    #expect(try corpus.state() == state)
    #expect(try corpus.quotes().count == 3)
  }

  @Test("there is one writer at a time, and readers see the old corpus meanwhile")
  func oneWriter() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<3)))
    let writer = try corpus.store.writer()
    #expect(throws: CorpusError.writerActive) { try corpus.store.writer() }
    let reader = try corpus.reader()
    _ = try writer.install(
      .records(digest: "x") { take in
        try take((0..<5).map { QuoteRecord(slug: "n\($0)", text: "t", language: "de") })
        #expect(try reader.state().count == 3)
        #expect(try reader.quote(named: "q0") != nil)
        #expect(try reader.quote(named: "n0") == nil)
      }, from: corpus.origin, options: InstallOptions(now: Timestamp(seconds: 2)))
    #expect(try reader.state().count == 5)
    #expect(try reader.quote(named: "q0") == nil)
  }

  @Test("candidates carry the day they were published or first seen, those of a first import none")
  func candidates() throws {
    let corpus = try Corpus()
    let dated = element("c", more: #","publishedAt":"2026-03-01T23:30:00Z","authorSlug":"x""#)
    try corpus.install(snapshot([element("a"), dated]))
    try corpus.install(
      snapshot(
        [element("a"), element("b"), dated, #"{"slug":"e","text":"t","language":"en"}"#],
        more: """
          ,"daily":{"2026-06-01":"b","2026-06-02":"gone"},
          "tombstones":[{"slug":"z","publishedAt":"2026-01-01","removedAt":"2026-02-01T10:00:00Z"},
          {"slug":"a","removedAt":"2026-02-01"},{"slug":"y"},{"x":1}]
          """), at: 1_780_000_000)
    let reader = try corpus.reader()
    let pool = try reader.candidates(of: Deck(languages: ["de"]))
    let expected = CandidatePool([
      CandidatePool.Candidate(slug: "a"),
      CandidatePool.Candidate(slug: "b", published: CivilDate("2026-05-28")),
      CandidatePool.Candidate(slug: "c", author: "x", published: CivilDate("2026-03-01")),
      CandidatePool.Candidate(
        slug: "z", published: CivilDate("2026-01-01"), removedOn: CivilDate("2026-02-01")),
    ])
    #expect((0..<pool.count).map { pool.slug($0) } == ["a", "b", "c", "z"])
    #expect(pool.eligible == expected.eligible && pool.removed == expected.removed)
    #expect(pool.authors == expected.authors)
    #expect(try reader.schedule() == [try #require(CivilDate("2026-06-01")): "b"])
  }

  private struct Changes {
    var replaced: [String] = []
    var removed: [String] = []
    var state: CorpusState?
  }

  private func changes(_ corpus: Corpus, since state: CorpusState) throws -> Changes {
    var changes = Changes()
    changes.state = try corpus.reader().changes(
      since: state, batchesOf: 2,
      replaced: { changes.replaced += $0.map(\.key.description) },
      removed: { changes.removed += $0.map(\.description) })
    changes.replaced.sort()
    return changes
  }
}
