import ZitareBase
import ZitareSQLite

/// Takes the quotations of one snapshot into the corpus, inside a transaction of its caller's.
///
/// Rows go to their places at once: until the commit readers see none of it, and a refusal or a kill
/// leaves none of it, while a staging table would have every row written twice.
struct QuoteIntake {
  let connection: Connection
  let place: OriginPlace
  /// What `first_seen` is for new rows; nil in an origin's first import.
  let firstSeen: Timestamp?
  private(set) var report = InstallReport()
  /// What the corpus's digest grows by.
  private(set) var delta = ContentDigest()
  /// Records met so far, good or bad.
  private(set) var found = 0
  private var seen = IDSet()
  private let hasher = WireHasher()
  /// The origin's last snapshot, and this one as it goes by.
  private var before: KnownSequence
  private var after: SequenceWriter

  init(_ connection: Connection, place: OriginPlace, firstSeen: Timestamp?) throws(SQLiteError) {
    self.connection = connection
    self.place = place
    self.firstSeen = firstSeen
    before = try KnownSequence(connection, origin: place.row)
    after = SequenceWriter(connection, origin: place.row, after: before)
  }

  /// Takes in one element of a snapshot's `quotes`, found at that byte of the file.
  mutating func take(_ content: JSONElementScanner.Content, at offset: Int64) throws {
    found += 1
    var slug: String?
    do {
      let raw = try content.record()
      let wire = hasher.digest(of: raw)
      if let row = try before.row(of: wire), try keep(row, wire) { return }
      slug = try? JSONParser.text(of: "slug", in: raw)
      var known = try slug.flatMap { try row(of: $0) }
      if let known, known.wire == wire { return try keep(known) }
      let decoded = try WireFormat.record(from: Array(raw))
      if decoded.record.slug != slug { known = try row(of: decoded.record.slug) }
      slug = decoded.record.slug
      guard let record = try complete(decoded, known) else {
        report.textless += 1
        return
      }
      try record.validate()
      try put(record, over: known, wire: wire)
    } catch let flaw as RecordFlaw {
      report.skipped.add(flaw, slug: slug, place: "record \(found) at byte \(offset)")
    }
  }

  /// Takes in a record that did not come through the wire format.
  mutating func take(_ record: QuoteRecord) throws {
    found += 1
    do {
      try record.validate()
      let wire = WireDigest(record.contentDigest(in: place.origin))
      if let row = try before.row(of: wire), try keep(row, wire) { return }
      try put(record, over: try row(of: record.slug), wire: wire)
    } catch let flaw as RecordFlaw {
      report.skipped.add(flaw, slug: record.slug, place: "record \(found)")
    }
  }

  mutating func skip(_ flaw: RecordFlaw, slug: String?, place: String) {
    report.skipped.add(flaw, slug: slug, place: place)
  }

  /// Removes those of the origin's quotations, so many before, that the snapshot did not name.
  mutating func removeUnseen(of count: Int) throws {
    guard report.unchanged + report.changed < count else { return }
    if before.generation == nil { return try removeUnseenByTable() }
    let known = before
    try known.forEachRow { row in
      guard !seen.contains(row) else { return }
      let quote = try connection.first(
        "SELECT slug, content FROM quote WHERE id = :id", [":id": .integer(row)]
      ) { (slug: $0.text(0), content: ContentDigest(bytes: $0.blob(1))) }
      if let quote { try remove(row, quote.slug, quote.content) }
    }
  }

  /// Keeps the order of this snapshot for the next one.
  mutating func finish() throws(SQLiteError) { try after.finish() }

  /// As `removeUnseen`, for a corpus of an earlier release.
  private mutating func removeUnseenByTable() throws {
    var last: Int64 = 0
    while true {
      let page = try connection.rows(
        """
        SELECT id, slug, content FROM quote WHERE origin_id = :origin AND id > :last
        ORDER BY id LIMIT 1000
        """, [":origin": .integer(place.row), ":last": .integer(last)]
      ) { (id: $0.integer(0), slug: $0.text(1), content: ContentDigest(bytes: $0.blob(2))) }
      guard let end = page.last else { return }
      last = end.id
      for quote in page where !seen.contains(quote.id) {
        try remove(quote.id, quote.slug, quote.content)
      }
    }
  }

  private mutating func remove(_ row: Int64, _ slug: String, _ content: ContentDigest) throws {
    try connection.run("DELETE FROM quote WHERE id = :id", [":id": .integer(row)])
    try connection.run(
      "INSERT OR REPLACE INTO removal VALUES (:origin, :slug, :revision)",
      [
        ":origin": .text(place.origin.string), ":slug": .text(slug),
        ":revision": .integer(place.revision),
      ])
    delta -= content
    report.removed += 1
  }

  /// A record without text updates a known one; nil where there is none.
  private func complete(_ decoded: WireFormat.Decoded, _ known: KnownRow?) throws -> QuoteRecord? {
    guard decoded.isTextless else { return decoded.record }
    guard let known else { return nil }
    let record = try connection.first(
      "SELECT * FROM document WHERE id = :id", [":id": .integer(known.id)],
      { QuoteRecord(documentRow: $0) })
    return record.map { decoded.laid(over: $0) }
  }

  /// Keeps a row whose bytes are known; false where the snapshot has named it before.
  private mutating func keep(_ row: Int64, _ wire: WireDigest) throws(SQLiteError) -> Bool {
    guard seen.insert(row) else { return false }
    try after.append(SequenceEntry(wire: wire, row: row))
    report.unchanged += 1
    return true
  }

  private mutating func keep(_ known: KnownRow) throws {
    guard try keep(known.id, known.wire) else { throw RecordFlaw.duplicateSlug }
    try before.pass(known.id)
  }

  private mutating func put(
    _ record: QuoteRecord, over known: KnownRow?, wire: WireDigest
  ) throws {
    let content = record.contentDigest(in: place.origin)
    guard let known else { return try insert(record, wire, content) }
    guard seen.insert(known.id) else { throw RecordFlaw.duplicateSlug }
    try before.pass(known.id)
    try after.append(SequenceEntry(wire: wire, row: known.id))
    guard known.content != content else {
      if known.wire != wire {
        try connection.run(
          "UPDATE quote SET wire = :wire WHERE id = :id",
          [":wire": .blob(wire.bytes), ":id": .integer(known.id)])
      }
      report.unchanged += 1
      return
    }
    // A present first_seen stays: the quotation itself is not new.
    try connection.run(Self.update, bindings(record, wire, content, nil))
    delta -= known.content
    delta += content
    report.changed += 1
  }

  private mutating func insert(
    _ record: QuoteRecord, _ wire: WireDigest, _ content: ContentDigest
  ) throws {
    try connection.run(Self.insert, bindings(record, wire, content, firstSeen?.milliseconds))
    let row = connection.lastInsertedID
    _ = seen.insert(row)
    try after.append(SequenceEntry(wire: wire, row: row))
    try connection.run(
      "DELETE FROM removal WHERE origin = :origin AND slug = :slug",
      [":origin": .text(place.origin.string), ":slug": .text(record.slug)])
    delta += content
    report.added += 1
  }
}

/// An origin's row, and the revision that its changes make.
struct OriginPlace {
  let origin: OriginID
  let row: Int64
  let revision: Int64
}

private struct KnownRow {
  let id: Int64
  let wire: WireDigest
  let content: ContentDigest
}

extension QuoteIntake {
  private func row(of slug: String) throws -> KnownRow? {
    try connection.first(
      "SELECT id, wire, content FROM quote WHERE slug = :slug AND origin_id = :origin",
      [":slug": .text(slug), ":origin": .integer(place.row)]
    ) {
      KnownRow(
        id: $0.integer(0), wire: $0.bytes(1) { WireDigest($0) },
        content: ContentDigest(bytes: $0.blob(2)))
    }
  }

  private static let insert: StaticString = """
    INSERT INTO quote (origin_id, slug, text, language, author_slug, author_name, source_slug,
      source_title, theme_slugs, place_slugs, role_slugs, epoch_slug, year, original,
      translation_of, attribution, license, published_at, updated_at, url, extra, wire, content,
      revision, first_seen)
    VALUES (:origin, :slug, :text, :language, :author_slug, :author_name, :source_slug,
      :source_title, :theme_slugs, :place_slugs, :role_slugs, :epoch_slug, :year, :original,
      :translation_of, :attribution, :license, :published_at, :updated_at, :url, :extra, :wire,
      :content, :revision, :first_seen)
    """

  private static let update: StaticString = """
    UPDATE quote SET text = :text, language = :language, author_slug = :author_slug,
      author_name = :author_name, source_slug = :source_slug, source_title = :source_title,
      theme_slugs = :theme_slugs, place_slugs = :place_slugs, role_slugs = :role_slugs,
      epoch_slug = :epoch_slug, year = :year, original = :original,
      translation_of = :translation_of, attribution = :attribution, license = :license,
      published_at = :published_at, updated_at = :updated_at, url = :url, extra = :extra,
      wire = :wire, content = :content, revision = :revision,
      first_seen = coalesce(first_seen, :first_seen)
    WHERE slug = :slug AND origin_id = :origin
    """

  private func bindings(
    _ record: QuoteRecord, _ wire: WireDigest, _ content: ContentDigest, _ firstSeen: Int64?
  ) -> Bindings {
    [
      ":origin": .integer(place.row), ":slug": .text(record.slug), ":text": .text(record.text),
      ":language": .text(record.language), ":author_slug": .optional(record.authorSlug),
      ":author_name": .optional(record.authorName), ":source_slug": .optional(record.sourceSlug),
      ":source_title": .optional(record.sourceTitle),
      ":theme_slugs": .text(JSONWriter.texts(record.themeSlugs)),
      ":place_slugs": .text(JSONWriter.texts(record.placeSlugs)),
      ":role_slugs": .text(JSONWriter.texts(record.roleSlugs)),
      ":epoch_slug": .optional(record.epochSlug),
      ":year": .optional(record.year.map { Int64($0) }), ":original": .optional(record.original),
      ":translation_of": .optional(record.translationOf),
      ":attribution": .optional(record.attribution), ":license": .optional(record.license),
      ":published_at": .optional(record.publishedAt?.milliseconds),
      ":updated_at": .optional(record.updatedAt?.milliseconds), ":url": .optional(record.url),
      ":extra": .optional(record.extra), ":wire": .blob(wire.bytes),
      ":content": .blob(content.bytes),
      ":revision": .integer(place.revision), ":first_seen": .optional(firstSeen),
    ]
  }
}

extension JSONElementScanner.Content {
  /// The bytes of a record, unless it is too long; valid as long as the content's are.
  func record() throws(RecordFlaw) -> UnsafeRawBufferPointer {
    switch self {
    case .bytes(let bytes): return bytes
    case .oversized(let bytes):
      throw .oversized(bytes: bytes, limit: JSONElementScanner.Limits().element)
    }
  }
}
