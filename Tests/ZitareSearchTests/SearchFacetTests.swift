import Testing
import ZitareSearch

@Suite("Facets, order and pages")
struct SearchFacetTests {
  private static let schema = SearchSchema(
    fields: [
      .text("author", prefix: "A", inBody: true, facet: 1), .text("theme", prefix: "K", facet: 2),
      .keyword("language", prefix: "L", facet: 3), .number("length", slot: 0),
    ], version: 1)

  private static func document(
    _ key: Int, _ text: String, author: String, themes: [String]
  ) -> SearchDocument {
    var document = SearchDocument(
      key: "\(key)", text: text, language: "de",
      fields: ["author": [author], "theme": themes, "language": ["de"]],
      numbers: ["length": Double(text.count)])
    document.facets = ["author": [author], "theme": themes, "language": ["de"]]
    return document
  }

  private static let fixture = Result {
    let fixture = SearchFixture(schema: schema)
    try fixture.rebuild(
      (0..<300).map { key in
        document(
          key, key.isMultiple(of: 2) ? "gerade Zahl" : "ungerade Zahl",
          author: key < 100 ? "Ängström" : "Zwingli",
          themes: key.isMultiple(of: 3) ? ["Drei", "Zahl"] : ["Zahl"])
      })
    return fixture
  }

  @Test("the values of all hits are counted, not only those of the page")
  func counts() throws {
    var query = SearchQuery("gerade", limit: 5)
    query.facets = ["theme", "author"]
    let results = try Self.fixture.get().index.reader().search(query)
    #expect(results.total == 150)
    #expect(results.isExact)
    #expect(results.facets.map(\.field) == ["theme", "author"])
    #expect(results.facets[0].values.map(\.text) == ["Zahl", "Drei"])
    #expect(results.facets[0].values.map(\.documents) == [150, 50])
    #expect(results.facets[1].values.map(\.text) == ["Zwingli", "Ängström"])
    #expect(results.facets[1].values.map(\.documents) == [100, 50])
  }

  @Test("a query that finds nothing has empty facets")
  func nothing() throws {
    for text in ["nirgendwo", "", "AND OR"] {
      var query = SearchQuery(text)
      query.facets = ["author"]
      let results = try Self.fixture.get().index.reader().search(query)
      #expect(results.facets.map(\.field) == ["author"])
      #expect(results.facets[0].values.isEmpty)
    }
  }

  @Test("a total beyond 100 is counted with facets, else it may be an estimate that says so")
  func exactness() throws {
    let reader = try Self.fixture.get().index.reader()
    #expect(try reader.search(SearchQuery("ungerade Ängström", limit: 3)).isExact)
    var query = SearchQuery("Zahl gerade OR ungerade", limit: 3)
    let estimate = try reader.search(query)
    query.facets = ["language"]
    let counted = try reader.search(query)
    #expect(counted.isExact && counted.total == 300)
    #expect(!estimate.isExact || estimate.total == 300)
    #expect(counted.facets[0].values.map(\.documents) == [300])
  }

  @Test(
    "pages of any size join without a gap or a hit twice, in every order",
    arguments: [
      SearchOrder.relevance, .field("length", descending: true),
      .field("length", descending: false),
    ], [1, 7, 50])
  func pages(order: SearchOrder, size: Int) throws {
    let reader = try Self.fixture.get().index.reader()
    let all = try reader.search(SearchQuery("gerade OR zwingli OR drei", order: order, limit: 1000))
    var joined: [String] = []
    for offset in stride(from: 0, to: all.hits.count + size, by: size) {
      let query = SearchQuery(
        "gerade OR zwingli OR drei", order: order, offset: offset, limit: size)
      joined += try reader.search(query).hits.map(\.key)
    }
    #expect(joined == all.hits.map(\.key))
    #expect(Set(joined).count == joined.count)
  }

  @Test("equal scores come in the order in which documents were added")
  func ties() throws {
    let hits = try Self.fixture.get().index.reader().search(SearchQuery("zahl", limit: 300)).hits
    for (one, next) in zip(hits, hits.dropFirst()) where one.score == next.score {
      #expect(try #require(Int(one.key)) < #require(Int(next.key)))
    }
  }
}

@Suite("Documents like another one")
struct SearchSimilarTests {
  private static let fixture = Result {
    try SearchFixture([
      SearchDocument(
        key: "a", text: "Die Freiheit des Andersdenkenden", language: "de",
        fields: ["author": ["Rosa Luxemburg"]]),
      SearchDocument(
        key: "b", text: "Freiheiten und Andersdenkende", language: "de",
        fields: ["author": ["Jemand"]]),
      SearchDocument(
        key: "c", text: "Der Mut des Andersdenkenden", language: "de",
        fields: ["author": ["Jemand"]]),
      SearchDocument(
        key: "d", text: "Ein ganz anderes Wort", language: "de",
        fields: ["author": ["Rosa Luxemburg"]]),
      SearchDocument(key: "e", text: "of freedom", language: "en"),
    ])
  }

  private func like(_ key: String) throws -> [String] {
    var query = SearchQuery(nil)
    query.similarTo = key
    return try Self.fixture.get().keys(query)
  }

  @Test("are those with most of its telling words, without itself and without its author's others")
  func similar() throws {
    #expect(try like("a") == ["b", "c"])
    #expect(try like("d").isEmpty)
  }

  @Test("are none where there is no such document")
  func unknown() throws {
    #expect(try like("nobody").isEmpty)
  }
}
