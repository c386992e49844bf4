public import ZitareBase
import ZitareSQLite

extension CorpusReader {
  /// The quotations of a deck as the daily choice needs them, with those that were taken back.
  public func candidates(of deck: Deck) throws -> CandidatePool {
    var builder = CandidatePool.Builder()
    try consistently {
      try forEachCandidate(of: deck) { builder.append($0) }
      try forEachTombstone { builder.append($0) }
    }
    return builder.finish()
  }

  /// The origins' own choices; for one day the earlier origin's counts.
  public func schedule() throws -> [CivilDate: String] {
    var schedule: [CivilDate: String] = [:]
    try connection.query(
      """
      SELECT d.day, q.slug, o.name, EXISTS (
        SELECT 1 FROM quote e JOIN origin eo ON eo.id = e.origin_id
        WHERE e.slug = q.slug AND eo.rank < o.rank)
      FROM daily d JOIN origin o ON o.id = d.origin_id
      JOIN quote q ON q.origin_id = d.origin_id AND q.slug = d.slug
      ORDER BY o.rank DESC
      """
    ) { row in
      let date = CivilDate(daysSinceEpoch: Int(row.integer(0)))
      schedule[date] = row.integer(3) == 0 ? row.text(1) : "\(row.text(2)):\(row.text(1))"
    }
    return schedule
  }

  private func forEachCandidate(
    of deck: Deck, _ body: (CandidatePool.Candidate) -> Void
  ) throws {
    try connection.query(
      """
      SELECT q.slug, o.name, o.rank > (SELECT min(rank) FROM origin) AND EXISTS (
          SELECT 1 FROM quote e JOIN origin eo ON eo.id = e.origin_id
          WHERE e.slug = q.slug AND eo.rank < o.rank),
        q.author_slug, q.language, q.theme_slugs, q.epoch_slug,
        coalesce(q.published_at, q.first_seen)
      FROM quote q JOIN origin o ON o.id = q.origin_id ORDER BY q.slug
      """
    ) { row in
      guard deck.admits(language: row.text(4)), deck.admits(epoch: row.optionalText(6)),
        deck.themes.isEmpty
          || deck.admits(themes: (try? JSONParser.parse(row.text(5)))?.strings ?? [])
      else { return }
      let slug = row.text(0)
      body(
        CandidatePool.Candidate(
          slug: row.integer(2) == 0 ? slug : "\(row.text(1)):\(slug)",
          author: row.optionalText(3), published: row.instant(7)?.utcDate))
    }
  }

  /// A tombstone says nothing of language or theme, so it takes part in every deck; one without a day
  /// of removal takes part in none.
  private func forEachTombstone(_ body: (CandidatePool.Candidate) -> Void) throws {
    try connection.query(
      """
      SELECT t.slug, o.name, EXISTS (SELECT 1 FROM quote e WHERE e.slug = t.slug),
        t.author_slug, t.published_at, t.removed_at
      FROM tombstone t JOIN origin o ON o.id = t.origin_id
      WHERE t.removed_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM quote q WHERE q.slug = t.slug AND q.origin_id = t.origin_id)
      ORDER BY o.rank, t.slug
      """
    ) { row in
      let slug = row.text(0)
      body(
        CandidatePool.Candidate(
          slug: row.integer(2) == 0 ? slug : "\(row.text(1)):\(slug)",
          author: row.optionalText(3), published: row.instant(4)?.utcDate,
          removedOn: row.instant(5)?.utcDate))
    }
  }
}

extension Timestamp {
  /// The day in UTC, which is the same on every device.
  fileprivate var utcDate: CivilDate {
    CivilDate(daysSinceEpoch: Int(seconds.dividedDown(by: 86_400).quotient))
  }
}
