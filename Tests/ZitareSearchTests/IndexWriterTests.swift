import Testing
import ZitareBase
import ZitareSearch

@Suite("Writing an index")
struct IndexWriterTests {
  private struct Interruption: Error {}

  private func document(_ key: String, _ text: String) -> SearchDocument {
    SearchDocument(key: key, text: text, language: "de")
  }

  @Test("a new index is missing until it is built, and then says what it holds")
  func state() throws {
    let fixture = SearchFixture()
    #expect(try fixture.index.status() == .missing)
    #expect(throws: SearchError.self) { try fixture.found("x") }
    let state = try fixture.rebuild([document("a", "eins"), document("b", "zwei")], revision: 7)
    #expect(state.revision == 7)
    #expect(state.digest == "d7")
    #expect(state.count == 2)
    #expect(try fixture.index.status() == .usable(state))
  }

  @Test("an index without documents is an index")
  func empty() throws {
    let fixture = try SearchFixture([])
    #expect(try fixture.found("x").isEmpty)
    let state = try fixture.index.update(to: 2)
    #expect(state.count == 0)
    #expect(try fixture.index.status() == .usable(state))
  }

  @Test("an update replaces by key, removes and adds, and changes the state with it")
  func update() throws {
    let fixture = try SearchFixture([document("a", "eins"), document("b", "zwei")])
    let state = try fixture.index.update(
      to: 2, removing: ["b", "absent"], replacing: [document("a", "drei"), document("c", "vier")])
    #expect(state.count == 2)
    #expect(state.revision == 2)
    #expect(try fixture.index.status() == .usable(state))
    #expect(try fixture.found("eins OR zwei OR drei OR vier") == ["a", "c"])
    #expect(try fixture.found("eins").isEmpty)
  }

  @Test("a key that is removed and given again is there once")
  func removedAndGiven() throws {
    let fixture = try SearchFixture([document("a", "eins")])
    try fixture.index.update(to: 2, removing: ["a"], replacing: [document("a", "eins")])
    #expect(try fixture.found("eins") == ["a"])
  }

  @Test("readers see nothing of an update before its end, however large it is")
  func atomicUpdate() throws {
    let fixture = try SearchFixture([document("old", "wort")])
    let reader = fixture.index.reader()
    var batch = 0
    var seen: Set<Int> = []
    try fixture.index.writer().update(to: 2, digest: "d") {
      seen.insert(try reader.search(SearchQuery("wort")).total)
      batch += 1
      // Xapian writes out what it holds after 10,000 documents; this crosses that twice.
      guard batch <= 25 else { return nil }
      return IndexChanges(
        removing: ["old"], putting: (0..<1000).map { document("\(batch)-\($0)", "wort") })
    }
    #expect(seen == [1])
    #expect(try fixture.index.update(to: 3).count == 25_000)
    #expect(try reader.search(SearchQuery("wort", limit: 1)).total > 1000)
  }

  @Test("an error of the documents' source leaves the index as it was")
  func failingSource() throws {
    let fixture = try SearchFixture([document("a", "eins")])
    let before = try fixture.index.status()
    for count in [0, 3] {
      var batches = (0..<count).map { batch in
        (0..<5000).map { document("\(batch)-\($0)", "zwei") }
      }
      #expect(throws: Interruption.self) {
        try fixture.index.writer().update(to: 2, digest: "d") {
          guard let batch = batches.popLast() else { throw Interruption() }
          return IndexChanges(removing: ["a"], putting: batch)
        }
      }
      #expect(throws: Interruption.self) {
        try fixture.index.writer().rebuild(to: 2, digest: "d") {
          guard let batch = batches.popLast() else { throw Interruption() }
          return batch
        }
      }
      #expect(try fixture.index.status() == before)
      #expect(try fixture.found("eins OR zwei") == ["a"])
    }
  }

  @Test("a second writer is refused while the first one lives")
  func oneWriter() throws {
    let fixture = try SearchFixture([document("a", "eins")])
    do {
      let first = try fixture.index.writer()
      let error = #expect(throws: SearchError.self) { try fixture.index.writer() }
      guard case .locked = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.isTransient == true)
      try first.update(to: 2, digest: "d") { nil }
    }
    try fixture.index.update(to: 3)
  }

  @Test(
    "any text is a key",
    arguments: [
      "", "x", "de/zitate:ä", String(repeating: "k", count: 5000),
      String(repeating: "\0", count: 130), "a\0b", "Großer Schlüssel", ":colon",
    ])
  func keys(key: String) throws {
    let fixture = try SearchFixture([document(key, "eins"), document(key + "'", "eins")])
    try fixture.index.update(to: 2, replacing: [document(key, "zwei")])
    #expect(try fixture.found("zwei") == [key])
    let state = try fixture.index.update(to: 3, removing: [key])
    #expect(state.count == 1)
    #expect(try fixture.found("zwei").isEmpty)
  }

  @Test("texts and values of any content are taken in")
  func contents() throws {
    let long = String(repeating: "x", count: 100_000)
    let fixture = try SearchFixture([
      SearchDocument(
        key: "a", text: "a\0b eins \(long) zwei", language: "de\0",
        fields: [
          "author": ["", long, "\0"], "slug": [long, "", "\0", "Großbuchstaben"],
          "language": ["DE"],
        ], numbers: ["date": -.infinity], stored: [0, 255, 0])
    ])
    let hit = try #require(
      try fixture.index.reader().search(
        SearchQuery(
          "eins zwei",
          filters: [
            SearchFilter("slug", anyOf: [long]), SearchFilter("slug", anyOf: ["GROSSBUCHSTABEN"]),
            SearchFilter("language", anyOf: ["de"]),
          ])
      ).hits.first)
    #expect(hit.stored == [0, 255, 0])
  }

  @Test("the same documents give the same files")
  func deterministic() throws {
    let documents = (0..<500).map { document("\($0)", "wort\($0 % 37) und wort\($0 % 11)") }
    let fixtures = [try SearchFixture(documents), try SearchFixture(documents)]
    for name in ["postlist.glass", "termlist.glass", "position.glass"] {
      let files = try fixtures.map { try Files.read($0.currentGeneration().appending(name)) }
      #expect(files[0] != nil)
      #expect(files[0] == files[1], "\(name)")
    }
  }
}
