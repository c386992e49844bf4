import ZitareBase
import ZitareSQLite

/// One record of a snapshot that was taken in, as it is stored in the parts of a sequence.
struct SequenceEntry {
  static let size = WireDigest.size + 8
  /// Entries of a part; 24 KiB.
  static let partLength = 1024

  let wire: WireDigest
  let row: Int64

  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: (wire.high.bigEndian, wire.low.bigEndian, row.bigEndian)) {
      bytes.append(contentsOf: $0)
    }
  }
}

/// The records of an origin's last snapshot in its order, walked along while the next one is read.
///
/// A snapshot mostly brings the same records in the same order. Comparing each with the one that stood
/// there costs a twentieth of looking it up, and does not go by how many there are. Where the order is
/// another one, `row(of:)` finds less and nothing else.
struct KnownSequence {
  private let connection: Connection
  private let origin: Int64
  /// Nil where the origin has none: its first import, or one by an earlier release.
  let generation: Int64?
  private let partCount: Int64
  /// The parts at hand, at most two, and how many entries of them were passed.
  private var entries: [UInt8] = []
  private var passed = 0
  private var nextPart: Int64 = 0
  private var misses = 0
  private var missesUntilSearch = 64
  private static let patience = 1024

  init(_ connection: Connection, origin: Int64) throws(SQLiteError) {
    self.connection = connection
    self.origin = origin
    let last = try connection.first(
      """
      SELECT generation, part FROM sequence WHERE origin_id = :origin
      ORDER BY generation DESC, part DESC LIMIT 1
      """, [":origin": .integer(origin)]
    ) { (generation: $0.integer(0), part: $0.integer(1)) }
    generation = last?.generation
    partCount = last.map { $0.part + 1 } ?? 0
  }

  /// The row of the record that comes next, if it is decoded from these bytes; it is passed then.
  mutating func row(of wire: WireDigest) throws(SQLiteError) -> Int64? {
    if passed == count, try !loadNext() { return nil }
    guard digest(passed) == wire else { return nil }
    passed += 1
    return row(passed - 1)
  }

  /// Goes on behind the record of this row, which was met although another one comes next.
  mutating func pass(_ row: Int64) throws(SQLiteError) {
    if passed < count, self.row(passed) == row {
      passed += 1
      return
    }
    guard missesUntilSearch <= Self.patience else { return }
    if skip(to: row) { return }
    if count - passed <= SequenceEntry.partLength, try loadNext(), skip(to: row) { return }
    misses += 1
    guard misses >= missesUntilSearch else { return }
    // Looking through all parts is dear: a snapshot in quite another order is soon given up.
    misses = 0
    missesUntilSearch *= 2
    for part in 0..<partCount where try contains(part, row) {
      nextPart = part
      (entries, passed) = ([], 0)
      _ = try loadNext()
      _ = skip(to: row)
      return
    }
  }

  /// All rows, part by part.
  func forEachRow(_ body: (Int64) throws -> Void) throws {
    for part in 0..<partCount {
      let bytes = try load(part)
      for index in 0..<(bytes.count / SequenceEntry.size) { try body(Self.row(bytes, index)) }
    }
  }

  private var count: Int { entries.count / SequenceEntry.size }

  private mutating func skip(to row: Int64) -> Bool {
    guard let index = (passed..<count).first(where: { self.row($0) == row }) else { return false }
    passed = index + 1
    return true
  }

  /// Puts the next part behind what is left of those at hand.
  private mutating func loadNext() throws(SQLiteError) -> Bool {
    guard nextPart < partCount else { return false }
    entries.removeFirst(passed * SequenceEntry.size)
    passed = 0
    entries += try load(nextPart)
    nextPart += 1
    return true
  }

  private func load(_ part: Int64) throws(SQLiteError) -> [UInt8] {
    try connection.first(
      """
      SELECT entries FROM sequence
      WHERE origin_id = :origin AND generation = :generation AND part = :part
      """,
      [
        ":origin": .integer(origin), ":generation": .optional(generation),
        ":part": .integer(part),
      ]
    ) { $0.blob(0) } ?? []
  }

  private func contains(_ part: Int64, _ row: Int64) throws(SQLiteError) -> Bool {
    let bytes = try load(part)
    return (0..<(bytes.count / SequenceEntry.size)).contains { Self.row(bytes, $0) == row }
  }

  private func digest(_ index: Int) -> WireDigest {
    entries.withUnsafeBytes {
      WireDigest(UnsafeRawBufferPointer(rebasing: $0[(index * SequenceEntry.size)...]))
    }
  }

  private func row(_ index: Int) -> Int64 { Self.row(entries, index) }

  private static func row(_ bytes: [UInt8], _ index: Int) -> Int64 {
    bytes.withUnsafeBytes {
      Int64(
        bigEndian: $0.loadUnaligned(
          fromByteOffset: index * SequenceEntry.size + WireDigest.size, as: Int64.self))
    }
  }
}
