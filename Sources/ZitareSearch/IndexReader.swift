import CXapian
import ZitareBase

/// Searches an index and follows it: each search sees the newest commit of the newest generation.
///
/// Calls block for the few milliseconds that a search takes, one after the other.
public final class IndexReader: Sendable {
  private let folder: IndexFolder
  private let schema: SearchSchema
  private let current = Mutex<CurrentGeneration?>(nil)

  init(folder: IndexFolder, schema: SearchSchema) {
    self.folder = folder
    self.schema = schema
  }

  /// No text makes this throw; how it was read is in the result's notes.
  public func search(_ query: SearchQuery) throws(SearchError) -> SearchResults {
    let text = query.text.map { QueryText($0, schema: schema) }
    var notes = text?.notes ?? []
    if text?.isEmpty == true || query.filters.contains(where: \.anyOf.isEmpty) {
      return SearchResults(hits: [], total: 0, notes: notes)
    }
    var words = text?.syntax
    var answer = try run(query, words, anyWord: false)
    if answer == nil {
      notes.insert(.readAsPlainWords)
      words = text?.plain
      answer = try run(query, words, anyWord: false)
    }
    if let text, text.wordCount > 1, answer.map({ $0.total == 0 }) ?? true {
      let some = try run(query, words, anyWord: true)
      if let some, some.total > 0 {
        notes.insert(.matchedAnyWord)
        answer = some
      }
    }
    return SearchResults(hits: answer?.hits ?? [], total: answer?.total ?? 0, notes: notes)
  }

  private typealias Answer = (hits: [SearchHit], total: Int)

  /// Nil where Xapian refuses the text.
  private func run(
    _ query: SearchQuery, _ text: String?, anyWord: Bool
  ) throws(SearchError) -> Answer? {
    try current.withLock { current throws(SearchError) in
      let encoded = EncodedQuery(query, text: text, anyWord: anyWord, schema: schema)
      do throws(SearchError) {
        return try run(encoded, on: &current)
      } catch {
        // What looks like damage may be a commit that overwrote blocks just being read.
        guard error.needsRebuild else { throw error }
        current = nil
        return try run(encoded, on: &current)
      }
    }
  }

  private func run(
    _ query: EncodedQuery, on current: inout CurrentGeneration?
  ) throws(SearchError) -> Answer? {
    if try folder.stubVersion() != current?.stub { current = nil }
    if current == nil {
      let generation = try CurrentGeneration.open(in: folder)
      _ = try generation.state(of: schema)
      current = consume generation
    }
    return try current?.search(query)
  }
}

extension CurrentGeneration {
  /// Nil where Xapian refuses the query's text.
  fileprivate borrowing func search(
    _ query: EncodedQuery
  ) throws(SearchError) -> (hits: [SearchHit], total: Int)? {
    try consistently { () throws(Xapian.Failure) in
      do throws(Xapian.Failure) {
        return try reader.search(query)
      } catch {
        guard error.status == CX_INVALID_QUERY else { throw error }
        return nil
      }
    }
  }
}
