public import ZitareBase
import ZitareSQLite

/// Writes the corpus as a directory of files that any static web server can serve.
///
/// The same corpus gives the same bytes. Each file is replaced whole, `index-full.json` last; all carry
/// the same `generatedAt`, by which a reader notices files of two builds. A directory whose content is
/// already right is left as it is, times included, so that caches stay valid.
public struct SnapshotBuilder {
  private let reader: CorpusReader

  public init(_ reader: CorpusReader) { self.reader = reader }

  public struct Report: Sendable, Equatable {
    /// The quotations in the snapshot.
    public var count = 0
    /// Quotations left out because an earlier origin has their slug.
    public var shadowed = 0
    /// False where the directory held this content already.
    public var isWritten = false
    public var generatedAt: Timestamp
  }

  public func build(into folder: FilePath, now: Timestamp) throws -> Report {
    try Files.makeFolder(folder)
    return try reader.consistently {
      let state = try reader.state()
      var report = Report(generatedAt: now)
      report.count = try reader.bareCount()
      report.shadowed = state.count - report.count
      if let known = try present(in: folder, digest: state.digest) {
        report.generatedAt = known
        return report
      }
      let header = Header(generatedAt: now, count: report.count, digest: state.digest)
      for kind in NameKind.allCases { try writeNames(kind, header, in: folder) }
      try writeIndex("index-min.json", header, in: folder, WireFormat.shortElement)
      try writeIndex("index-full.json", header, in: folder, WireFormat.element)
      report.isWritten = true
      return report
    }
  }

  private struct Header {
    let generatedAt: Timestamp
    let count: Int
    let digest: String

    /// The object's members up to the bracket of its list.
    func bytes(listNamed name: String, count: Int) -> [UInt8] {
      var writer = JSONWriter()
      writer.raw("{")
      writer.member(WireFormat.generatedAt, generatedAt.iso8601)
      writer.member(WireFormat.count, count)
      writer.member(WireFormat.contentDigest, digest)
      writer.name(name)
      writer.raw("[")
      return writer.bytes
    }
  }

  /// When the directory's snapshot was generated, if it and all files beside it hold this content.
  private func present(in folder: FilePath, digest: String) throws -> Timestamp? {
    for kind in NameKind.allCases {
      guard try Files.size(of: folder.appending(kind.fileName)) != nil else { return nil }
    }
    guard try Files.size(of: folder.appending("index-min.json")) != nil,
      try Files.size(of: folder.appending("index-full.json")) != nil
    else { return nil }
    var snapshot = SnapshotReader(folder.appending("index-full.json"))
    do { try snapshot.read { _, _, _ in } } catch is RefreshRefusal { return nil }
    return snapshot.header.contentDigest == digest ? snapshot.header.generatedAt : nil
  }

  private func writeNames(_ kind: NameKind, _ header: Header, in folder: FilePath) throws {
    let names = try reader.names(of: kind)
    var file = try StreamedFile(folder.appending(kind.fileName))
    try file.write(header.bytes(listNamed: kind.plural, count: names.count))
    for (index, name) in names.enumerated() {
      try file.write(Array((index == 0 ? "\n" : ",\n").utf8))
      try file.write(WireFormat.element(slug: name.slug, name: name.name))
    }
    try file.write(Array("\n]}\n".utf8))
    try file.place()
  }

  private func writeIndex(
    _ name: String, _ header: Header, in folder: FilePath,
    _ element: (QuoteRecord) -> [UInt8]
  ) throws {
    var file = try StreamedFile(folder.appending(name))
    try file.write(header.bytes(listNamed: WireFormat.quotes, count: header.count))
    var isFirst = true
    try reader.forEachBareRecord { record in
      try file.write(Array((isFirst ? "\n" : ",\n").utf8))
      try file.write(element(record))
      isFirst = false
    }
    try file.write(Array("\n]".utf8))
    try file.write(try trailer())
    try file.write(Array("}\n".utf8))
    try file.place()
  }

  /// The members after the quotations: tombstones and the daily schedule, each if there are any.
  private func trailer() throws -> [UInt8] {
    var writer = JSONWriter()
    let tombstones = try reader.tombstones()
    if !tombstones.isEmpty {
      writer.name(WireFormat.tombstones)
      writer.raw("[")
      for (index, tombstone) in tombstones.enumerated() {
        writer.raw(index == 0 ? "\n" : ",\n")
        writer.raw(String(decoding: WireFormat.element(tombstone), as: UTF8.self))
      }
      writer.raw("\n]")
    }
    let schedule = try reader.schedule().filter { QuoteKey($0.value) == nil }
    if !schedule.isEmpty {
      writer.name(WireFormat.daily)
      writer.raw("{")
      for (date, slug) in schedule.sorted(by: { $0.key < $1.key }) {
        writer.member(date.description, slug)
      }
      writer.raw("}")
    }
    return writer.bytes
  }
}

extension CorpusReader {
  /// How many quotations go by their bare slug.
  fileprivate func bareCount() throws -> Int {
    try connection.first("SELECT count(DISTINCT slug) FROM quote") { Int($0.integer(0)) } ?? 0
  }

  /// The records that go by their bare slug, ordered by it.
  fileprivate func forEachBareRecord(_ body: (QuoteRecord) throws -> Void) throws {
    try connection.query("SELECT * FROM document WHERE NOT is_shadowed ORDER BY slug") { row in
      try body(QuoteRecord(documentRow: row))
    }
  }

  /// The names of a kind, ordered by slug; the earlier origin's name wins.
  ///
  /// Names that records brought themselves are among them.
  fileprivate func names(of kind: NameKind) throws -> [(slug: String, name: String)] {
    var names: [(slug: String, name: String)] = []
    try connection.query(
      """
      SELECT slug, name FROM (
        SELECT n.slug, n.name, o.rank, 0 AS place FROM name n JOIN origin o ON o.id = n.origin_id
          WHERE n.kind = :kind
        UNION ALL
        SELECT q.author_slug, q.author_name, o.rank, 1 FROM quote q
          JOIN origin o ON o.id = q.origin_id
          WHERE :kind = 1 AND q.author_slug IS NOT NULL AND q.author_name IS NOT NULL
        UNION ALL
        SELECT q.source_slug, q.source_title, o.rank, 1 FROM quote q
          JOIN origin o ON o.id = q.origin_id
          WHERE :kind = 2 AND q.source_slug IS NOT NULL AND q.source_title IS NOT NULL)
      ORDER BY slug, rank, place, name
      """, [":kind": .integer(kind.rawValue)]
    ) { row in
      let slug = row.text(0)
      if names.last?.slug != slug { names.append((slug, row.text(1))) }
    }
    return names
  }

  /// The tombstones whose slug no quotation has; of several for one slug the earlier origin's.
  fileprivate func tombstones() throws -> [Tombstone] {
    let all = try connection.rows(
      """
      SELECT 0, t.slug, t.author_slug, t.published_at, t.removed_at
      FROM tombstone t JOIN origin o ON o.id = t.origin_id
      WHERE NOT EXISTS (SELECT 1 FROM quote q WHERE q.slug = t.slug)
      ORDER BY t.slug, o.rank
      """
    ) { Tombstone(row: $0) }
    return all.reduce(into: []) { kept, tombstone in
      if kept.last?.slug != tombstone.slug { kept.append(tombstone) }
    }
  }
}
