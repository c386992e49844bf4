import ZitareSQLite

/// Quotations in pages, read one after the other by whoever needs them.
///
/// Use it inside `CorpusReader.consistently`, or pages may be of different corpora.
public struct QuotePages {
  private let reader: CorpusReader
  private let size: Int
  private var last: (revision: Int64, id: Int64)

  /// The quotations that changed after a revision, in the order of their changes; 0 for all.
  public init(_ reader: CorpusReader, since revision: Int64, size: Int = 500) {
    self.reader = reader
    self.size = size
    last = (revision, .max)
  }

  /// The next page, nil at the end.
  public mutating func next() throws -> [Quote]? {
    let page = try reader.documents(
      """
      SELECT * FROM document WHERE (revision, id) > (:revision, :id)
      ORDER BY revision, id LIMIT :size
      """,
      [
        ":revision": .integer(last.revision), ":id": .integer(last.id), ":size": .integer(size),
      ])
    guard let end = page.last else { return nil }
    last = (end.revision, end.id)
    return page.map(\.quote)
  }
}
