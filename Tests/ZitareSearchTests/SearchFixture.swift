import TestSupport
import ZitareBase
import ZitareSearch

/// An index of a few documents in a folder that vanishes with it.
final class SearchFixture: Sendable {
  static let schema = SearchSchema(
    fields: [
      .text("author", prefix: "A", inBody: true), .text("theme", prefix: "XT"),
      .keyword("language", prefix: "L"), .keyword("slug", prefix: "XA"),
      .number("date", slot: 0),
    ], version: 1)

  let folder = TemporaryFolder()
  let index: SearchIndex

  init(schema: SearchSchema = SearchFixture.schema) {
    index = SearchIndex(folder: folder.appending("index"), schema: schema)
  }

  /// Builds the index from these documents, at revision 1.
  convenience init(_ documents: [SearchDocument]) throws {
    self.init()
    try rebuild(documents)
  }

  /// Builds the index from texts of one language, with `0`, `1` … as keys.
  convenience init(_ language: String?, _ texts: [String]) throws {
    try self.init(
      texts.enumerated().map { number, text in
        SearchDocument(key: String(number), text: text, language: language)
      })
  }

  @discardableResult
  func rebuild(_ documents: [SearchDocument], revision: Int64 = 1) throws -> IndexState {
    var batches = [documents]
    return try index.writer().rebuild(to: revision, digest: "d\(revision)") { batches.popLast() }
  }

  func keys(_ query: SearchQuery) throws -> [String] {
    try index.reader().search(query).hits.map(\.key)
  }

  /// The keys that a text finds, sorted.
  func found(_ text: String) throws -> [String] {
    try keys(SearchQuery(text, limit: 1000)).sorted()
  }

  /// The path of the generation in use.
  func currentGeneration() throws -> FilePath {
    let stub = try Files.read(index.folder.appending("current")) ?? []
    let name = String(decoding: stub, as: UTF8.self).split(separator: " ").last ?? ""
    return index.folder.appending(String(name.dropLast()))
  }

  /// The names of the generations on disk.
  func generations() throws -> [String] {
    try Files.names(in: index.folder).filter { $0.hasPrefix("generation-") }
  }
}

extension SearchIndex {
  /// Applies one batch of documents.
  @discardableResult
  func update(
    to revision: Int64, removing keys: [String] = [], replacing documents: [SearchDocument] = []
  ) throws -> IndexState {
    var parts = [IndexChanges(removing: keys, putting: documents)]
    return try writer().update(to: revision, digest: "d\(revision)") { parts.popLast() }
  }
}

extension SearchResults {
  /// The keys of the hits that have all that was typed, sorted.
  var complete: [String] {
    var keys = hits.map(\.key)
    for note in notes {
      switch note {
      case .matchedAnyWord(let all): keys = Array(keys.prefix(all))
      case .corrected: keys = []
      case .readAsPlainWords, .didYouMean, .shortened, .ignoredWildcard, .ignoredNumber, .missing:
        continue
      }
    }
    return keys.sorted()
  }
}
