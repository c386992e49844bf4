import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("Master data")
struct MasterDataTests {
  private static let quotes = [
    element(
      "a",
      more: #","authorSlug":"x","sourceSlug":"s","themeSlugs":["t"],"placeSlugs":["p","q-r"],"#
        + #""roleSlugs":["r"],"epochSlug":"e""#)
  ]
  private static let day = "2026-05-01T00:00:00Z"

  private static func list(_ slug: String, _ name: String, at time: String? = day) -> String {
    let generated = time.map { #""generatedAt":"\#($0)","# } ?? ""
    return #"{\#(generated)"authors":[{"slug":"\#(slug)","name":"\#(name)"}]}"#
  }

  private static let names: [NameKind: String] = [
    .author: #"[{"slug":"x","name":"Herr X"}]"#, .source: #"[{"slug":"s","title":"Das Buch"}]"#,
    .theme: #"[{"slug":"t","name":"Zeit"}]"#, .place: #"[{"slug":"p","name":"Weimar"}]"#,
    .role: #"[{"slug":"r","name":"Dichterinnen"}]"#, .epoch: #"[{"slug":"e","name":"Klassik"}]"#,
    .language: #"[{"slug":"de","name":"Deutsch"}]"#,
  ]

  @Test("all seven files give names, and a slug without one is shown by its words")
  func kinds() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(Self.quotes), names: Self.names)
    let quote = try #require(try corpus.quotes()["a"])
    #expect(quote.author?.name == "Herr X" && quote.source?.title == "Das Buch")
    #expect(quote.themes.map(\.name) == ["Zeit"] && quote.roles.map(\.name) == ["Dichterinnen"])
    #expect(quote.places.map(\.name) == ["Weimar", "Q R"] && quote.epoch?.name == "Klassik")
    #expect(try corpus.reader().languageName(of: quote) == "Deutsch")
  }

  @Test("the days of authors are kept, go on into snapshots, and touch no quotation")
  func lives() throws {
    let corpus = try Corpus()
    func names(_ more: String) -> [NameKind: String] {
      [.author: #"[{"slug":"x","name":"Herr X"\#(more)},{"slug":"y","name":"Y"}]"#]
    }
    let all = snapshot(Self.quotes)
    try corpus.install(all, names: names(""))
    let before = try corpus.state()
    let file = try corpus.write(
      names(#","birthDate":"1749-08-28","deathDate":"-0043-12""#))
    let report = try corpus.install(
      WireSnapshot(
        quotes: nil, names: file,
        unchangedNames: Set(NameKind.allCases).subtracting([.author])))
    #expect(report.isChanged)
    #expect(try corpus.state().digest != before.digest)
    var told: [String] = []
    _ = try corpus.reader().changes(
      since: before, replaced: { told += $0.map(\.name) }, removed: { _ in })
    #expect(told == [])
    let folder = corpus.folder.appending("out")
    _ = try SnapshotBuilder(try corpus.reader(), of: [corpus.origin.id])
      .build(into: folder, now: Timestamp(seconds: 5000))
    let authors = String(
      decoding: try #require(try Files.read(folder.appending("authors.json"))), as: UTF8.self)
    #expect(
      authors.contains(
        #"{"slug":"x","name":"Herr X","birthDate":"1749-08-28","deathDate":"-0043-12"}"#))
    #expect(authors.contains(#"{"slug":"y","name":"Y"}"#))
  }

  @Test(
    "a date is a year, a month or a day; anything else is none",
    arguments: [
      ("1749-08-28", "1749-08-28", true), ("-0043-12-07", "-0043-12-07", true),
      ("1749-08-28T00:00:00Z", "1749-08-28", true), ("1772-02-29", "1772-02-29", true),
      ("1749-08", "1749-08", false), ("1749", "1749", false),
    ])
  func dates(text: String, kept: String, isDay: Bool) throws {
    let date = try #require(LifeDate(text))
    #expect(date.text == kept && (DayOfYear(date) != nil) == isDay)
  }

  @Test(
    "what is no date is passed over",
    arguments: [
      "", "-", "174", "17490", "1749-13-01", "1749-02-30", "1749-8-28", "28.08.1749",
      "1749-08-28-01",
      "１７４９", "1749-", "--01-01",
    ])
  func noDates(text: String) {
    #expect(LifeDate(text) == nil)
  }

  @Test("new names come without the quotations, which an index is told of", arguments: names.keys)
  func namesAlone(kind: NameKind) throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(Self.quotes + elements(0..<5)), names: Self.names)
    let before = try corpus.state()
    let slugs: [NameKind: String] = [
      .author: "x", .source: "s", .theme: "t", .place: "p", .role: "r", .epoch: "e",
      .language: "de",
    ]
    let file = try corpus.write([
      kind: #"[{"slug":"\#(try #require(slugs[kind]))","name":"Ganz anders"}]"#
    ])
    let report = try corpus.install(
      WireSnapshot(
        quotes: nil, names: file, unchangedNames: Set(NameKind.allCases).subtracting([kind])))
    #expect(report.isChanged && report.unchanged == 6)
    #expect(try corpus.state().count == before.count)
    #expect(try corpus.state().digest != before.digest)
    var told: [String] = []
    _ = try corpus.reader().changes(
      since: before, replaced: { told += $0.map(\.name) }, removed: { _ in })
    // The languages' names are in no index.
    #expect(told == (kind == .language ? [] : ["a"]))
  }

  @Test("every file has its validators in the transaction of its names")
  func validators() throws {
    let corpus = try Corpus()
    let path = try corpus.folder.write("q.json", Array(snapshot(Self.quotes).utf8))
    let quotes = WireFile(path, validators: Validators(etag: "q1"))
    let authors = try corpus.write(
      [.author: Self.list("x", "X", at: nil)],
      validators: Validators(etag: "a1", lastModified: "m", address: "x"))
    try corpus.install(WireSnapshot(quotes: quotes, names: authors))
    let origin = corpus.origin.id
    #expect(try corpus.reader().validators(of: origin) == Validators(etag: "q1"))
    #expect(
      try corpus.reader().nameValidators(of: origin)
        == [.author: Validators(etag: "a1", lastModified: "m", address: "x")])

    // Refused: neither names nor validators change.
    let other = try corpus.write(
      [.author: Self.list("x", "Y", at: "2020-01-01")], validators: Validators(etag: "a2"))
    #expect(throws: RefreshRefusal.otherGeneration(file: "authors.json")) {
      try corpus.install(WireSnapshot(quotes: nil, names: other))
    }
    #expect(try corpus.quotes()["a"]?.author?.name == "X")
    #expect(try corpus.reader().nameValidators(of: origin)[.author]?.etag == "a1")

    // Known bytes under another tag: the tag is noted and nothing else.
    let state = try corpus.state()
    let known = try corpus.write(
      [.author: Self.list("x", "X", at: nil)], validators: Validators(etag: "a3"))
    #expect(try !corpus.install(WireSnapshot(quotes: nil, names: known)).isChanged)
    #expect(try corpus.reader().nameValidators(of: origin)[.author]?.etag == "a3")
    #expect(try corpus.state() == state)
  }

  @Test("master data that is as it was must be of the new snapshot's generation, too")
  func unchangedGeneration() throws {
    let corpus = try Corpus()
    try corpus.install(
      snapshot(Self.quotes, generatedAt: Self.day), names: [.author: Self.list("x", "X")])
    let next = snapshot(Self.quotes + elements(0..<2), generatedAt: "2026-05-02T00:00:00Z")
    let path = try corpus.folder.write("next.json", Array(next.utf8))
    let news = WireSnapshot(quotes: WireFile(path), unchangedNames: [.author])
    #expect(throws: RefreshRefusal.otherGeneration(file: "authors.json")) {
      try corpus.install(news)
    }
    #expect(try corpus.state().count == 1)
    #expect(try corpus.install(news, accepting: true).added == 2)
    // A file that the origin no longer has says nothing of generations, and its names stay.
    let third = snapshot(Self.quotes, generatedAt: "2026-05-03T00:00:00Z")
    #expect(try corpus.install(third, accepting: true).removed == 2)
    #expect(try corpus.quotes()["a"]?.author?.name == "X")
  }

  @Test("what was left out of master data that came alone is named beside the rest")
  func skipped() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(Self.quotes + ["{}"]))
    let file = try corpus.write([.theme: #"[{"slug":"t"}]"#])
    try corpus.install(WireSnapshot(quotes: nil, names: file))
    let status = try #require(try corpus.reader().status(of: corpus.origin.id))
    #expect(status.skippedCount == 2)
    #expect(status.skippedNames.last == "themes.json at byte 1 has no text")
  }
}
