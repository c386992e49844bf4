import ZitareBase
import ZitareSQLite

/// One snapshot on its way into the corpus, inside one transaction.
struct SnapshotInstallation {
  private let connection: Connection
  private let options: InstallOptions
  private let accepted: [UInt8]
  private let place: OriginPlace
  private let before: OriginStatus?
  /// The digest of the origins' order before this one joined.
  private let order: ContentDigest
  private var state: RevisionRow
  private var quotes: QuoteIntake
  private var names: NameIntake

  init(
    _ connection: Connection, origin: Origin, options: InstallOptions, accepted: [UInt8]
  ) throws {
    let reader = CorpusReader(connection)
    self.connection = connection
    self.options = options
    self.accepted = accepted
    order = try reader.orderDigest()
    before = try reader.status(of: origin.id)
    state = RevisionRow(try reader.state())
    place = OriginPlace(
      origin: origin.id, row: try connection.row(of: origin), revision: state.revision + 1)
    let isFirst = before?.syncedAt == nil
    quotes = QuoteIntake(connection, place: place, firstSeen: isFirst ? nil : options.now)
    names = try NameIntake(connection, place: place)
  }

  mutating func run(_ snapshot: Snapshot, progress: (Int) -> Void) throws -> InstallReport {
    let header: SnapshotReader.Header
    switch snapshot {
    case .records(_, let read):
      header = SnapshotReader.Header()
      try read { batch in
        for record in batch { try quotes.take(record) }
        progress(quotes.found)
      }
    case .wire(let path, let files):
      header = try take(path, progress)
      for kind in NameKind.allCases {
        if let file = files[kind] { try take(kind, file, of: header) }
      }
    }
    try check(header)
    try quotes.removeUnseen()
    try names.replaceSchedule(header.schedule)
    if header.hasTombstones { try names.removeUnseenTombstones() }
    return try finish(header)
  }

  private mutating func take(
    _ path: FilePath, _ progress: (Int) -> Void
  ) throws -> SnapshotReader.Header {
    var reader = SnapshotReader(path)
    try reader.read { element, content, offset in
      switch element {
      case .quote:
        try quotes.take(content, at: offset)
        if quotes.found % 1000 == 0 { progress(quotes.found) }
      case .tombstone: try takeTombstone(content, at: offset)
      }
    }
    return reader.header
  }

  private mutating func takeTombstone(
    _ content: JSONElementScanner.Content, at offset: Int64
  ) throws {
    do {
      guard case .bytes(let bytes) = content else { throw RecordFlaw.notObject }
      try names.take(try WireFormat.tombstone(from: bytes))
    } catch let flaw as RecordFlaw {
      quotes.skip(flaw, slug: nil, place: "tombstone at byte \(offset)")
    }
  }

  /// Master data is a list by itself or under the name of its kind.
  private mutating func take(
    _ kind: NameKind, _ path: FilePath, of header: SnapshotReader.Header
  ) throws {
    try SnapshotReader.scan(path, arrays: [kind.plural], named: kind.fileName) { piece, offset in
      switch piece {
      case .element(_, .bytes(let bytes)):
        do { try names.take(kind, bytes) } catch let flaw as RecordFlaw {
          quotes.skip(flaw, slug: nil, place: "\(kind.fileName) at byte \(offset)")
        }
      case .member(WireFormat.generatedAt, .bytes(let bytes)):
        let instant = try JSONParser.parse(bytes).string.flatMap(WireFormat.instant)
        guard instant == header.generatedAt || options.accepting else {
          throw RefreshRefusal.otherGeneration(file: kind.fileName)
        }
      case .element, .member, .arrayStarts: break
      }
    }
    try names.removeUnseen(kind)
  }

  /// Everything that can be wrong with a snapshot as a whole.
  private func check(_ header: SnapshotReader.Header) throws(RefreshRefusal) {
    let report = quotes.report
    guard quotes.found > 0 else { throw .empty }
    guard report.count > 0 else {
      throw report.textless > 0
        ? .textless(records: report.textless) : .nothingUsable(report.skipped)
    }
    guard !options.accepting else { return }
    if let declared = header.count, declared != quotes.found {
      throw .countMismatch(declared: declared, found: quotes.found)
    }
    if let ours = before?.generatedAt, let theirs = header.generatedAt, theirs < ours {
      throw .older(than: ours, generatedAt: theirs)
    }
    let known = before?.count ?? 0
    if Double(report.count) < Double(known) * (1 - options.maximumLoss) {
      throw .shrunk(from: known, to: report.count)
    }
  }

  private mutating func finish(_ header: SnapshotReader.Header) throws -> InstallReport {
    var report = quotes.report
    report.isChanged =
      names.isChanged || report.added + report.changed + report.removed > 0
    report.revision = report.isChanged ? place.revision : state.revision
    try updateOrigin(header, report)
    guard report.isChanged else { return report }
    try names.touchQuotes()
    state.digest += quotes.delta
    state.digest += names.delta
    state.digest -= order
    state.digest += try CorpusReader(connection).orderDigest()
    state.count += report.added - report.removed
    try connection.append(state, at: options.now)
    return report
  }

  private func updateOrigin(_ header: SnapshotReader.Header, _ report: InstallReport) throws {
    let synced = report.isChanged ? options.now : before?.syncedAt ?? options.now
    try connection.run(
      """
      UPDATE origin SET etag = :etag, last_modified = :modified, generated_at = :generated,
        count = :count, accepted = :accepted, synced_at = :synced, skipped = :skipped,
        skipped_names = :names, refusal = NULL, refused_at = NULL
      WHERE id = :id
      """,
      [
        ":etag": .optional(options.validators.etag),
        ":modified": .optional(options.validators.lastModified),
        ":generated": .optional(header.generatedAt?.milliseconds),
        ":count": .integer(report.count), ":accepted": .blob(accepted),
        ":synced": .integer(synced.milliseconds), ":skipped": .integer(report.skipped.count),
        ":names": .text(JSONWriter.texts(report.skipped.names)), ":id": .integer(place.row),
      ])
  }
}
