public import ZitareBase
import ZitareSQLite

extension CorpusReader {
  /// The daily choice for a deck, as `DailySelection.timeline` makes it from the whole deck.
  ///
  /// A year is played in little memory: only few quotations can come first on one of its days. Where
  /// those do not suffice, as with a deck of one author, more are looked at, and at last all.
  ///
  /// What is hidden counts as taken back on the day it was hidden.
  public func timeline(
    of deck: Deck, without hidden: HiddenQuotes = HiddenQuotes(),
    honouring anniversaries: Bool = false,
    history: [HistoryEntry], from today: CivilDate, days: Int, shown: [CivilDate: String] = [:]
  ) throws -> DailyTimeline {
    try consistently {
      var selection = DailySelection(
        pool: CandidatePool([]), deck: deck, schedule: try schedule(),
        anniversaries: try anniversaries ? self.anniversaries() : .none, history: history,
        takenBack: try removals())
      let window = selection.window(from: today, days: days, shown: shown)
      let rows = DeckRows(connection, deck, without: hidden)
      for width in [16, 512] {
        selection.pool = try sieved(rows, window, width: width)
        if let timeline = selection.decided(from: today, days: days, shown: shown) {
          return timeline
        }
      }
      selection.pool = try candidates(of: deck, without: hidden)
      return selection.timeline(from: today, days: days, shown: shown)
    }
  }

  /// The few of a deck that can come first.
  private func sieved(
    _ rows: DeckRows, _ window: DailyWindow, width: Int
  ) throws -> CandidatePool {
    var sieve = CandidateSieve(window, width: width)
    var keys = DailyKeys()
    try rows.forEachRow { row, span in
      let author = window.anniversaries.isEmpty ? nil : row.optionalText(DeckRows.author)
      if sieve.wants(DeckRows.key(of: row, &keys), span, author: author) {
        sieve.keep(DeckRows.candidate(row, span))
      }
    }
    return sieve.finish()
  }

  /// The whole deck, with those that were taken back.
  func candidates(
    of deck: Deck, without hidden: HiddenQuotes = HiddenQuotes()
  ) throws -> CandidatePool {
    var builder = CandidatePool.Builder()
    try consistently {
      try DeckRows(connection, deck, without: hidden).forEachRow { row, span in
        builder.append(DeckRows.candidate(row, span))
      }
    }
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

  /// When quotations that go by their bare slug were taken back; of several origins the first counts.
  private func removals() throws -> [String: CivilDate] {
    var days: [String: CivilDate] = [:]
    try connection.query(
      """
      SELECT t.slug, t.removed_at FROM tombstone t JOIN origin o ON o.id = t.origin_id
      WHERE t.removed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM quote q WHERE q.slug = t.slug)
      ORDER BY o.rank DESC
      """
    ) { row in days[row.text(0)] = row.instant(1).map { DailySelection.date(of: $0.dayNumber()) } }
    return days
  }

  /// The days of the authors; of several origins that know one the first counts.
  private func anniversaries() throws -> Anniversaries {
    var days: [String: Set<DayOfYear>] = [:]
    try connection.query(
      """
      SELECT n.slug, n.born, n.died FROM name n JOIN origin o ON o.id = n.origin_id
      WHERE n.kind = 1 AND (n.born IS NOT NULL OR n.died IS NOT NULL) ORDER BY o.rank DESC
      """
    ) { row in
      let dates = [row.optionalText(1), row.optionalText(2)].compactMap { $0 }
      days[row.text(0)] = Set(dates.compactMap { LifeDate($0).flatMap { DayOfYear($0) } })
    }
    return Anniversaries(days)
  }
}
