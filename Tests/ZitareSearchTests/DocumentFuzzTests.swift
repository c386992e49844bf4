import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSearch

@Suite("Documents of nonsense")
struct DocumentFuzzTests {
  /// `ZITARE_FUZZ_SECONDS`, else so many rounds as fit in the suite.
  private static let seconds = getenv("ZITARE_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) }
  private static let rounds = 10

  private static let schema = SearchSchema(
    fields: [
      .text("author", prefix: "A", inBody: true, facet: 1), .text("theme", prefix: "XT", facet: 2),
      .keyword("slug", prefix: "XA", facet: 3), .number("date", slot: 0),
    ], version: 1)

  private static let pieces = [
    "mensch", "Goethe", "Straße", "E-Mail", "don't", "l’état", "漢字かな", "½", "ﬁ", "\0", "\u{ad}",
    "\u{202e}", "\u{308}", "🙂", "\u{feff}", "\u{fffd}", "\u{10ffff}", "\u{e000}", " ", "\n",
    "\u{2028}",
    "\u{3000}", "-", "'", "&", ":", "/", "#", "Z", "XS", "Q", "=", "\\", "İ", "ß", "ǆ", "ก็", "בְּ",
    String(repeating: "x", count: 70), String(repeating: "\0", count: 130),
    String(repeating: "é", count: 300), String(repeating: "-", count: 300),
  ]
  private static let languages: [String?] = [
    "de", "en", "fr", "zh", "und", "", "-", "de\0", "xx-yy", "DE_de", "none", "german2", "ru", nil,
    String(repeating: "de-", count: 200),
  ]

  @Test(
    "none fails to go in, all are there afterwards, and an index of them is sound and goes away")
  func nonsense() throws {
    let seed = Self.seconds == nil ? 20_261_130 : UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let end = ContinuousClock.now + .seconds(Self.seconds ?? 60)
    var round = 0
    while Self.seconds == nil ? round < Self.rounds : ContinuousClock.now < end {
      round += 1
      do {
        try put(&generator, "seed \(seed), round \(round)")
        try share(&generator, "seed \(seed), round \(round)")
      } catch {
        Issue.record("seed \(seed), round \(round): \(error)")
      }
    }
  }

  /// By their bytes: texts that Swift takes for equal are two keys.
  private static func keys(_ documents: some Sequence<SearchDocument>) -> Set<[UInt8]> {
    Set(documents.map { Array($0.key.utf8) })
  }

  /// Builds an index, changes it and takes all out again.
  private func put(_ generator: inout SeededGenerator, _ note: String) throws {
    let fixture = SearchFixture(schema: Self.schema)
    let first = Self.documents(&generator)
    var wanted = Self.keys(first)
    #expect(try fixture.rebuild(first).count == wanted.count, "\(note)")
    let (next, gone) = (Self.documents(&generator), first.prefix(first.count / 2))
    wanted.subtract(Self.keys(gone))
    wanted.formUnion(Self.keys(next))
    let state = try fixture.index.update(to: 2, removing: gone.map(\.key), replacing: next)
    #expect(state.count == wanted.count, "\(note)")
    var query = SearchQuery(nil, limit: 1000)
    query.facets = ["author", "theme", "slug"]
    let results = try fixture.index.reader().search(query)
    #expect(Set(results.hits.map { Array($0.key.utf8) }) == wanted, "\(note)")
    for document in next {
      let last = next.last { $0.key.utf8.elementsEqual(document.key.utf8) }
      let hit = results.hits.first { $0.key.utf8.elementsEqual(document.key.utf8) }
      #expect(hit?.stored == last?.stored, "\(note)")
      _ = results.highlighter.snippet(of: document.text, language: document.language, limit: 20)
    }
    // What is in it already is not written again.
    var batches = [next]
    let writer = try fixture.index.writer()
    let again = try writer.reconcile(to: 3, digest: "d3") { batches.popLast() }
    #expect(again.count == Self.keys(next).count, "\(note)")
    #expect(try writer.verify().isSound, "\(note)")
    var parts = [
      IndexChanges(domains: Array(Set(next.flatMap(\.domains)))),
      IndexChanges(removing: next.map(\.key)),
    ]
    #expect(try writer.update(to: 4, digest: "d4") { parts.popLast() }.count == 0, "\(note)")
  }

  /// The same in the form for other programs.
  private func share(_ generator: inout SeededGenerator, _ note: String) throws {
    let folder = TemporaryFolder()
    let shared = try SharedIndex(folder.appending("loose"))
    let documents = Self.documents(&generator).map { source in
      var document = SharedDocument(
        key: source.key, url: source.text, title: source.text, text: source.text,
        language: source.language ?? "")
      document.author = source.fields["author"]?.first
      document.keywords = source.fields["theme"] ?? []
      document.values = ["XYTM": source.fields["slug"] ?? []]
      document.lines = ["json": source.text]
      document.modified = source.expires
      return document
    }
    try shared.put(documents)
    try shared.put(Array(documents.prefix(3)))
    try shared.remove(documents.prefix(1).map(\.key))
    try shared.commit()
    try shared.compact(to: folder.appending("compact"))
    let size = try Files.size(of: folder.appending("compact/postlist.glass"))
    #expect((size ?? 0) > 0, "\(note)")
  }

  private static func documents(_ generator: inout SeededGenerator) -> [SearchDocument] {
    (0..<Int.random(in: 1...12, using: &generator)).map { _ in
      var document = SearchDocument(
        key: text(&generator), text: text(&generator),
        language: languages.randomElement(using: &generator) ?? nil)
      for field in ["author", "theme", "slug"] where Bool.random(using: &generator) {
        document.fields[field] = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          text(&generator)
        }
        document.facets[field] = document.fields[field]
      }
      let numbers = [0, -1, .infinity, -.infinity, .nan, 1e300, -Double.leastNonzeroMagnitude]
      document.numbers = ["date": numbers.randomElement(using: &generator) ?? 0]
      document.domains = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
        text(&generator)
      }
      if Bool.random(using: &generator) {
        document.expires = Timestamp(
          milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &generator))
      }
      document.stored = Array(text(&generator).utf8)
      return document
    }
  }

  /// Pieces of texts, random letters or random bytes.
  private static func text(_ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let count = Int.random(in: 0..<60, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      return String(decoding: bytes, as: UTF8.self)
    case 1:
      let count = Int.random(in: 0..<30, using: &generator)
      let scalars = (0..<count).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &generator))
      }
      return String(String.UnicodeScalarView(scalars))
    default:
      let count = Int.random(in: 0..<14, using: &generator)
      return (0..<count).map { _ in
        (pieces.randomElement(using: &generator) ?? "")
          + (Bool.random(using: &generator) ? " " : "")
      }.joined()
    }
  }
}
