import ZitareBase
import ZitareSQLite

/// What the corpus holds of some of its origins, as if there were no others; the first wins on equal
/// slugs.
///
/// It is valid within one `consistently` of its reader.
struct ChosenContent {
  private let connection: Connection

  init(_ reader: CorpusReader, of origins: [OriginID]) throws(SQLiteError) {
    connection = reader.connection
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS chosen (id INTEGER PRIMARY KEY, rank INTEGER NOT NULL);
      DELETE FROM chosen;
      """)
    try connection.run(
      """
      INSERT OR IGNORE INTO chosen
      SELECT o.id, p.key FROM json_each(:origins) p JOIN origin o ON o.name = p.value
      ORDER BY p.key
      """, [":origins": .text(JSONWriter.texts(origins.map(\.string)))])
  }

  func count() throws(SQLiteError) -> Int {
    try connection.first(
      "SELECT count(*) FROM quote WHERE origin_id IN (SELECT id FROM chosen)"
    ) { Int($0.integer(0)) } ?? 0
  }

  /// How many quotations go by their bare slug.
  func bareCount() throws(SQLiteError) -> Int {
    try connection.first(
      "SELECT count(DISTINCT slug) FROM quote WHERE origin_id IN (SELECT id FROM chosen)"
    ) { Int($0.integer(0)) } ?? 0
  }

  /// The records that go by their bare slug, ordered by it.
  func forEachBareRecord(_ body: (QuoteRecord) throws -> Void) throws {
    try connection.query(
      """
      SELECT d.* FROM document d CROSS JOIN chosen c ON c.id = d.origin_id
      WHERE NOT (c.rank > 0 AND EXISTS (
        SELECT 1 FROM quote e JOIN chosen ec ON ec.id = e.origin_id
        WHERE e.slug = d.slug AND ec.rank < c.rank))
      ORDER BY d.slug
      """
    ) { try body(QuoteRecord(documentRow: $0)) }
  }

  /// The names of a kind, ordered by slug; the earlier origin's name wins.
  ///
  /// Names that records brought themselves are among them.
  func names(of kind: NameKind) throws -> [NameEntry] {
    var names: [NameEntry] = []
    try connection.query(
      """
      SELECT 0, slug, name, born, died FROM (
        SELECT n.slug, n.name, n.born, n.died, c.rank, 0 AS place
          FROM name n JOIN chosen c ON c.id = n.origin_id WHERE n.kind = :kind
        UNION ALL
        SELECT q.author_slug, q.author_name, NULL, NULL, c.rank, 1 FROM quote q
          JOIN chosen c ON c.id = q.origin_id
          WHERE :kind = 1 AND q.author_slug IS NOT NULL AND q.author_name IS NOT NULL
        UNION ALL
        SELECT q.source_slug, q.source_title, NULL, NULL, c.rank, 1 FROM quote q
          JOIN chosen c ON c.id = q.origin_id
          WHERE :kind = 2 AND q.source_slug IS NOT NULL AND q.source_title IS NOT NULL)
      ORDER BY slug, rank, place, name
      """, [":kind": .integer(kind.rawValue)]
    ) { row in
      let entry = NameEntry(kind, row: row)
      if names.last?.slug != entry.slug { names.append(entry) }
    }
    return names
  }

  /// The tombstones whose slug no quotation has; of several for one slug the earlier origin's.
  func tombstones() throws(SQLiteError) -> [Tombstone] {
    let all = try connection.rows(
      """
      SELECT 0, t.slug, t.author_slug, t.published_at, t.removed_at
      FROM tombstone t JOIN chosen c ON c.id = t.origin_id
      WHERE NOT EXISTS (
        SELECT 1 FROM quote q JOIN chosen qc ON qc.id = q.origin_id WHERE q.slug = t.slug)
      ORDER BY t.slug, c.rank
      """
    ) { Tombstone(row: $0) }
    return all.reduce(into: []) { kept, tombstone in
      if kept.last?.slug != tombstone.slug { kept.append(tombstone) }
    }
  }

  /// The origins' own choices, where the quotation goes by its bare slug; for one day the earlier
  /// origin's counts.
  func schedule() throws -> [CivilDate: String] {
    var schedule: [CivilDate: String] = [:]
    try connection.query(
      """
      SELECT d.day, d.slug, EXISTS (
        SELECT 1 FROM quote e JOIN chosen ec ON ec.id = e.origin_id
        WHERE e.slug = d.slug AND ec.rank < c.rank)
      FROM daily d JOIN chosen c ON c.id = d.origin_id
      JOIN quote q ON q.origin_id = d.origin_id AND q.slug = d.slug
      ORDER BY c.rank DESC
      """
    ) { row in
      let isShadowed = row.integer(2) != 0
      schedule[CivilDate(daysSinceEpoch: Int(row.integer(0)))] = isShadowed ? nil : row.text(1)
    }
    return schedule
  }

  /// Changes with everything above, whatever order it came in.
  func digest() throws -> ContentDigest {
    var sum = ContentDigest()
    try connection.query(
      "SELECT content FROM quote WHERE origin_id IN (SELECT id FROM chosen)"
    ) { sum += ContentDigest(bytes: $0.blob(0)) }
    var rest = FieldDigest("rest")
    rest.add(
      try connection.rows(
        "SELECT o.name FROM chosen c JOIN origin o ON o.id = c.id ORDER BY c.rank"
      ) { $0.text(0) })
    for kind in NameKind.allCases {
      rest.add(
        try names(of: kind).flatMap { entry in
          [entry.slug, entry.name]
            + [("born", entry.born), ("died", entry.died)].compactMap { what, date in
              date.map { "\(what) \($0)" }
            }
        })
    }
    for tombstone in try tombstones() {
      rest.add(String(decoding: WireFormat.element(tombstone), as: UTF8.self))
    }
    for (date, slug) in try schedule().sorted(by: { $0.key < $1.key }) {
      rest.add(["\(date)", slug])
    }
    sum += rest.digest
    return sum
  }
}
