import ZitareBase

/// The state of a deck from one day to the next: which cards are left, which were shown.
struct CardTable {
  private let pool: CandidatePool
  /// Indices of those eligible and not shown in this cycle, in any order.
  private var left: [Int32] = []
  private var isShown: [Bool]
  /// All indices by the day they become eligible.
  private let byDay: [Int32]
  private var nextByDay = 0
  /// The last days' indices, the newest last; -1: no longer in the pool.
  private var recent: [Int32] = []
  /// The key of the last day's author, 0 without one.
  private(set) var lastAuthor: UInt64 = 0
  /// The first day on which one that is left is taken back; `Int32.max`: none is.
  private var nextRemoval: Int32 = .max
  private var day: Int32 = .min
  private var leavesOutRemoved = false
  /// How many that the pool leaves out take part on the current day.
  private var others = 0
  private(set) var cycle = 0
  /// Whether what the pool leaves out has made no difference so far.
  private(set) var isDecided = true

  init(_ pool: CandidatePool) {
    self.pool = pool
    isShown = [Bool](repeating: false, count: pool.count)
    byDay = (0..<Int32(pool.count)).sorted { left, right in
      (pool.eligible[Int(left)], left) < (pool.eligible[Int(right)], right)
    }
  }

  var isEmpty: Bool { remaining == 0 }
  var remaining: Int { left.count + others }

  /// Continues after the last of these days; they are in order.
  mutating func restore(_ history: [HistoryEntry]) {
    guard let last = history.last else { return }
    let corrections = history.reduce(into: [CivilDate: String]()) { all, line in
      all.merge(line.corrections) { _, later in later }
    }
    cycle = last.cycle
    lastAuthor =
      corrections[last.date].flatMap { pool.index(of: $0) }.map { pool.authors[$0] } ?? last.author
    let start = history.firstIndex { $0.cycle == cycle } ?? history.startIndex
    let blocked = history[start].blocked ?? 0
    for entry in history[max(0, start - blocked)...] {
      for slug in [entry.slug, corrections[entry.date] ?? entry.slug] {
        if let index = pool.index(of: slug) { isShown[index] = true }
      }
    }
    recent = history.suffix(DailySelection.blockLimit).map { entry in
      pool.index(of: corrections[entry.date] ?? entry.slug).map { Int32($0) } ?? -1
    }
  }

  /// Adds what becomes eligible by that day and drops what was removed by then.
  mutating func advance(to day: Int32, leavingOutRemoved: Bool) {
    self.day = day
    leavesOutRemoved = leavingOutRemoved
    while nextByDay < byDay.count, pool.eligible[Int(byDay[nextByDay])] <= day {
      let index = byDay[nextByDay]
      if !isShown[Int(index)] {
        left.append(index)
        nextRemoval = min(nextRemoval, pool.removed[Int(index)])
      }
      nextByDay += 1
    }
    if nextRemoval <= day || (leavingOutRemoved && nextRemoval != .max) {
      lay(left.filter { isPresent(Int($0)) })
    }
    others = pool.rest.count(on: day)
  }

  /// The index of the smallest rank; the author of the day before is passed over where another is left.
  ///
  /// Among what remains the honoured authors, by their keys, come first.
  mutating func best(on day: Int32, preferring honoured: Set<UInt64>) -> Int? {
    guard let list = pool.rest.list(on: day) else { return smallest(on: day, honoured) }
    if let special = pool.rest.honoured[day] {
      if let index = first(of: special, orAnyAuthor: false) { return index }
      if !special.isComplete { isDecided = false }
    }
    return first(of: list, orAnyAuthor: true)
  }

  /// Looks at all that are left.
  private func smallest(on day: Int32, _ honoured: Set<UInt64>) -> Int? {
    var (any, other, special) = (Best(), Best(), Best())
    for index in left {
      let rank = DailySelection.rank(pool.keys[Int(index)], on: day)
      any.offer(rank, index)
      guard isOtherAuthor(index) else { continue }
      other.offer(rank, index)
      if !honoured.isEmpty, honoured.contains(pool.authors[Int(index)]) {
        special.offer(rank, index)
      }
    }
    return special.index ?? other.index ?? any.index
  }

  /// Looks at those with the smallest ranks alone, and notes where these cannot tell.
  private mutating func first(
    of list: CandidatePool.ShortList, orAnyAuthor takesAny: Bool
  ) -> Int? {
    let unshown = list.members.lazy.filter { [isShown] in !isShown[Int($0)] }
    if let index = unshown.first(where: isOtherAuthor) { return Int(index) }
    guard takesAny else { return nil }
    if !list.isComplete { isDecided = false }
    return unshown.first.map { Int($0) }
  }

  private func isOtherAuthor(_ index: Int32) -> Bool {
    let author = pool.authors[Int(index)]
    return author != lastAuthor || author == 0
  }

  /// Notes a card as shown on the current day; it need not be left, nor be in the pool any more.
  mutating func take(_ index: Int?) {
    recent.append(index.map { Int32($0) } ?? -1)
    if recent.count > DailySelection.blockLimit { recent.removeFirst() }
    lastAuthor = index.map { pool.authors[$0] } ?? 0
    if let index { leaveOut(index) }
  }

  /// Counts a quotation as shown that was not the day's.
  mutating func leaveOut(_ slug: String) {
    if let index = pool.index(of: slug) { leaveOut(index) }
  }

  private mutating func leaveOut(_ index: Int) {
    isShown[index] = true
    guard let place = left.firstIndex(of: Int32(index)) else { return }
    let end = left.count - 1
    left.swapAt(place, end)
    left.removeLast()
  }

  /// Begins the next cycle and returns how many days stay blocked; nil where nothing is eligible.
  mutating func startCycle() -> Int? {
    let eligible = byDay[..<nextByDay].filter { isPresent(Int($0)) }
    let count = eligible.count + others
    guard count > 0 else { return nil }
    let blocked = min(count / 2, DailySelection.blockLimit, recent.count)
    for index in isShown.indices { isShown[index] = false }
    for index in recent.suffix(blocked) where index >= 0 { isShown[Int(index)] = true }
    lay(eligible.filter { !isShown[Int($0)] })
    cycle += 1
    return blocked
  }

  private mutating func lay(_ cards: [Int32]) {
    left = cards
    nextRemoval = cards.reduce(.max) { min($0, pool.removed[Int($1)]) }
  }

  /// Whether a card has not been taken back by the current day.
  func isPresent(_ index: Int) -> Bool {
    pool.span(index).isPresent(on: day, leavingOutRemoved: leavesOutRemoved)
  }

  private struct Best {
    private(set) var rank: UInt64 = .max
    private(set) var found: Int32 = -1

    var index: Int? { found < 0 ? nil : Int(found) }

    /// Equal ranks go to the smaller index, which has the smaller slug.
    mutating func offer(_ rank: UInt64, _ index: Int32) {
      guard found < 0 || rank < self.rank || (rank == self.rank && index < found) else { return }
      self.rank = rank
      found = index
    }
  }
}
