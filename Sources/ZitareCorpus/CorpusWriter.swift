public import ZitareBase
import ZitareSQLite

/// The one writer of the corpus; while it lives, no other can be made.
///
/// It belongs to the thread or actor that opened it.
public final class CorpusWriter {
  let connection: Connection
  private let lock: FileLock
  /// Reads what this writer has written.
  public let reader: CorpusReader

  init(_ connection: Connection, lock: consuming FileLock) {
    self.connection = connection
    self.lock = lock
    reader = CorpusReader(connection)
  }

  /// Makes the corpus hold what the origin offers, or throws and leaves it as it was.
  ///
  /// Known bytes with known validators write nothing. Anything else happens in one transaction: readers
  /// see the old corpus until it is complete. A `RefreshRefusal` is kept for `status` before it is
  /// thrown. `progress` gets the number of records read, about every thousand.
  public func install(
    _ snapshot: Snapshot, from origin: Origin, options: InstallOptions,
    progress: (Int) -> Void = { _ in }
  ) throws -> InstallReport {
    let news = try SnapshotNews(snapshot, from: origin.id, reader: reader)
    if news.isEmpty { return try keep(origin, news) }
    do {
      return try connection.transaction {
        var installation = try SnapshotInstallation(
          connection, origin: origin, options: options, news: news)
        return try installation.run(progress: progress)
      }
    } catch let refusal as RefreshRefusal {
      try note(refusal: refusal.description, from: origin, at: options.now)
      throw refusal
    }
  }

  /// Notes that the origin has nothing new, which ends an earlier refusal; else it writes nothing.
  public func noteUnchanged(_ origin: OriginID) throws {
    guard try reader.status(of: origin)?.refusal != nil else { return }
    try connection.run(
      "UPDATE origin SET refusal = NULL, refused_at = NULL WHERE name = :name",
      [":name": .text(origin.string)])
  }

  /// Keeps why the origin's last answer was not taken in; the same reason again writes nothing.
  public func note(refusal: String, from origin: Origin, at now: Timestamp) throws {
    guard try reader.status(of: origin.id)?.refusal?.reason != refusal else { return }
    try connection.transaction {
      let row = try connection.row(of: origin)
      try connection.run(
        "UPDATE origin SET refusal = :refusal, refused_at = :at WHERE id = :id",
        [":refusal": .text(refusal), ":at": .integer(now.milliseconds), ":id": .integer(row)])
    }
  }

  /// Ranks the origins: on equal slugs the earlier one's quotation goes by the bare slug.
  ///
  /// Unknown ones are passed over, known ones that are not listed come last. The same order writes
  /// nothing; another one makes a new revision, which is told.
  @discardableResult
  public func arrange(_ origins: [OriginID], at now: Timestamp) throws -> Bool {
    guard let order = try reader.order(origins) else { return false }
    try connection.transaction {
      var state = RevisionRow(try reader.state())
      state.digest -= try reader.orderDigest()
      try connection.run("UPDATE origin SET rank = -rank")
      for (index, origin) in order.enumerated() {
        try connection.run(
          "UPDATE origin SET rank = :rank WHERE name = :name",
          [":rank": .integer(index + 1), ":name": .text(origin.string)])
      }
      state.digest += try reader.orderDigest()
      try connection.append(state, at: now)
    }
    return true
  }

  /// Removes an origin and its quotations, which makes a new revision; an unknown one writes nothing.
  public func forget(_ origin: OriginID, at now: Timestamp) throws {
    guard try reader.status(of: origin) != nil else { return }
    try connection.transaction {
      var state = RevisionRow(try reader.state())
      state.digest -= try reader.orderDigest()
      let row = try connection.rowID(of: origin) ?? 0
      let place = OriginPlace(origin: origin, row: row, revision: state.revision + 1)
      var quotes = try QuoteIntake(connection, place: place, firstSeen: nil)
      try quotes.removeUnseen(of: .max)
      var names = try NameIntake(connection, place: place)
      for kind in NameKind.allCases { try names.removeUnseen(kind) }
      try names.removeUnseenTombstones()
      try names.replaceSchedule([:])
      try connection.run("DELETE FROM sequence WHERE origin_id = :id", [":id": .integer(row)])
      try connection.run("DELETE FROM master_data WHERE origin_id = :id", [":id": .integer(row)])
      try connection.run("DELETE FROM origin WHERE id = :id", [":id": .integer(row)])
      state.digest += quotes.delta
      state.digest += names.delta
      state.digest += try reader.orderDigest()
      state.count -= quotes.report.removed
      try connection.append(state, at: now)
    }
  }

  /// Nothing is new but perhaps what the server says of the files.
  private func keep(_ origin: Origin, _ news: SnapshotNews) throws -> InstallReport {
    if try isOther(news, origin.id) {
      try connection.transaction {
        if let row = try connection.rowID(of: origin.id) { try connection.note(news, of: row) }
      }
    }
    try noteUnchanged(origin.id)
    var report = InstallReport()
    report.revision = try reader.state().revision
    report.unchanged = try reader.status(of: origin.id)?.count ?? 0
    return report
  }

  /// Whether the server calls a known file by other validators than before.
  private func isOther(_ news: SnapshotNews, _ origin: OriginID) throws -> Bool {
    if let quotes = news.knownQuotes, try quotes != reader.validators(of: origin) { return true }
    let known = try reader.nameValidators(of: origin)
    return news.knownNames.contains { known[$0.key] != $0.value }
  }
}

extension Connection {
  /// Notes what the server says of files whose bytes are known.
  func note(_ news: SnapshotNews, of origin: Int64) throws(SQLiteError) {
    if let validators = news.knownQuotes {
      try run(
        """
        UPDATE origin SET etag = :etag, last_modified = :modified, validated = :validated
        WHERE id = :id
        """,
        [
          ":etag": .optional(validators.etag), ":modified": .optional(validators.lastModified),
          ":validated": .optional(validators.address), ":id": .integer(origin),
        ])
    }
    for (kind, validators) in news.knownNames {
      try run(
        """
        UPDATE master_data SET etag = :etag, last_modified = :modified, validated = :validated
        WHERE origin_id = :origin AND kind = :kind
        """,
        [
          ":etag": .optional(validators.etag), ":modified": .optional(validators.lastModified),
          ":validated": .optional(validators.address), ":origin": .integer(origin),
          ":kind": .integer(kind.rawValue),
        ])
    }
  }
}

/// A row of `revision` about to be written.
struct RevisionRow {
  let revision: Int64
  var digest: ContentDigest
  var count: Int

  init(_ state: CorpusState) {
    revision = state.revision
    digest = ContentDigest(hexadecimal: state.digest)
    count = state.count
  }
}

extension Connection {
  /// The origin's row, made if it is missing; a new one ranks last.
  func row(of origin: Origin) throws -> Int64 {
    if let row = try rowID(of: origin.id) { return row }
    try run(
      """
      INSERT INTO origin (name, rank, address, site)
      VALUES (:name, (SELECT coalesce(max(rank), 0) + 1 FROM origin), :address, :site)
      """,
      [
        ":name": .text(origin.id.string), ":address": .text(origin.description),
        ":site": .optional(origin.site),
      ])
    return lastInsertedID
  }

  func rowID(of origin: OriginID) throws(SQLiteError) -> Int64? {
    try first("SELECT id FROM origin WHERE name = :name", [":name": .text(origin.string)]) {
      $0.integer(0)
    }
  }

  /// Adds the revision that follows the given one.
  func append(_ state: RevisionRow, at now: Timestamp) throws(SQLiteError) {
    try run(
      "INSERT INTO revision (revision, digest, count, at) VALUES (:revision, :digest, :count, :at)",
      [
        ":revision": .integer(state.revision + 1), ":digest": .blob(state.digest.bytes),
        ":count": .integer(state.count), ":at": .integer(now.milliseconds),
      ])
  }
}
