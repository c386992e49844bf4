import ZitareBase
import ZitareSQLite

/// Takes in what belongs to a snapshot beside its quotations: names, tombstones and the daily schedule.
///
/// Like `QuoteIntake` it works inside its caller's transaction.
struct NameIntake {
  let connection: Connection
  let place: OriginPlace
  /// What the corpus's digest grows by.
  private(set) var delta = ContentDigest()
  private(set) var isChanged = false
  private var seenNames = IDSet()
  private var seenTombstones = IDSet()

  init(_ connection: Connection, place: OriginPlace) throws(SQLiteError) {
    self.connection = connection
    self.place = place
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS changed_name (
        kind INTEGER, slug TEXT, PRIMARY KEY (kind, slug)) WITHOUT ROWID;
      DELETE FROM changed_name;
      """)
  }

  /// Takes in one element of a file of master data; `name`, `title` and `label` are understood.
  mutating func take(_ kind: NameKind, _ bytes: UnsafeRawBufferPointer) throws {
    let value: JSONValue
    do throws(JSONError) { value = try JSONParser.parse(bytes) } catch {
      throw RecordFlaw.malformed(error.description)
    }
    guard let slug = value["slug"]?.string else { throw RecordFlaw.noSlug }
    guard QuoteRecord.isSlug(slug) else { throw RecordFlaw.badSlug }
    let texts = ["name", "title", "label"].lazy.compactMap { value[$0]?.string }
    guard let name = texts.first(where: { !$0.isEmpty }) else { throw RecordFlaw.noText }
    var entry = NameEntry(kind: kind, slug: slug, name: name)
    if kind == .author {
      entry.born = value[WireFormat.birthDate]?.string.flatMap { LifeDate($0)?.text }
      entry.died = value[WireFormat.deathDate]?.string.flatMap { LifeDate($0)?.text }
    }
    try put(entry)
  }

  private mutating func put(_ entry: NameEntry) throws {
    let known = try connection.first(
      """
      SELECT id, slug, name, born, died FROM name
      WHERE kind = :kind AND origin_id = :origin AND slug = :slug
      """,
      [
        ":kind": .integer(entry.kind.rawValue), ":origin": .integer(place.row),
        ":slug": .text(entry.slug),
      ]
    ) { (id: $0.integer(0), entry: NameEntry(entry.kind, row: $0)) }
    if let known {
      guard seenNames.insert(known.id) else { throw RecordFlaw.duplicateSlug }
      guard known.entry != entry else { return }
      try connection.run(
        "UPDATE name SET name = :name, born = :born, died = :died WHERE id = :id",
        [
          ":name": .text(entry.name), ":born": .optional(entry.born),
          ":died": .optional(entry.died), ":id": .integer(known.id),
        ])
      delta -= known.entry.digest(in: place.origin)
    } else {
      try connection.run(
        """
        INSERT INTO name (kind, origin_id, slug, name, born, died)
        VALUES (:kind, :origin, :slug, :name, :born, :died)
        """,
        [
          ":kind": .integer(entry.kind.rawValue), ":origin": .integer(place.row),
          ":slug": .text(entry.slug), ":name": .text(entry.name),
          ":born": .optional(entry.born), ":died": .optional(entry.died),
        ])
      _ = seenNames.insert(connection.lastInsertedID)
    }
    delta += entry.digest(in: place.origin)
    isChanged = true
    if known?.entry.name != entry.name { try noteOtherName(entry) }
  }

  /// Removes the names of a kind that its file did not hold.
  mutating func removeUnseen(_ kind: NameKind) throws {
    let known = try connection.rows(
      "SELECT id, slug, name, born, died FROM name WHERE kind = :kind AND origin_id = :origin",
      [":kind": .integer(kind.rawValue), ":origin": .integer(place.row)]
    ) { (id: $0.integer(0), entry: NameEntry(kind, row: $0)) }
    for (id, entry) in known where !seenNames.contains(id) {
      try connection.run("DELETE FROM name WHERE id = :id", [":id": .integer(id)])
      delta -= entry.digest(in: place.origin)
      isChanged = true
      try noteOtherName(entry)
    }
  }

  /// Marks the quotations whose shown names are others now, so that an index takes them up.
  func touchQuotes() throws {
    guard isChanged else { return }
    try connection.run(
      """
      UPDATE quote SET revision = :revision
      WHERE origin_id = :origin AND revision < :revision AND (
        author_slug IN (SELECT slug FROM changed_name WHERE kind = 1)
        OR source_slug IN (SELECT slug FROM changed_name WHERE kind = 2)
        OR EXISTS (
          SELECT 1 FROM json_each(theme_slugs) t JOIN changed_name c
          ON c.kind = 3 AND c.slug = t.value)
        OR EXISTS (
          SELECT 1 FROM json_each(place_slugs) t JOIN changed_name c
          ON c.kind = 4 AND c.slug = t.value)
        OR EXISTS (
          SELECT 1 FROM json_each(role_slugs) t JOIN changed_name c
          ON c.kind = 5 AND c.slug = t.value)
        OR epoch_slug IN (SELECT slug FROM changed_name WHERE kind = 6))
      """, [":revision": .integer(place.revision), ":origin": .integer(place.row)])
  }

  private func noteOtherName(_ entry: NameEntry) throws {
    try connection.run(
      "INSERT OR IGNORE INTO changed_name VALUES (:kind, :slug)",
      [":kind": .integer(entry.kind.rawValue), ":slug": .text(entry.slug)])
  }
}

extension NameIntake {
  mutating func take(_ tombstone: Tombstone) throws {
    let known = try connection.first(
      """
      SELECT id, slug, author_slug, published_at, removed_at FROM tombstone
      WHERE origin_id = :origin AND slug = :slug
      """, [":origin": .integer(place.row), ":slug": .text(tombstone.slug)]
    ) { (id: $0.integer(0), tombstone: Tombstone(row: $0)) }
    if let known {
      guard seenTombstones.insert(known.id), known.tombstone != tombstone else { return }
      try connection.run("DELETE FROM tombstone WHERE id = :id", [":id": .integer(known.id)])
      delta -= digest(known.tombstone)
    }
    try connection.run(
      """
      INSERT INTO tombstone (id, origin_id, slug, author_slug, published_at, removed_at)
      VALUES (:id, :origin, :slug, :author, :published, :removed)
      """,
      [
        ":id": .optional(known?.id), ":origin": .integer(place.row),
        ":slug": .text(tombstone.slug), ":author": .optional(tombstone.authorSlug),
        ":published": .optional(tombstone.publishedAt?.milliseconds),
        ":removed": .optional(tombstone.removedAt?.milliseconds),
      ])
    if known == nil { _ = seenTombstones.insert(connection.lastInsertedID) }
    delta += digest(tombstone)
    isChanged = true
  }

  /// Removes the tombstones that the snapshot's list no longer holds.
  mutating func removeUnseenTombstones() throws {
    let known = try connection.rows(
      """
      SELECT id, slug, author_slug, published_at, removed_at FROM tombstone
      WHERE origin_id = :origin
      """, [":origin": .integer(place.row)]
    ) { (id: $0.integer(0), tombstone: Tombstone(row: $0)) }
    for entry in known where !seenTombstones.contains(entry.id) {
      try connection.run("DELETE FROM tombstone WHERE id = :id", [":id": .integer(entry.id)])
      delta -= digest(entry.tombstone)
      isChanged = true
    }
  }

  /// Puts the origin's own choice of daily quotations in place of the one it had.
  mutating func replaceSchedule(_ schedule: [CivilDate: String]) throws {
    let known = try connection.rows(
      "SELECT day, slug FROM daily WHERE origin_id = :origin", [":origin": .integer(place.row)]
    ) { (day: Int($0.integer(0)), slug: $0.text(1)) }
    let wanted = schedule.map { (day: $0.key.daysSinceEpoch, slug: $0.value) }
      .sorted { $0.day < $1.day }
    guard !known.sorted(by: { $0.day < $1.day }).elementsEqual(wanted, by: ==) else { return }
    isChanged = true
    try connection.run(
      "DELETE FROM daily WHERE origin_id = :origin", [":origin": .integer(place.row)])
    for entry in known { delta -= digest(entry.day, entry.slug) }
    for entry in wanted {
      try connection.run(
        "INSERT INTO daily VALUES (:origin, :day, :slug)",
        [
          ":origin": .integer(place.row), ":day": .integer(entry.day), ":slug": .text(entry.slug),
        ])
      delta += digest(entry.day, entry.slug)
    }
  }

  private func digest(_ tombstone: Tombstone) -> ContentDigest {
    var fields = FieldDigest("tombstone")
    fields.add(place.origin.string)
    fields.add(tombstone.slug)
    fields.add(tombstone.authorSlug)
    fields.add(tombstone.publishedAt?.milliseconds)
    fields.add(tombstone.removedAt?.milliseconds)
    return fields.digest
  }

  private func digest(_ day: Int, _ slug: String) -> ContentDigest {
    var fields = FieldDigest("daily")
    fields.add(place.origin.string)
    fields.add(Int64(day))
    fields.add(slug)
    return fields.digest
  }
}

extension Tombstone {
  /// Reads the columns slug, author_slug, published_at and removed_at after an id.
  init(row: borrowing Row) {
    self.init(
      slug: row.text(1), authorSlug: row.optionalText(2),
      publishedAt: row.optionalInteger(3).map { Timestamp(milliseconds: $0) },
      removedAt: row.optionalInteger(4).map { Timestamp(milliseconds: $0) })
  }
}
