/// Gathers the pool for one window of days from any number of candidates, of which it keeps few.
///
/// Kept are those that the window asks for by name and those that have one of the `width` smallest ranks
/// of a day; of the others only their numbers stay. So a pool takes memory by the days that are played,
/// not by the size of the deck.
struct CandidateSieve: ~Copyable {
  private let window: DailyWindow
  private var kept: [CandidatePool.Candidate] = []
  /// Of those kept, whether the window asks for them by name.
  private var isNamed: [Bool] = []
  private var lists: RankLists
  /// Of those whose author's day it is; the days have places of their own.
  private var honoured: RankLists
  private let honouredPlaces: [Int32: Int]
  /// How many more are left out on a day than on the one before.
  private var changes: [Int]

  init(_ window: DailyWindow, width: Int) {
    self.window = window
    let days = Set(window.anniversaries.values.joined()).sorted()
    honouredPlaces = Dictionary(uniqueKeysWithValues: days.enumerated().map { ($1, $0) })
    honoured = RankLists(days: days.count, width: width)
    lists = RankLists(days: window.days.count, width: width)
    changes = Array(repeating: 0, count: window.days.count + 1)
  }

  /// Whether a candidate is to be kept, which must then be done; otherwise it is counted.
  ///
  /// They come in any order; no two may have one slug. The author is needed where the window has
  /// days of authors.
  mutating func wants(_ key: UInt64, _ span: CandidatePool.Span, author: String?) -> Bool {
    let days = window.days(of: span)
    let isAskedFor = window.named.contains(key)
    guard isAskedFor || !days.isEmpty else { return false }
    let isListed = offer(key, author, on: days)
    guard isListed || isAskedFor else {
      leaveOut(on: days)
      return false
    }
    isNamed.append(isAskedFor)
    return true
  }

  mutating func keep(_ candidate: CandidatePool.Candidate) { kept.append(candidate) }

  /// Whether the candidate is on a list for now.
  private mutating func offer(_ key: UInt64, _ author: String?, on days: Range<Int32>) -> Bool {
    let index = Int32(kept.count)
    var isListed = lists.offer(key, index, on: days, from: window.days.lowerBound)
    guard let author, let own = window.anniversaries[author] else { return isListed }
    for day in own where days.contains(day) {
      guard let place = honouredPlaces[day] else { continue }
      let isHonoured = honoured.offer(DailySelection.rank(key, on: day), index, at: place)
      isListed = isListed || isHonoured
    }
    return isListed
  }

  private mutating func leaveOut(on days: Range<Int32>) {
    changes[Int(days.lowerBound - window.days.lowerBound)] += 1
    changes[Int(days.upperBound - window.days.lowerBound)] -= 1
  }

  /// The pool has those that are on a list at last or were asked for by name.
  consuming func finish() -> CandidatePool {
    let (kept, window) = (kept, window)
    let (general, special) = (lists.shortLists, honoured.shortLists)
    var isNeeded = isNamed
    for list in [general, special].joined() {
      for index in list.members { isNeeded[Int(index)] = true }
    }
    let order = kept.indices.filter { isNeeded[$0] }
      .sorted { kept[$0].slug.utf8.lexicographicallyPrecedes(kept[$1].slug.utf8) }
    var builder = CandidatePool.Builder()
    var places = [Int32](repeating: -1, count: kept.count)
    for (place, index) in order.enumerated() {
      builder.append(kept[index])
      places[index] = Int32(place)
    }
    for index in kept.indices where !isNeeded[index] {
      leaveOut(on: window.days(of: CandidatePool.Span(kept[index])))
    }
    var pool = builder.finish()
    pool.rest = CandidatePool.Rest(
      first: window.days.lowerBound, counts: Self.sums(of: changes),
      lists: general.map { $0.moved(to: places) },
      honoured: honouredPlaces.mapValues { special[$0].moved(to: places) })
    return pool
  }

  private static func sums(of changes: [Int]) -> [Int] {
    var sum = 0
    return changes.map { change in
      sum += change
      return sum
    }
  }
}

extension CandidatePool.ShortList {
  /// The same members by their new places.
  fileprivate func moved(to places: [Int32]) -> Self {
    Self(members: members.map { places[Int($0)] }, isComplete: isComplete)
  }
}

/// The days that a timeline plays.
struct DailyWindow {
  /// Day numbers.
  let days: Range<Int32>
  let today: Int32
  /// Authors' days among them.
  let anniversaries: [String: [Int32]]
  /// The keys of quotations that it may ask for whatever their ranks.
  let named: Set<UInt64>

  /// The days on which a candidate takes part.
  func days(of span: CandidatePool.Span) -> Range<Int32> {
    let start = max(span.eligible, days.lowerBound)
    let end = span.removed == .max ? days.upperBound : min(span.removed, today)
    return start < end ? start..<end : start..<start
  }
}
