import ZitareSQLite

/// What was removed, in pages, read one after the other by whoever needs them.
///
/// Use it inside `CorpusReader.consistently`, or pages may be of different corpora.
public struct RemovalPages {
  private let reader: CorpusReader
  private let revision: Int64
  private let withForgotten: Bool
  private let size: Int
  private var last = (origin: "", slug: "")

  /// The quotations that were removed after a revision; those of forgotten origins on demand only.
  public init(
    _ reader: CorpusReader, since revision: Int64, withForgotten: Bool = false, size: Int = 500
  ) {
    self.reader = reader
    self.revision = revision
    self.withForgotten = withForgotten
    self.size = size
  }

  /// The next page, nil at the end.
  public mutating func next() throws -> [QuoteKey]? {
    let page = try reader.connection.rows(
      """
      SELECT origin, slug FROM removal
      WHERE revision > :revision AND (origin, slug) > (:origin, :slug)
        AND (:with_forgotten OR origin IN (SELECT name FROM origin))
      ORDER BY origin, slug LIMIT :size
      """,
      [
        ":revision": .integer(revision), ":origin": .text(last.origin),
        ":slug": .text(last.slug), ":size": .integer(size),
        ":with_forgotten": .integer(withForgotten ? 1 : 0),
      ]
    ) { (origin: $0.text(0), slug: $0.text(1)) }
    guard let end = page.last else { return nil }
    last = end
    return page.map { QuoteKey(origin: OriginID(stringLiteral: $0.origin), slug: $0.slug) }
  }
}
