public import ZitareBase

/// Rule `pool-1` of the quotation of the day; docs/selection.md specifies it.
///
/// It is a pure function: the same pool, schedule, anniversaries, history and day give the same timeline.
public struct DailySelection {
  public static let rule = "pool-1"
  /// Days between publication and eligibility, so that devices with older snapshots agree.
  public static let delay = 14
  /// Days of the history that are looked through for what had been taken back by then: devices whose
  /// snapshots are further apart agree on nothing.
  static let hearing = 2 * delay
  /// At most so many of the last days stay blocked when a new cycle begins.
  static let blockLimit = 180
  /// Day 0, 2026-01-01, counted from 1970-01-01.
  private static let firstDay = 20_454
  static let epoch = CivilDate(daysSinceEpoch: firstDay)

  var pool: CandidatePool
  private let deck: String
  private let schedule: [CivilDate: String]
  private let anniversaries: Anniversaries
  private let history: [HistoryEntry]
  private let known: [CivilDate: HistoryEntry]
  private let takenBack: [String: CivilDate]

  /// `schedule` is the origin's own choice for single days; of `history` the deck's entries count;
  /// `takenBack` has the days on which quotations of the history were removed.
  init(
    pool: CandidatePool, deck: Deck, schedule: [CivilDate: String] = [:],
    anniversaries: Anniversaries = .none, history: [HistoryEntry] = [],
    takenBack: [String: CivilDate] = [:]
  ) {
    self.takenBack = takenBack
    self.pool = pool
    self.deck = deck.id
    self.schedule = schedule
    self.anniversaries = anniversaries
    known = Dictionary(
      history.lazy.filter { $0.deck == deck.id }.map { ($0.date, $0) },
      uniquingKeysWith: { first, _ in first })
    self.history = known.values.sorted { $0.date < $1.date }
  }

  /// The choice for `days` days from `today` on, and the days before that the history lacks.
  ///
  /// `shown` is what an earlier timeline had for days that have passed since: they enter the history as
  /// they were, the other missing days as this rule replays them.
  public func timeline(
    from today: CivilDate, days: Int, shown: [CivilDate: String] = [:]
  ) -> DailyTimeline {
    guard let timeline = decided(from: today, days: days, shown: shown) else {
      preconditionFailure("the pool leaves out what the timeline needs")
    }
    return timeline
  }

  /// The same, nil where the pool leaves out too much to tell.
  func decided(
    from today: CivilDate, days: Int, shown: [CivilDate: String]
  ) -> DailyTimeline? {
    var (table, corrections) = restored(before: today)
    var missing: [HistoryEntry] = []
    var date = firstMissing(before: today, shown)
    while date < today {
      let pick =
        shown[date].map { repeated($0, on: date, &table) }
        ?? choose(date, &table, isPast: true)
      if let pick {
        missing.append(entry(for: pick, corrections))
        corrections = [:]
      }
      date = date.adding(days: 1)
    }
    let picks = (0..<days).compactMap {
      choose(today.adding(days: $0), &table, isPast: false)
    }
    return table.isDecided ? DailyTimeline(missing: missing, picks: picks) : nil
  }

  /// What a pool must suffice for.
  func window(
    from today: CivilDate, days: Int, shown: [CivilDate: String]
  ) -> DailyWindow {
    let missing = firstMissing(before: today, shown)
    let first = Self.number(of: min(missing, firstUnheard(before: today) ?? missing))
    let end = Self.number(of: today.adding(days: days))
    let days = first..<max(first, end)
    return DailyWindow(
      days: days, today: Self.number(of: today), anniversaries: anniversaries.numbers(in: days),
      named: Set(
        [
          Array(schedule.values), history.map(\.slug), Array(shown.values),
          history.flatMap(\.corrections.values),
        ].joined().map { Self.key(of: $0) }))
  }

  /// The day after the history's last.
  private func firstMissing(
    before today: CivilDate, _ shown: [CivilDate: String]
  ) -> CivilDate {
    history.last { $0.date < today }.map { $0.date.adding(days: 1) }
      ?? min(Self.epoch, today, shown.keys.min() ?? today)
  }

  /// The first recent day that showed what had been taken back by then, since nobody had heard of it
  /// here; nil where a later line corrects it.
  private func firstUnheard(before today: CivilDate) -> CivilDate? {
    let corrected = Set(history.flatMap(\.corrections.keys))
    let days = today.adding(days: -Self.hearing)..<today
    return history.first { line in
      guard let removal = takenBack[line.slug] else { return false }
      return removal <= line.date && days.contains(line.date) && !corrected.contains(line.date)
    }?.date
  }

  /// The cards as the history leaves them.
  ///
  /// From a day on that showed what had been taken back by then, days are played anew, as those had it who
  /// had heard: what the rule chooses counts as shown too. Where that would end a cycle earlier or later,
  /// the history stands as it is.
  private func restored(
    before today: CivilDate
  ) -> (table: CardTable, corrections: [CivilDate: String]) {
    let past = history.filter { $0.date < today }
    var plain = CardTable(pool)
    plain.restore(past)
    guard let first = firstUnheard(before: today) else { return (plain, [:]) }
    var anew = CardTable(pool)
    anew.restore(past.filter { $0.date < first })
    let lines = past.filter { $0.date >= first }
    var corrections: [CivilDate: String] = [:]
    for line in lines {
      let pick = choose(line.date, &anew, isPast: true, keepingHistory: false)
      if let pick, pick.slug != line.slug { corrections[line.date] = pick.slug }
    }
    for line in lines { anew.leaveOut(line.slug) }
    return anew.cycle == plain.cycle || !anew.isDecided ? (anew, corrections) : (plain, [:])
  }

  /// Nil where nothing is eligible; days to come leave out what was taken back.
  private func choose(
    _ date: CivilDate, _ table: inout CardTable, isPast: Bool, keepingHistory: Bool = true
  ) -> DailyPick? {
    let day = Self.number(of: date)
    table.advance(to: day, leavingOutRemoved: !isPast)
    let line = keepingHistory ? known[date] : nil
    let fixed = line.map { ($0.slug, $0.reason) } ?? schedule[date].map { ($0, .server) }
    if let (slug, reason) = fixed, let index = pool.index(of: slug), table.isPresent(index) {
      table.take(index)
      return pick(slug, date, table, reason: isPast ? .replay : reason, blocked: nil)
    }
    let blocked = table.isEmpty ? table.startCycle() : nil
    let honoured = anniversaries.authors(on: date)
    guard let index = table.best(on: day, preferring: honoured) else { return nil }
    table.take(index)
    let reason: DailyPick.Reason =
      honoured.contains(table.lastAuthor) ? .anniversary : .rotation
    return pick(
      pool.slug(index), date, table, reason: isPast ? .replay : reason, blocked: blocked)
  }

  /// A day as it was, whatever has become of its quotation.
  private func repeated(
    _ slug: String, on date: CivilDate, _ table: inout CardTable
  ) -> DailyPick {
    table.advance(to: Self.number(of: date), leavingOutRemoved: false)
    let isScheduled = schedule[date] == slug
    let blocked = table.isEmpty && !isScheduled ? table.startCycle() : nil
    table.take(pool.index(of: slug))
    let isAnniversary = anniversaries.authors(on: date).contains(table.lastAuthor)
    return pick(
      slug, date, table, reason: isScheduled ? .server : isAnniversary ? .anniversary : .rotation,
      blocked: blocked)
  }

  private func pick(
    _ slug: String, _ date: CivilDate, _ table: CardTable, reason: DailyPick.Reason,
    blocked: Int?
  ) -> DailyPick {
    DailyPick(
      date: date, slug: slug, reason: reason, cycle: table.cycle,
      remainingInCycle: table.remaining, author: table.lastAuthor, blocked: blocked)
  }

  private func entry(
    for pick: DailyPick, _ corrections: [CivilDate: String]
  ) -> HistoryEntry {
    HistoryEntry(
      date: pick.date, deck: deck, slug: pick.slug, author: pick.author, cycle: pick.cycle,
      blocked: pick.blocked, reason: pick.reason, corrections: corrections)
  }
}

extension DailySelection {
  /// Days since 2026-01-01; negative before it.
  static func number(of date: CivilDate) -> Int32 { number(ofDay: date.daysSinceEpoch) }

  /// Of a day counted from 1970-01-01.
  static func number(ofDay day: Int) -> Int32 { Int32(clamping: day - firstDay) }

  static func date(of number: Int32) -> CivilDate { epoch.adding(days: Int(number)) }

  static func key(of text: String) -> UInt64 {
    var keys = DailyKeys()
    return keys.key(of: text)
  }

  /// On each day all quotations have another order.
  static func rank(_ key: UInt64, on day: Int32) -> UInt64 {
    mix(key ^ UInt64(bitPattern: Int64(day)))
  }

  /// One step of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators).
  static func mix(_ value: UInt64) -> UInt64 {
    var x = value &+ 0x9e37_79b9_7f4a_7c15
    x = (x ^ (x >> 30)) &* 0xbf58_476d_1ce4_e5b9
    x = (x ^ (x >> 27)) &* 0x94d0_49bb_1331_11eb
    return x ^ (x >> 31)
  }
}

/// The choice for one day.
public struct DailyPick: Sendable, Equatable {
  public enum Reason: String, Sendable {
    case rotation
    /// The origin's own schedule.
    case server
    /// Its author was born or died on this day of the year.
    case anniversary
    /// Computed for a day that had passed; it was not shown here.
    case replay
  }

  public let date: CivilDate
  /// The quotation's shown name.
  public let slug: String
  public let reason: Reason
  /// How often the whole deck has been shown before.
  public let cycle: Int
  /// Eligible quotations not yet shown in this cycle.
  public let remainingInCycle: Int
  /// The author's key, 0 without one.
  let author: UInt64
  /// At a cycle's first day: how many of the days before it stay blocked.
  let blocked: Int?
}

public struct DailyTimeline: Sendable, Equatable {
  /// Days before today that the history lacks; they are to be appended to it.
  public let missing: [HistoryEntry]
  /// Today and the days after it; a day is absent where nothing is eligible.
  public let picks: [DailyPick]
}
