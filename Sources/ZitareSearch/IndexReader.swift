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
    let run = QueryRun(
      schema: schema,
      ask: { [schema] reading throws(SearchError) in
        try self.read { reader throws(Xapian.Failure) in
          try reader.answer(to: reading, schema: schema)
        }
      },
      correct: { word throws(SearchError) in
        try self.read { reader throws(Xapian.Failure) in try reader.correction(of: word) }
      })
    return try run.results(of: query)
  }

  /// The most frequent words of bodies that begin like the last word of a text, folded.
  public func words(beginningWith start: String, limit: Int) throws(SearchError) -> [SearchCount] {
    let start = TextAnalysis.normalized(start)
    return try read { reader throws(Xapian.Failure) in
      try reader.words(beginningWith: start, limit: limit)
    }
  }

  private func read<Result: Sendable>(
    _ body: @Sendable (borrowing XapianReader) throws(Xapian.Failure) -> Result
  ) throws(SearchError) -> Result {
    try current.withLock { current throws(SearchError) in
      do throws(SearchError) {
        return try read(from: &current, body)
      } catch {
        // What looks like damage may be a commit that overwrote blocks just being read.
        guard error.needsRebuild else { throw error }
        current = nil
        return try read(from: &current, body)
      }
    }
  }

  private func read<Result: Sendable>(
    from current: inout CurrentGeneration?,
    _ body: @Sendable (borrowing XapianReader) throws(Xapian.Failure) -> Result
  ) throws(SearchError) -> Result {
    if try folder.stubVersion() != current?.stub { current = nil }
    if current == nil {
      let generation = try CurrentGeneration.open(in: folder)
      _ = try generation.state(of: schema)
      current = consume generation
    }
    guard let result = try current?.read(body) else { preconditionFailure("it was just opened") }
    return result
  }
}

extension CurrentGeneration {
  fileprivate borrowing func read<Result>(
    _ body: (borrowing XapianReader) throws(Xapian.Failure) -> Result
  ) throws(SearchError) -> Result {
    try consistently { () throws(Xapian.Failure) in try body(reader) }
  }
}

extension XapianReader {
  /// Nil where Xapian refuses the query's text.
  borrowing func answer(
    to reading: QueryReading, schema: SearchSchema
  ) throws(Xapian.Failure) -> XapianAnswer? {
    do throws(Xapian.Failure) {
      return try search(
        EncodedQuery(reading, schema: schema), facetCount: reading.query.facets.count)
    } catch {
      guard error.status == CX_INVALID_QUERY else { throw error }
      return nil
    }
  }
}
