import ZitareBase
import ZitareSQLite

/// What of a snapshot is not known yet, told by the digests of its files.
struct SnapshotNews {
  /// A file, or records that come by other means, and a digest of them and of how they are read.
  struct Item<Content> {
    let content: Content
    let validators: Validators
    let digest: [UInt8]
  }

  enum Quotes {
    case file(FilePath)
    case records((_ take: ([QuoteRecord]) throws -> Void) throws -> Void)
  }

  private(set) var quotes: Item<Quotes>?
  private(set) var names: [NameKind: Item<FilePath>] = [:]
  /// Master data that is as it was taken in last.
  private(set) var unchangedNames: Set<NameKind> = []
  /// Validators of files whose bytes are known.
  private(set) var knownQuotes: Validators?
  private(set) var knownNames: [NameKind: Validators] = [:]

  init(_ snapshot: Snapshot, from origin: OriginID, reader: CorpusReader) throws {
    let accepted = try reader.accepted(from: origin)
    switch snapshot {
    case .records(let digest, let validators, let read):
      let item = Item(
        content: Quotes.records(read), validators: validators,
        digest: Self.digest("records", Array(digest.utf8)))
      if item.digest == accepted { knownQuotes = validators } else { quotes = item }
    case .wire(let snapshot):
      if let file = snapshot.quotes {
        let item = Item(
          content: Quotes.file(file.path), validators: file.validators,
          digest: try Self.digest("quotes", of: file))
        if item.digest == accepted { knownQuotes = file.validators } else { quotes = item }
      }
      try take(snapshot, known: try reader.masterData(of: origin))
    }
  }

  var isEmpty: Bool { quotes == nil && names.isEmpty }

  private mutating func take(
    _ snapshot: WireSnapshot, known: [NameKind: MasterData]
  ) throws {
    unchangedNames = snapshot.unchangedNames
    for (kind, file) in snapshot.names {
      let digest = try Self.digest(kind.plural, of: file)
      if known[kind]?.accepted == digest {
        knownNames[kind] = file.validators
        unchangedNames.insert(kind)
      } else {
        names[kind] = Item(content: file.path, validators: file.validators, digest: digest)
      }
    }
  }

  private static func digest(_ kind: String, of file: WireFile) throws -> [UInt8] {
    digest(kind, try file.sha256 ?? SHA256.digest(ofFile: file.path))
  }

  private static func digest(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    SHA256.digest([WireFormat.version] + Array("\(kind) ".utf8) + content)
  }
}

/// A file of master data as it was taken in last.
struct MasterData {
  let validators: Validators
  let generatedAt: Timestamp?
  let accepted: [UInt8]
}

extension CorpusReader {
  func masterData(of origin: OriginID) throws(SQLiteError) -> [NameKind: MasterData] {
    let rows = try connection.rows(
      """
      SELECT m.kind, m.etag, m.last_modified, m.generated_at, m.accepted, m.validated
      FROM master_data m JOIN origin o ON o.id = m.origin_id WHERE o.name = :name
      """, [":name": .text(origin.string)]
    ) { row in
      (
        kind: NameKind(rawValue: Int(row.integer(0))),
        data: MasterData(
          validators: Validators(
            etag: row.optionalText(1), lastModified: row.optionalText(2),
            address: row.optionalText(5)),
          generatedAt: row.instant(3), accepted: row.blob(4))
      )
    }
    return rows.reduce(into: [:]) { known, row in
      if let kind = row.kind { known[kind] = row.data }
    }
  }

  /// What the server said of the master data that was taken in last; for conditional requests.
  public func nameValidators(of origin: OriginID) throws -> [NameKind: Validators] {
    try masterData(of: origin).mapValues(\.validators)
  }
}
