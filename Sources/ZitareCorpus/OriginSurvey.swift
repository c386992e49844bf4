public import ZitareBase

/// What a snapshot or a fortune file holds, read to its end without taking anything in.
public struct OriginSurvey: Sendable, Equatable {
  /// Names beyond this many are counted together, so that a hostile file fills no memory.
  static let fieldLimit = 100
  static let otherFields = "…"

  public private(set) var generatedAt: Timestamp?
  /// What the snapshot says that it holds.
  public private(set) var declaredCount: Int?
  /// The records that are there, bad ones included.
  public private(set) var count = 0
  /// Those among them that have a text.
  public private(set) var texts = 0
  public private(set) var tombstones = 0
  /// The days that the origin has chosen a quotation for.
  public private(set) var scheduledDays = 0
  /// How many records have each field, whatever its form.
  public private(set) var fields: [String: Int] = [:]
  /// The records that a refresh would skip; slugs that come twice are not looked for.
  public private(set) var skipped = SkippedRecords()

  /// Reads a snapshot in the wire format; one that is none throws a `RefreshRefusal`.
  public init(snapshot path: FilePath) throws {
    var reader = SnapshotReader(path)
    try reader.read { element, content, offset in
      switch element {
      case .quote: take(content, at: offset)
      case .tombstone: tombstones += 1
      }
    }
    generatedAt = reader.header.generatedAt
    declaredCount = reader.header.count
    scheduledDays = reader.header.schedule.count
  }

  /// Reads fortune files.
  public init(fortunes reader: FortuneReader) throws {
    let summary = try reader.read { batch in for record in batch { take(record) } }
    count += summary.skipped
    skipped = SkippedRecords(summary)
  }

  /// Whether an empty corpus would take it in.
  public var isUsable: Bool {
    usable > 0 && (declaredCount ?? count) == count
  }

  /// The records with a text that a refresh would not skip.
  private var usable = 0

  private mutating func take(_ content: JSONElementScanner.Content, at offset: Int64) {
    count += 1
    do {
      let bytes = Array(try content.record())
      let decoded = try WireFormat.record(from: bytes)
      for name in try WireFormat.fieldNames(of: bytes) { note(name) }
      guard !decoded.isTextless else { return }
      texts += 1
      try decoded.record.validate()
      usable += 1
    } catch {
      skipped.add(error, slug: nil, place: "record \(count) at byte \(offset)")
    }
  }

  private mutating func take(_ record: QuoteRecord) {
    count += 1
    texts += 1
    usable += 1
    let present: [(WireFormat.Field, Bool)] = [
      (.slug, true), (.text, true), (.language, true), (.authorSlug, record.authorSlug != nil),
      (.authorName, record.authorName != nil), (.sourceTitle, record.sourceTitle != nil),
      (.year, record.year != nil), (.attribution, record.attribution != nil),
    ]
    for (field, isThere) in present where isThere { note(field.rawValue) }
  }

  private mutating func note(_ name: String) {
    let isKnown = fields[name] != nil || fields.count < Self.fieldLimit
    fields[isKnown ? name : Self.otherFields, default: 0] += 1
  }
}
