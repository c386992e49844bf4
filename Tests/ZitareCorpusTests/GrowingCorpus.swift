import TestSupport
import ZitareBase

@testable import ZitareCorpus

/// A corpus that grows by five quotations a week and loses some, day by day, as an origin's would.
///
/// Sizes and numbers are those of the simulation by which the rule was chosen.
struct GrowingCorpus {
  static let start = CivilDate(daysSinceEpoch: 20_454)  // day 0 of the rule

  private var quotes: [CandidatePool.Candidate] = []
  private var published: [CivilDate] = []
  private(set) var removals: [String: CivilDate] = [:]

  /// - Parameter monthlyRemovals: how many are taken back in thirty days.
  init(days: Int, monthlyRemovals: Int, seed: UInt64 = 1) {
    var chance = SeededGenerator(seed: seed)
    var remaining: [String] = []
    func add(on date: CivilDate) {
      // A few authors have most of the quotations.
      let author = Int.random(in: 0..<40, using: &chance) * Int.random(in: 0..<40, using: &chance)
      let slug = "q\(quotes.count)"
      quotes.append(
        CandidatePool.Candidate(slug: slug, author: "a\(author / 40)", published: date))
      published.append(date)
      remaining.append(slug)
    }
    for _ in 0..<300 { add(on: Self.start.adding(days: -400)) }
    for day in 0..<days {
      let date = Self.start.adding(days: day)
      if Int.random(in: 0..<7, using: &chance) < 5 { add(on: date) }
      if Int.random(in: 0..<30, using: &chance) < monthlyRemovals {
        let index = Int.random(in: remaining.indices, using: &chance)
        removals[remaining.remove(at: index)] = date
      }
    }
  }

  /// What a snapshot of that day holds, with its tombstones.
  func snapshot(on date: CivilDate) -> [CandidatePool.Candidate] {
    var candidates: [CandidatePool.Candidate] = []
    for (quote, day) in zip(quotes, published) where day <= date {
      var candidate = quote
      if let removal = removals[quote.slug], removal <= date { candidate.removedOn = removal }
      candidates.append(candidate)
    }
    return candidates
  }
}

/// A computer that renders its timeline every day, and keeps a history.
struct DailyDevice {
  private var history: [HistoryEntry] = []
  private(set) var timeline = DailyTimeline(missing: [], picks: [])

  /// What it has shown on each day, the first one first.
  private(set) var shown: [DailyPick] = []
  /// How many of the days it had foretold came out otherwise after a day's news, and of how many.
  private(set) var changed = 0
  private(set) var foretold = 0

  mutating func live(on today: CivilDate, with candidates: [CandidatePool.Candidate]) {
    let past = timeline.picks.filter { $0.date < today }.map { ($0.date, $0.slug) }
    let removals = candidates.compactMap { quote in quote.removedOn.map { (quote.slug, $0) } }
    let next = DailySelection(
      pool: CandidatePool(candidates), deck: Deck(), history: history,
      takenBack: Dictionary(uniqueKeysWithValues: removals)
    ).timeline(from: today, days: 14, shown: Dictionary(uniqueKeysWithValues: past))
    let slugs = Dictionary(uniqueKeysWithValues: next.picks.map { ($0.date, $0.slug) })
    for pick in timeline.picks where pick.date >= today {
      foretold += 1
      if slugs[pick.date] != pick.slug { changed += 1 }
    }
    history += next.missing
    timeline = next
    if let first = next.picks.first { shown.append(first) }
  }
}
