import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSearch

@Suite("Generations of an index")
struct IndexGenerationTests {
  private let documents = (0..<3000).map {
    SearchDocument(
      key: "\($0)", text: "wort nummer\($0) und noch etwas mehr", language: "de",
      stored: Array("stored \($0)".utf8))
  }

  @Test("an open reader follows updates and rebuilds")
  func follows() throws {
    let fixture = try SearchFixture("de", ["eins"])
    let reader = fixture.index.reader()
    func found(_ text: String) throws -> [String] {
      try reader.search(SearchQuery(text)).hits.map(\.key)
    }
    #expect(try found("eins") == ["0"])
    try fixture.index.update(to: 2, replacing: [SearchDocument(key: "0", text: "zwei")])
    #expect(try found("zwei") == ["0"])
    for revision in 3..<10 {
      try fixture.rebuild(
        [SearchDocument(key: "r\(revision)", text: "drei")], revision: Int64(revision))
      #expect(try found("drei") == ["r\(revision)"])
    }
  }

  @Test("a reader searches through many commits")
  func manyCommits() throws {
    let fixture = try SearchFixture(documents)
    let reader = fixture.index.reader()
    for revision in 2..<30 {
      let batch = documents.prefix(200).map {
        SearchDocument(key: $0.key, text: "wort stand\(revision)", language: "de")
      }
      try fixture.index.update(to: Int64(revision), replacing: batch)
      #expect(try reader.search(SearchQuery("stand\(revision)", limit: 500)).hits.count == 200)
    }
  }

  @Test("searches on other threads succeed while an index is updated and rebuilt")
  func concurrency() async throws {
    let fixture = try SearchFixture(documents)
    let (index, reader) = (fixture.index, fixture.index.reader())
    let documents = documents
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<300 {
            let results = try reader.search(SearchQuery("wort", limit: 50))
            #expect(results.hits.count == 50)
            #expect(results.hits.allSatisfy { !$0.stored.isEmpty })
          }
        }
      }
      group.addTask {
        for revision in 2..<12 {
          try index.update(to: Int64(revision), replacing: Array(documents.prefix(500)))
        }
        var batches = [documents]
        try index.writer().rebuild(to: 12, digest: "d") { batches.popLast() }
      }
      try await group.waitForAll()
    }
    withExtendedLifetime(fixture) {}
  }

  @Test("an old generation goes once nobody reads it")
  func cleanup() throws {
    let fixture = try SearchFixture("de", ["eins"])
    var reader: IndexReader? = fixture.index.reader()
    #expect(try reader?.search(SearchQuery("eins")).total == 1)
    try fixture.rebuild([SearchDocument(key: "0", text: "zwei")])
    #expect(try fixture.generations() == ["generation-1", "generation-2"])
    reader = nil
    _ = try fixture.index.writer()
    #expect(try fixture.generations() == ["generation-2"])
    try fixture.rebuild([SearchDocument(key: "0", text: "drei")])
    #expect(try fixture.generations() == ["generation-3"])
  }

  @Test("what a killed rebuild left is removed by the next writer")
  func leftovers() throws {
    let fixture = try SearchFixture("de", ["eins"])
    try fixture.folder.write("index/building-17/postlist.glass", [1, 2, 3])
    try fixture.folder.write("index/removed-1/postlist.glass", [1, 2, 3])
    try fixture.folder.write("index/generation-1/.manifest.4711.tmp", [])
    try fixture.folder.write("index/generation-9/iamglass", [])
    try fixture.folder.write("index/.current.4711.tmp", [])
    try fixture.folder.write("index/notes.txt", [])
    _ = try fixture.index.writer()
    let names = try Files.names(in: fixture.index.folder)
    #expect(names == ["current", "generation-1", "notes.txt", "writer"])
    #expect(try !Files.names(in: fixture.currentGeneration()).contains { $0.hasSuffix(".tmp") })
    #expect(try fixture.found("eins") == ["0"])
  }

  @Test("a damaged stub costs no generation before there is a new one")
  func damagedStub() throws {
    let fixture = try SearchFixture("de", ["eins"])
    let stub = fixture.index.folder.appending("current")
    let good = try #require(try Files.read(stub))
    for text in ["auto generation-3\n", "auto", ""] {
      try Files.replace(stub, with: Array(text.utf8))
      #expect(throws: SearchError.self) { try fixture.index.update(to: 2) }
      try Files.replace(stub, with: good)
      #expect(try fixture.found("eins") == ["0"])
    }
    try Files.replace(stub, with: [])
    try fixture.rebuild([SearchDocument(key: "1", text: "zwei")])
    #expect(try fixture.found("zwei") == ["1"])
    #expect(try fixture.generations().count == 1)
  }

  @Test("an index of another format is unusable, and a rebuild replaces it")
  func otherFormat() throws {
    let fixture = try SearchFixture("de", ["eins"])
    let index = SearchIndex(
      folder: fixture.index.folder,
      schema: SearchSchema(fields: SearchFixture.schema.fields, version: 2))
    guard case .unusable = try index.status() else {
      Issue.record("another version of the schema is not the same format")
      return
    }
    let update = #expect(throws: SearchError.self) { try index.update(to: 2) }
    #expect(update?.needsRebuild == true)
    let search = #expect(throws: SearchError.self) { try index.reader().search(SearchQuery("x")) }
    #expect(search?.needsRebuild == true)
    let state = try index.writer().rebuild(to: 2, digest: "d") { nil }
    #expect(try index.status() == .usable(state))
    #expect(try fixture.index.status() != .usable(state))
  }

  enum Damage: String, CaseIterable {
    case noGeneration, noVersionFile, emptyVersionFile, noPostings, halfPostings, noTermlist
    case halfTermlist, halfPositions, halfData, noPositions, noData, foreignStub, emptyStub

    func inflict(on fixture: SearchFixture) throws {
      let generation = try fixture.currentGeneration()
      let stub = fixture.index.folder.appending("current")
      switch self {
      case .noGeneration: rename(generation.string, fixture.folder.appending("away").string)
      case .noVersionFile: unlink(generation.appending("iamglass").string)
      case .emptyVersionFile: truncate(generation.appending("iamglass").string, 0)
      case .noPostings: unlink(generation.appending("postlist.glass").string)
      case .noTermlist: unlink(generation.appending("termlist.glass").string)
      case .noPositions: unlink(generation.appending("position.glass").string)
      case .noData: unlink(generation.appending("docdata.glass").string)
      case .halfPostings: try halve(generation.appending("postlist.glass"))
      case .halfTermlist: try halve(generation.appending("termlist.glass"))
      case .halfPositions: try halve(generation.appending("position.glass"))
      case .halfData: try halve(generation.appending("docdata.glass"))
      case .foreignStub: try Files.replace(stub, with: Array("glass ../elsewhere\n".utf8))
      case .emptyStub: try Files.replace(stub, with: [])
      }
    }

    private func halve(_ file: FilePath) throws {
      let size = try #require(try Files.size(of: file))
      truncate(file.string, off_t(size / 2))
    }
  }

  @Test(
    "damage is noticed when the index is opened, and a rebuild mends it", arguments: Damage.allCases
  )
  func damage(damage: Damage) throws {
    let fixture = try SearchFixture(documents)
    try damage.inflict(on: fixture)
    guard case .unusable = try fixture.index.status() else {
      Issue.record("\(damage) went unnoticed")
      return
    }
    let error = #expect(throws: SearchError.self) { try fixture.index.update(to: 2) }
    #expect(error?.needsRebuild == true)
    let state = try fixture.rebuild(documents, revision: 2)
    #expect(try fixture.index.status() == .usable(state))
    #expect(try fixture.found("nummer17") == ["17"])
  }
}
