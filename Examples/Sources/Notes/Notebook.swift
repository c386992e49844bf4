import ZitareBase
import ZitareSearch

/// A folder of notes and the index beside them.
struct Notebook {
  private let folder: FilePath
  private let index: SearchIndex

  init(_ folder: FilePath) {
    self.folder = folder
    index = SearchIndex(folder: folder.appending(".index"), schema: Note.schema)
  }

  /// Makes the index hold exactly the notes of the folder.
  func sync() throws -> String {
    var paths = try notes(below: "")[...]
    let before = try revision()
    let state = try index.writer().reconcile(to: before + 1, digest: "") {
      guard !paths.isEmpty else { return nil }
      let page = try paths.prefix(100).compactMap { try Note($0, in: folder)?.document }
      paths = paths.dropFirst(100)
      return page
    }
    return "\(state.count) notes, revision \(state.revision)"
  }

  /// Indexes some notes in one transaction; those that are gone from the folder leave the index.
  func add(_ paths: [String]) throws -> String {
    let notes = try paths.map { ($0, try Note($0, in: folder)) }
    return try change(
      IndexChanges(
        removing: notes.filter { $0.1 == nil }.map(\.0),
        putting: notes.compactMap { $0.1?.document }))
  }

  /// Forgets topics with all that is below them.
  func drop(_ topics: [String]) throws -> String {
    try change(IndexChanges(domains: topics.map { "topic/\($0)" }))
  }

  /// Forgets the notes whose time has passed.
  func sweep() throws -> String { "\(try index.writer().removeExpired().count) notes" }

  func search(_ words: String) throws -> [String] {
    let results = try index.reader().search(SearchQuery(words, limit: 20))
    return results.hits.map { "\($0.key): \(String(decoding: $0.stored, as: UTF8.self))" }
  }

  /// The files of the index that are not as they were written.
  func damage() throws -> [String] { try index.writer().verify().damage }

  private func change(_ changes: IndexChanges) throws -> String {
    let before = try revision()
    var parts = [changes]
    do {
      let state = try index.writer().update(to: before + 1, digest: "") { parts.popLast() }
      return "\(state.count) notes, revision \(state.revision)"
    } catch let error as SearchError where error.needsRebuild {
      // Missing, damaged or of another version: all notes are at hand, so nothing is lost.
      return try sync()
    }
  }

  private func revision() throws -> Int64 {
    switch try index.status() {
    case .usable(let state): state.revision
    case .missing, .unusable: 0
    }
  }

  /// The paths of all notes, in order.
  private func notes(below path: String) throws -> [String] {
    var found: [String] = []
    for name in try Files.names(in: folder.appending(path)) where !name.hasPrefix(".") {
      let inside = path.isEmpty ? name : "\(path)/\(name)"
      if name.hasSuffix(".txt") { found.append(inside) } else { found += try notes(below: inside) }
    }
    return found
  }
}
