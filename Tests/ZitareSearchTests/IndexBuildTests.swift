import TestSupport
import Testing
import ZitareBase
import ZitareSearch

@Suite("Building and keeping an index compact")
struct IndexBuildTests {
  /// About two and a half megabytes: three segments.
  private func large(_ count: Int = 500) -> [SearchDocument] {
    (0..<count).map { number in
      let words = (0..<400).map { "wort\((number * 31 + $0 * $0) % 997)" }.joined(separator: " ")
      return SearchDocument(
        key: "\(number)", text: words + " alle", language: number % 2 == 0 ? "de" : "en",
        fields: ["author": ["Autor \(number % 7)"]], numbers: ["date": Double(number)],
        domains: ["quelle/\(number % 3)"], stored: Array("\(number)".utf8))
    }
  }

  /// Every term with its frequencies, and every document with its terms, positions and values.
  private func dump(_ fixture: SearchFixture) throws -> String {
    let generation = try fixture.currentGeneration().string
    let terms = try ChildProcess("/usr/bin/xapian-delve", ["-a", "-v", "-v", generation]).wait()
    #expect(terms.status == 0)
    var text = terms.output.split(separator: "\n").filter { !$0.hasPrefix("UUID") }
    let records = (1...500).flatMap { ["-r", "\($0)"] }
    let documents = try ChildProcess(
      "/usr/bin/xapian-delve", ["-d", "-v", "-V0"] + records + [generation]
    ).wait()
    #expect(documents.status == 0, "\(documents.errors)")
    text += documents.output.split(separator: "\n")
    return text.joined(separator: "\n")
  }

  @Test("documents of several segments lie as if they had been added one after the other")
  func equalToOneTransaction() throws {
    let built = try SearchFixture(large())
    let updated = try SearchFixture([])
    try updated.index.update(to: 2, replacing: large())
    let (left, right) = (try dump(built), try dump(updated))
    #expect(left.count > 100_000)
    #expect(left == right)
    let order = try built.keys(SearchQuery("alle", limit: 1000))
    #expect(order.count == 500)
  }

  @Test("equal scores come in the order in which the documents were given, on every page")
  func order() throws {
    let documents = (0..<400).map {
      SearchDocument(key: "\($0)", text: "alle " + String(repeating: "x", count: 8000))
    }
    let fixture = try SearchFixture(documents)
    var keys: [String] = []
    for offset in stride(from: 0, to: 400, by: 30) {
      keys += try fixture.keys(SearchQuery("alle", offset: offset, limit: 30))
    }
    #expect(keys == documents.map(\.key))
  }

  @Test("of several documents with one key the last one counts, also across segments")
  func doubles() throws {
    var documents = large()
    documents[3].key = "499"
    documents[4].key = "5"
    let fixture = try SearchFixture(documents)
    guard case .usable(let state) = try fixture.index.status() else {
      Issue.record("not usable")
      return
    }
    #expect(state.count == 498)
    let hits = try fixture.index.reader().search(SearchQuery("alle", limit: 1000)).hits
    #expect(hits.filter { ["499", "5"].contains($0.key) }.map(\.stored).count == 2)
    #expect(hits.first { $0.key == "499" }?.stored == Array("499".utf8))
    #expect(hits.first { $0.key == "5" }?.stored == Array("5".utf8))
  }

  @Test("a rebuild tells how far it is")
  func progress() throws {
    let fixture = SearchFixture()
    var batches = [large(20), large(30)]
    var told: [IndexProgress] = []
    try fixture.index.writer().rebuild(
      to: 1, digest: "d", progress: { told.append($0) }, from: { batches.popLast() })
    #expect(told == [.reading(30), .reading(50), .finishing])
  }

  @Test("an update beyond a fiftieth of the documents compacts the index to a new generation")
  func compaction() throws {
    let documents = (0..<20_000).map { SearchDocument(key: "\($0)", text: "wort nummer\($0)") }
    let fixture = try SearchFixture(documents)
    let reader = fixture.index.reader()
    #expect(try reader.search(SearchQuery("wort")).total > 100)
    let generation = try fixture.currentGeneration()
    let first = try fixture.index.update(to: 2, replacing: Array(documents[..<300]))
    #expect(first.changes == 300)
    #expect(try fixture.currentGeneration() == generation)
    let grown = try #require(try fixture.index.files()?.bytes)
    let second = try fixture.index.update(
      to: 3, removing: ["19999"], replacing: Array(documents[..<100]))
    #expect(second.changes == 0)
    #expect(second.count == 19_999)
    #expect(try fixture.index.status() == .usable(second))
    #expect(try fixture.currentGeneration() != generation)
    #expect(try #require(try fixture.index.files()?.bytes) < grown)
    #expect(try fixture.index.writer().verify().isSound)
    #expect(try reader.search(SearchQuery("nummer19999")).total == 0)
    #expect(try reader.search(SearchQuery("nummer19998")).total == 1)
  }

  @Test("a domain goes with all that is in it and below it")
  func domains() throws {
    func document(_ key: String, _ domains: String...) -> SearchDocument {
      SearchDocument(key: key, text: "wort", domains: domains)
    }
    let fixture = try SearchFixture([
      document("a", "mail/inbox"), document("b", "mail/inbox/2026"), document("c", "mail"),
      document("d", "mail/inboxes"), document("e", "Mail/Inbox", "notes"), document("f"),
      document("g", String(repeating: "long/", count: 100)),
    ])
    func left(_ domain: String, revision: Int64) throws -> [String] {
      var parts = [IndexChanges(domains: [domain])]
      try fixture.index.writer().update(to: revision, digest: "d") { parts.popLast() }
      return try fixture.found("wort")
    }
    #expect(try left("none", revision: 2) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(try left("mail/inbox", revision: 3) == ["c", "d", "e", "f", "g"])
    #expect(try left("mail", revision: 4) == ["e", "f", "g"])
    #expect(try left("Mail", revision: 5) == ["f", "g"])
    #expect(try left("long/long", revision: 6) == ["f"])
  }

  @Test("documents go when they have expired, and others stay")
  func expiry() throws {
    let now = Timestamp(seconds: 1_800_000_000)
    func document(_ key: String, _ expires: Timestamp?) -> SearchDocument {
      SearchDocument(key: key, text: "wort", expires: expires)
    }
    let fixture = try SearchFixture([
      document("past", now - .seconds(1)), document("now", now),
      document("soon", now + .milliseconds(1)), document("never", nil),
      document("ancient", Timestamp(seconds: -1)),
    ])
    let before = try fixture.index.writer(at: Timestamp(seconds: -2)).removeExpired()
    #expect(before.count == 5)
    let state = try fixture.index.writer(at: now).removeExpired()
    #expect(try fixture.found("wort") == ["never", "soon"])
    #expect(state.revision == 1)
    #expect(state.digest == "d1")
    #expect(state.count == 2)
    try fixture.index.update(to: 2, replacing: [document("soon", nil)])
    try fixture.index.writer(at: now + .seconds(10)).removeExpired()
    #expect(try fixture.found("wort") == ["never", "soon"])
  }
}
