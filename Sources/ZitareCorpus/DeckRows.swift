import ZitareBase
import ZitareSQLite

/// The quotations of a deck in the corpus, with those that were taken back, row by row.
///
/// Of most rows only key and span are asked for, so their texts are not made: half a million are read in
/// half a second.
struct DeckRows {
  /// Columns of all rows.
  private static let slug = 0
  /// NULL where the quotation goes by its bare slug.
  private static let origin = 1
  static let author = 2

  private let connection: Connection
  private let deck: Deck
  private let hidden: HiddenQuotes

  init(_ connection: Connection, _ deck: Deck, without hidden: HiddenQuotes) {
    self.connection = connection
    self.deck = deck
    self.hidden = hidden
  }

  /// Hands over each row and the days on which its quotation takes part.
  func forEachRow(_ body: (borrowing Row, CandidatePool.Span) -> Void) throws {
    try forEachQuote(body)
    try forEachTombstone(body)
  }

  static func candidate(
    _ row: borrowing Row, _ span: CandidatePool.Span
  ) -> CandidatePool.Candidate {
    CandidatePool.Candidate(
      name: name(row), author: row.optionalText(author), span: span)
  }

  /// The key of what the quotation is called by.
  static func key(of row: borrowing Row, _ keys: inout DailyKeys) -> UInt64 {
    guard row.isNull(origin) else { return keys.key(of: name(row)) }
    return row.bytes(slug) { keys.key(of: $0) }
  }

  private static func name(_ row: borrowing Row) -> String {
    row.isNull(origin) ? row.text(slug) : "\(row.text(origin)):\(row.text(slug))"
  }

  private func forEachQuote(_ body: (borrowing Row, CandidatePool.Span) -> Void) throws {
    var languages = AdmittedLanguages(deck)
    let needsThemes = !deck.themes.isEmpty || !hidden.slugs(of: .theme).isEmpty
    // In the order of the rows; most corpora have one origin, which is first.
    try connection.query(
      """
      SELECT slug, iif(origin_id = (SELECT id FROM origin ORDER BY rank LIMIT 1), NULL, (
          SELECT o.name FROM origin o WHERE o.id = origin_id AND EXISTS (
            SELECT 1 FROM quote e JOIN origin eo ON eo.id = e.origin_id
            WHERE e.slug = quote.slug AND eo.rank < o.rank))),
        author_slug, language, theme_slugs, epoch_slug, coalesce(published_at, first_seen)
      FROM quote
      """
    ) { row in
      guard languages.contain(row.text(3)),
        deck.epochs.isEmpty || deck.admits(epoch: row.optionalText(5))
      else { return }
      let themes = needsThemes ? (try? JSONParser.parse(row.text(4)))?.strings ?? [] : []
      guard deck.admits(themes: themes) else { return }
      let removal =
        hidden.isEmpty
        ? nil
        : hidden.day(
          of: row.text(Self.slug), author: row.optionalText(Self.author), themes: themes)
      body(
        row,
        CandidatePool.Span(published: row.instant(6), removed: removal.map(DailySelection.number)))
    }
  }

  /// A tombstone says nothing of language or theme, so it takes part in every deck; one without a day
  /// of removal takes part in none.
  ///
  /// Of several with one name the earliest origin's counts.
  private func forEachTombstone(_ body: (borrowing Row, CandidatePool.Span) -> Void) throws {
    try connection.query(
      """
      SELECT t.slug, iif(EXISTS (SELECT 1 FROM quote e WHERE e.slug = t.slug), o.name, NULL),
        t.author_slug, t.published_at, t.removed_at
      FROM tombstone t JOIN origin o ON o.id = t.origin_id
      WHERE t.removed_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM quote q WHERE q.slug = t.slug AND q.origin_id = t.origin_id)
      AND (EXISTS (SELECT 1 FROM quote e WHERE e.slug = t.slug) OR NOT EXISTS (
        SELECT 1 FROM origin eo JOIN tombstone e ON e.origin_id = eo.id AND e.slug = t.slug
        WHERE eo.rank < o.rank AND e.removed_at IS NOT NULL))
      """
    ) { row in
      let hiding = hidden.day(
        of: row.text(Self.slug), author: row.optionalText(Self.author), themes: [])
      let removals = [row.instant(4)?.dayNumber(), hiding.map(DailySelection.number)]
      body(
        row,
        CandidatePool.Span(
          published: row.instant(3), removed: removals.compactMap { $0 }.min()))
    }
  }
}

/// Remembers which languages a deck admits: records have few different ones.
private struct AdmittedLanguages {
  private let deck: Deck
  private var known: [String: Bool] = [:]

  init(_ deck: Deck) { self.deck = deck }

  mutating func contain(_ language: String) -> Bool {
    if deck.languages.isEmpty { return true }
    if let isAdmitted = known[language] { return isAdmitted }
    let isAdmitted = deck.admits(language: language)
    if known.count < 1000 { known[language] = isAdmitted }
    return isAdmitted
  }
}

extension CandidatePool.Span {
  /// - Parameter published: when the quotation was published or first seen; nil: long ago.
  fileprivate init(published: Timestamp?, removed: Int32?) {
    self.init(
      eligible: published.map { $0.dayNumber(after: DailySelection.delay) } ?? .min,
      removed: removed ?? .max)
  }
}

extension Timestamp {
  /// The number of the day in UTC, which is the same on every device, or of one so many days after it.
  func dayNumber(after days: Int = 0) -> Int32 {
    DailySelection.number(ofDay: Int(seconds.dividedDown(by: 86_400).quotient) + days)
  }
}
