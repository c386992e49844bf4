import ZitareBase
import ZitareSQLite

/// Reads the corpus; it never waits for a refresh.
///
/// It belongs to the thread or actor that opened it. Each call sees the newest complete corpus;
/// `consistently` makes several see the same one.
public final class CorpusReader {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Runs `body` over one unchanging corpus.
  public func consistently<R>(_ body: () throws -> R) throws -> R {
    guard !connection.isInTransaction else { return try body() }
    return try connection.readTransaction(body)
  }

  /// The newest revision.
  public func state() throws -> CorpusState {
    try connection.first(
      "SELECT revision, digest, count FROM revision ORDER BY revision DESC LIMIT 1"
    ) {
      CorpusState(
        revision: $0.integer(0), digest: $0.blob(1).hexadecimal, count: Int($0.integer(2)))
    } ?? .nothing
  }

  /// The quotation of that name, a slug or `origin:slug`; a bare slug finds the earliest origin's.
  public func quote(named name: String) throws -> Quote? {
    if let key = QuoteKey(name) { return try quote(key) }
    return try quotes(
      """
      SELECT * FROM document WHERE slug = :slug AND NOT is_shadowed
      """, [":slug": .text(name)]
    ).first
  }

  public func quote(_ key: QuoteKey) throws -> Quote? {
    try quotes(
      "SELECT * FROM document WHERE slug = :slug AND origin = :origin",
      [":slug": .text(key.slug), ":origin": .text(key.origin.string)]
    ).first
  }
}

extension CorpusReader {
  /// Whether the corpus has been in this state.
  public func isPast(_ state: CorpusState) throws -> Bool {
    if state == .nothing { return true }
    let digest = try connection.first(
      "SELECT digest FROM revision WHERE revision = :revision",
      [":revision": .integer(state.revision)]
    ) { $0.blob(0).hexadecimal }
    return digest == state.digest
  }

  /// Origins that were removed after a revision with all that they had, and did not come back.
  public func forgottenOrigins(since revision: Int64) throws -> [OriginID] {
    try connection.rows(
      """
      SELECT DISTINCT origin FROM removal
      WHERE revision > :revision AND origin NOT IN (SELECT name FROM origin)
      """, [":revision": .integer(revision)]
    ) { OriginID(stringLiteral: $0.text(0)) }
  }

  /// What the quotation's origin calls its language, `Deutsch` for `de`; nil where it does not say.
  public func languageName(of quote: Quote) throws -> String? {
    guard let origin = try connection.rowID(of: quote.key.origin) else { return nil }
    let primary = String(quote.language.prefix { $0 != "-" })
    return try name(of: .language, quote.language, origin)
      ?? name(of: .language, primary, origin)
  }

  struct Document {
    let id: Int64
    let revision: Int64
    let quote: Quote
  }

  private func quotes(_ sql: StaticString, _ values: Bindings) throws -> [Quote] {
    try documents(sql, values).map(\.quote)
  }

  /// Reads all columns of the view `document`.
  func documents(_ sql: StaticString, _ values: Bindings) throws -> [Document] {
    var documents: [Document] = []
    try connection.query(sql, values) { row in
      let origin = row.integer(28)
      var failure: SQLiteError?
      let quote = Quote(
        QuoteRecord(documentRow: row), origin: OriginID(stringLiteral: row.text(21)),
        site: row.optionalText(22), isShadowed: row.integer(23) != 0,
        authorName: row.optionalText(24), sourceTitle: row.optionalText(25)
      ) { kind, slug in
        do throws(SQLiteError) { return try name(of: kind, slug, origin) } catch {
          failure = error
          return nil
        }
      }
      if let failure { throw failure }
      documents.append(Document(id: row.integer(0), revision: row.integer(27), quote: quote))
    }
    return documents
  }

  private func name(
    of kind: NameKind, _ slug: String, _ origin: Int64
  ) throws(SQLiteError) -> String? {
    try connection.first(
      "SELECT name FROM name WHERE kind = :kind AND origin_id = :origin AND slug = :slug",
      [":kind": .integer(kind.rawValue), ":origin": .integer(origin), ":slug": .text(slug)]
    ) { $0.text(0) }
  }
}

extension CorpusReader {
  /// All origins, the one that wins on equal slugs first.
  public func statuses() throws -> [OriginStatus] {
    try connection.rows(
      """
      SELECT name, address, etag, last_modified, generated_at, count, synced_at, skipped,
        skipped_names, refusal, refused_at, validated
      FROM origin ORDER BY rank
      """
    ) { row in
      OriginStatus(
        id: OriginID(stringLiteral: row.text(0)), address: row.text(1),
        validators: Validators(
          etag: row.optionalText(2), lastModified: row.optionalText(3),
          address: row.optionalText(11)),
        generatedAt: row.instant(4), count: Int(row.integer(5)), syncedAt: row.instant(6),
        skippedCount: Int(row.integer(7)),
        skippedNames: (try? JSONParser.parse(row.text(8)))?.strings ?? [],
        refusal: row.instant(10).map { OriginStatus.Refusal(reason: row.text(9), since: $0) })
    }
  }

  public func status(of origin: OriginID) throws -> OriginStatus? {
    try statuses().first { $0.id == origin }
  }

  /// The known origins in the wanted order, those that it does not list last; nil where they have it.
  public func order(_ wanted: [OriginID]) throws -> [OriginID]? {
    let known = try statuses().map(\.id)
    var order: [OriginID] = []
    for origin in wanted + known where known.contains(origin) && !order.contains(origin) {
      order.append(origin)
    }
    return order == known ? nil : order
  }

  /// What the server said of the snapshot that was taken in last; for a conditional request.
  public func validators(of origin: OriginID) throws -> Validators {
    try status(of: origin)?.validators ?? Validators()
  }

  func accepted(from origin: OriginID) throws -> [UInt8]? {
    try connection.first(
      "SELECT accepted FROM origin WHERE name = :name", [":name": .text(origin.string)]
    ) { $0.optionalBlob(0) } ?? nil
  }

  /// The order of those origins that have been imported decides who is shown by a bare slug.
  func orderDigest() throws -> ContentDigest {
    let origins = try statuses().filter { $0.syncedAt != nil }.map(\.id.string)
    guard !origins.isEmpty else { return ContentDigest() }
    var fields = FieldDigest("order")
    fields.add(origins)
    return fields.digest
  }
}

extension Row {
  func instant(_ column: Int) -> Timestamp? {
    optionalInteger(column).map { Timestamp(milliseconds: $0) }
  }
}
