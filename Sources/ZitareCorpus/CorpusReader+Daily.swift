public import ZitareBase
import ZitareSQLite

extension CorpusReader {
  /// The daily choice for a deck, as `DailySelection.timeline` makes it from the whole deck.
  ///
  /// A year is played in little memory: only few quotations can come first on one of its days. Where
  /// those do not suffice, as with a deck of one author, more are looked at, and at last all.
  public func timeline(
    of deck: Deck, history: [HistoryEntry], from today: CivilDate, days: Int,
    shown: [CivilDate: String] = [:]
  ) throws -> DailyTimeline {
    try consistently {
      var selection = DailySelection(
        pool: CandidatePool([]), deck: deck, schedule: try schedule(), history: history)
      let window = selection.window(from: today, days: days, shown: shown)
      for width in [16, 512] {
        var sieve = CandidateSieve(window, width: width)
        try forEachMember(of: deck) { sieve.take($0) }
        selection.pool = sieve.finish()
        if let timeline = selection.decided(from: today, days: days, shown: shown) {
          return timeline
        }
      }
      selection.pool = try candidates(of: deck)
      return selection.timeline(from: today, days: days, shown: shown)
    }
  }

  /// The whole deck, with those that were taken back.
  func candidates(of deck: Deck) throws -> CandidatePool {
    var builder = CandidatePool.Builder()
    try forEachMember(of: deck) { builder.append($0) }
    return builder.finish()
  }

  /// The origins' own choices; for one day the earlier origin's counts.
  func schedule() throws -> [CivilDate: String] {
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

  private func forEachMember(
    of deck: Deck, _ body: (CandidatePool.Candidate) -> Void
  ) throws {
    try consistently {
      try forEachCandidate(of: deck, body)
      try forEachTombstone(body)
    }
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
      FROM quote q CROSS JOIN origin o ON o.id = q.origin_id  -- in the order of the rows
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
  ///
  /// Of several with one name the earliest origin's counts.
  private func forEachTombstone(_ body: (CandidatePool.Candidate) -> Void) throws {
    try connection.query(
      """
      SELECT t.slug, o.name, EXISTS (SELECT 1 FROM quote e WHERE e.slug = t.slug),
        t.author_slug, t.published_at, t.removed_at
      FROM tombstone t JOIN origin o ON o.id = t.origin_id
      WHERE t.removed_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM quote q WHERE q.slug = t.slug AND q.origin_id = t.origin_id)
      AND (EXISTS (SELECT 1 FROM quote e WHERE e.slug = t.slug) OR NOT EXISTS (
        SELECT 1 FROM origin eo JOIN tombstone e ON e.origin_id = eo.id AND e.slug = t.slug
        WHERE eo.rank < o.rank AND e.removed_at IS NOT NULL))
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
