import ZitareSQLite

/// Writes the sequence of the snapshot that is being taken in beside the one before.
struct SequenceWriter {
  private let connection: Connection
  private let origin: Int64
  private let generation: Int64
  private var entries: [UInt8] = []
  private var part: Int64 = 0

  init(_ connection: Connection, origin: Int64, after known: KnownSequence) {
    self.connection = connection
    self.origin = origin
    generation = (known.generation ?? 0) + 1
    entries.reserveCapacity(SequenceEntry.size * SequenceEntry.partLength)
  }

  mutating func append(_ entry: SequenceEntry) throws(SQLiteError) {
    entry.append(to: &entries)
    if entries.count >= SequenceEntry.size * SequenceEntry.partLength { try flush() }
  }

  /// Writes what is left and removes the sequence before.
  mutating func finish() throws(SQLiteError) {
    if !entries.isEmpty { try flush() }
    try connection.run(
      "DELETE FROM sequence WHERE origin_id = :origin AND generation < :generation",
      [":origin": .integer(origin), ":generation": .integer(generation)])
  }

  private mutating func flush() throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO sequence (origin_id, generation, part, entries)
      VALUES (:origin, :generation, :part, :entries)
      """,
      [
        ":origin": .integer(origin), ":generation": .integer(generation),
        ":part": .integer(part), ":entries": .blob(entries),
      ])
    part += 1
    entries.removeAll(keepingCapacity: true)
  }
}
