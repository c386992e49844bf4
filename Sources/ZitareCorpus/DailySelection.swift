public import ZitareBase

/// Rule `pool-1` of the quotation of the day; docs/selection.md specifies it.
///
/// It is a pure function: the same pool, schedule, anniversaries, history and day give the same timeline.
public struct DailySelection {
  public static let rule = "pool-1"
  /// Days between publication and eligibility, so that devices with older snapshots agree.
  public static let delay = 14
  /// At most so many of the last days stay blocked when a new cycle begins.
  static let blockLimit = 180
  /// Day 0.
  static let epoch = CivilDate(daysSinceEpoch: 20_454)  // 2026-01-01

  var pool: CandidatePool
  private let deck: String
  private let schedule: [CivilDate: String]
  private let anniversaries: Anniversaries
  private let history: [HistoryEntry]
  private let known: [CivilDate: HistoryEntry]

  /// `schedule` is the origin's own choice for single days; of `history` the deck's entries count.
  init(
    pool: CandidatePool, deck: Deck, schedule: [CivilDate: String] = [:],
    anniversaries: Anniversaries = .none, history: [HistoryEntry] = []
  ) {
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
    var table = CardTable(pool)
    table.restore(history.filter { $0.date < today })
    var missing: [HistoryEntry] = []
    var date = firstDay(before: today, shown)
    while date < today {
      let pick =
        shown[date].map { repeated($0, on: date, &table) }
        ?? choose(date, &table, isPast: true)
      if let pick { missing.append(entry(for: pick)) }
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
    let first = Self.number(of: firstDay(before: today, shown))
    let end = Self.number(of: today.adding(days: days))
    let days = first..<max(first, end)
    return DailyWindow(
      days: days, today: Self.number(of: today), anniversaries: anniversaries.numbers(in: days),
      named: Set(schedule.values).union(history.map(\.slug)).union(shown.values))
  }

  /// The first day that is to be played: the one after the history's last.
  private func firstDay(before today: CivilDate, _ shown: [CivilDate: String]) -> CivilDate {
    history.last { $0.date < today }.map { $0.date.adding(days: 1) }
      ?? min(Self.epoch, today, shown.keys.min() ?? today)
  }

  /// Nil where nothing is eligible; days to come leave out what was taken back.
  private func choose(_ date: CivilDate, _ table: inout CardTable, isPast: Bool) -> DailyPick? {
    let day = Self.number(of: date)
    table.advance(to: day, leavingOutRemoved: !isPast)
    let fixed = known[date].map { ($0.slug, $0.reason) } ?? schedule[date].map { ($0, .server) }
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

  private func entry(for pick: DailyPick) -> HistoryEntry {
    HistoryEntry(
      date: pick.date, deck: deck, slug: pick.slug, author: pick.author, cycle: pick.cycle,
      blocked: pick.blocked, reason: pick.reason)
  }
}

extension DailySelection {
  /// Days since 2026-01-01; negative before it.
  static func number(of date: CivilDate) -> Int32 {
    Int32(clamping: date.daysSinceEpoch - epoch.daysSinceEpoch)
  }

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
