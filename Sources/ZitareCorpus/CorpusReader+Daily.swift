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
        anniversaries: try anniversaries ? self.anniversaries() : .none, history: history)
      let window = selection.window(from: today, days: days, shown: shown)
      for width in [16, 512] {
        var sieve = CandidateSieve(window, width: width)
        try forEachMember(of: deck, without: hidden) { sieve.take($0) }
        selection.pool = sieve.finish()
        if let timeline = selection.decided(from: today, days: days, shown: shown) {
          return timeline
        }
      }
      selection.pool = try candidates(of: deck, without: hidden)
      return selection.timeline(from: today, days: days, shown: shown)
    }
  }

  /// The whole deck, with those that were taken back.
  func candidates(
    of deck: Deck, without hidden: HiddenQuotes = HiddenQuotes()
  ) throws -> CandidatePool {
    var builder = CandidatePool.Builder()
    try forEachMember(of: deck, without: hidden) { builder.append($0) }
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

  private func forEachMember(
    of deck: Deck, without hidden: HiddenQuotes, _ body: (CandidatePool.Candidate) -> Void
  ) throws {
    try consistently {
      try forEachCandidate(of: deck, without: hidden, body)
      try forEachTombstone(without: hidden, body)
    }
  }

  private func forEachCandidate(
    of deck: Deck, without hidden: HiddenQuotes, _ body: (CandidatePool.Candidate) -> Void
  ) throws {
    var languages = AdmittedLanguages(deck)
    let needsThemes = !deck.themes.isEmpty || !hidden.slugs(of: .theme).isEmpty
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
      guard languages.contain(row.text(4)), deck.admits(epoch: row.optionalText(6)) else { return }
      let themes = needsThemes ? (try? JSONParser.parse(row.text(5)))?.strings ?? [] : []
      guard deck.admits(themes: themes) else { return }
      let (slug, author) = (row.text(0), row.optionalText(3))
      body(
        CandidatePool.Candidate(
          slug: row.integer(2) == 0 ? slug : "\(row.text(1)):\(slug)", author: author,
          published: row.instant(7)?.utcDate,
          removedOn: hidden.day(of: slug, author: author, themes: themes)))
    }
  }

  /// A tombstone says nothing of language or theme, so it takes part in every deck; one without a day
  /// of removal takes part in none.
  ///
  /// Of several with one name the earliest origin's counts.
  private func forEachTombstone(
    without hidden: HiddenQuotes, _ body: (CandidatePool.Candidate) -> Void
  ) throws {
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
      let (slug, author) = (row.text(0), row.optionalText(3))
      let removals = [
        row.instant(5)?.utcDate, hidden.day(of: slug, author: author, themes: []),
      ]
      body(
        CandidatePool.Candidate(
          slug: row.integer(2) == 0 ? slug : "\(row.text(1)):\(slug)", author: author,
          published: row.instant(4)?.utcDate, removedOn: removals.compactMap { $0 }.min()))
    }
  }
}

/// Remembers which languages a deck admits: records have few different ones.
private struct AdmittedLanguages {
  private let deck: Deck
  private var known: [String: Bool] = [:]

  init(_ deck: Deck) { self.deck = deck }

  mutating func contain(_ language: String) -> Bool {
    if let isAdmitted = known[language] { return isAdmitted }
    let isAdmitted = deck.admits(language: language)
    if known.count < 1000 { known[language] = isAdmitted }
    return isAdmitted
  }
}

extension Timestamp {
  /// The day in UTC, which is the same on every device.
  fileprivate var utcDate: CivilDate {
    CivilDate(daysSinceEpoch: Int(seconds.dividedDown(by: 86_400).quotient))
  }
}
