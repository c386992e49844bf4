import ZitareBase
import ZitareSQLite

/// One snapshot on its way into the corpus, inside one transaction.
struct SnapshotInstallation {
  private let connection: Connection
  private let options: InstallOptions
  private let news: SnapshotNews
  private let place: OriginPlace
  private let before: OriginStatus?
  /// The digest of the origins' order before this one joined.
  private let order: ContentDigest
  private var state: RevisionRow
  private var quotes: QuoteIntake
  private var names: NameIntake
  /// What the files of master data say of when they were made.
  private var generations: [NameKind: Timestamp] = [:]

  init(
    _ connection: Connection, origin: Origin, options: InstallOptions, news: SnapshotNews
  ) throws {
    let reader = CorpusReader(connection)
    self.connection = connection
    self.options = options
    self.news = news
    order = try reader.orderDigest()
    before = try reader.status(of: origin.id)
    state = RevisionRow(try reader.state())
    place = OriginPlace(
      origin: origin.id, row: try connection.row(of: origin), revision: state.revision + 1)
    let isFirst = before?.syncedAt == nil
    quotes = try QuoteIntake(
      connection, place: place, firstSeen: isFirst ? nil : options.now)
    names = try NameIntake(connection, place: place)
  }

  mutating func run(progress: (Int) -> Void) throws -> InstallReport {
    var header = SnapshotReader.Header()
    header.generatedAt = before?.generatedAt
    switch news.quotes?.content {
    case nil: break
    case .records(let read):
      header.generatedAt = nil
      try read { batch in
        for record in batch { try quotes.take(record) }
        progress(quotes.found)
      }
    case .file(let path): header = try take(path, progress)
    }
    for kind in NameKind.allCases {
      if let item = news.names[kind] { try take(kind, item.content) }
    }
    try checkGenerations(header)
    if news.quotes != nil { try settle(header) }
    return try finish(header)
  }

  /// Looks at the quotations as a whole and lets go of what they do not name.
  private mutating func settle(_ header: SnapshotReader.Header) throws {
    try check(header)
    try quotes.removeUnseen(of: before?.count ?? 0)
    try quotes.finish()
    try names.replaceSchedule(header.schedule)
    if header.hasTombstones { try names.removeUnseenTombstones() }
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
  private mutating func take(_ kind: NameKind, _ path: FilePath) throws {
    try SnapshotReader.scan(path, arrays: [kind.plural], named: kind.fileName) { piece, offset in
      switch piece {
      case .element(_, .bytes(let bytes)):
        do { try names.take(kind, bytes) } catch let flaw as RecordFlaw {
          quotes.skip(flaw, slug: nil, place: "\(kind.fileName) at byte \(offset)")
        }
      case .member(WireFormat.generatedAt, .bytes(let bytes)):
        generations[kind] = try JSONParser.parse(bytes).string.flatMap(WireFormat.instant)
      case .element, .member, .arrayStarts: break
      }
    }
    try names.removeUnseen(kind)
  }

  /// Master data that says when it was made is of the same time as the quotations.
  private func checkGenerations(_ header: SnapshotReader.Header) throws {
    guard !options.accepting else { return }
    let known = try CorpusReader(connection).masterData(of: place.origin)
    for kind in NameKind.allCases {
      let generation =
        news.unchangedNames.contains(kind) ? known[kind]?.generatedAt : generations[kind]
      if let generation, generation != header.generatedAt {
        throw RefreshRefusal.otherGeneration(file: kind.fileName)
      }
    }
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
    if news.quotes == nil { report.unchanged = before?.count ?? 0 }
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
    if let item = news.quotes {
      try update(item, header, report)
    } else if report.skipped.count > 0 {
      try addSkipped(report.skipped)
    }
    if report.isChanged {
      try connection.run(
        "UPDATE origin SET synced_at = :synced WHERE id = :id",
        [":synced": .integer(options.now.milliseconds), ":id": .integer(place.row)])
    }
    try connection.run(
      "UPDATE origin SET refusal = NULL, refused_at = NULL WHERE id = :id",
      [":id": .integer(place.row)])
    for (kind, item) in news.names { try update(kind, item) }
    try connection.note(news, of: place.row)
  }

  private func update(
    _ item: SnapshotNews.Item<SnapshotNews.Quotes>, _ header: SnapshotReader.Header,
    _ report: InstallReport
  ) throws {
    try connection.run(
      """
      UPDATE origin SET etag = :etag, last_modified = :modified, validated = :validated,
        generated_at = :generated, count = :count, accepted = :accepted, synced_at = coalesce(synced_at, :now),
        skipped = :skipped, skipped_names = :names
      WHERE id = :id
      """,
      [
        ":etag": .optional(item.validators.etag),
        ":modified": .optional(item.validators.lastModified),
        ":validated": .optional(item.validators.address),
        ":generated": .optional(header.generatedAt?.milliseconds),
        ":count": .integer(report.count), ":accepted": .blob(item.digest),
        ":now": .integer(options.now.milliseconds), ":skipped": .integer(report.skipped.count),
        ":names": .text(JSONWriter.texts(report.skipped.names)), ":id": .integer(place.row),
      ])
  }

  /// Names what was left out of master data that came without quotations.
  private func addSkipped(_ skipped: SkippedRecords) throws {
    let names = (before?.skippedNames ?? []) + skipped.names
    try connection.run(
      "UPDATE origin SET skipped = skipped + :count, skipped_names = :names WHERE id = :id",
      [
        ":count": .integer(skipped.count),
        ":names": .text(JSONWriter.texts(Array(names.prefix(SkippedRecords.nameLimit)))),
        ":id": .integer(place.row),
      ])
  }

  private func update(_ kind: NameKind, _ item: SnapshotNews.Item<FilePath>) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO master_data
        (origin_id, kind, etag, last_modified, validated, generated_at, accepted)
      VALUES (:origin, :kind, :etag, :modified, :validated, :generated, :accepted)
      """,
      [
        ":origin": .integer(place.row), ":kind": .integer(kind.rawValue),
        ":etag": .optional(item.validators.etag),
        ":modified": .optional(item.validators.lastModified),
        ":validated": .optional(item.validators.address),
        ":generated": .optional(generations[kind]?.milliseconds),
        ":accepted": .blob(item.digest),
      ])
  }
}
