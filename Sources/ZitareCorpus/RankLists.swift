/// For each of several days the smallest ranks that were offered, and whose they are.
struct RankLists {
  private struct Entry {
    let rank: UInt64
    let index: Int32
  }

  private let width: Int
  /// Ascending.
  private var entries: [[Entry]]
  /// A rank that is not smaller has no place on its day's list.
  private var limits: [UInt64]

  init(days: Int, width: Int) {
    self.width = width
    entries = Array(repeating: [], count: days)
    limits = Array(repeating: .max, count: days)
  }

  /// Offers a key's ranks on days, numbered from `first`; whether one has a place on its list for now.
  mutating func offer(_ key: UInt64, _ index: Int32, on days: Range<Int32>, from first: Int32)
    -> Bool
  {
    var isListed = false
    var places = Int(days.lowerBound - first)..<Int(days.upperBound - first)
    while let place = firstPlace(of: key, in: places, from: first) {
      insert(Entry(rank: Self.rank(key, place, first), index: index), at: place)
      places = place + 1..<places.upperBound
      isListed = true
    }
    return isListed
  }

  /// Offers a rank for one day.
  mutating func offer(_ rank: UInt64, _ index: Int32, at place: Int) -> Bool {
    guard rank < limits[place] else { return false }
    insert(Entry(rank: rank, index: index), at: place)
    return true
  }

  /// Each day's candidates in the order of their ranks; the last of a full list only bounds the others.
  var shortLists: [CandidatePool.ShortList] {
    entries.map { entries in
      let isFull = entries.count == width
      return CandidatePool.ShortList(
        members: entries.prefix(width - 1).map(\.index), isComplete: !isFull)
    }
  }

  /// The hot loop: it runs once for each candidate and day.
  private func firstPlace(of key: UInt64, in places: Range<Int>, from first: Int32) -> Int? {
    limits.withUnsafeBufferPointer { limits in
      for place in places where Self.rank(key, place, first) < limits[place] { return place }
      return nil
    }
  }

  private static func rank(_ key: UInt64, _ place: Int, _ first: Int32) -> UInt64 {
    DailySelection.rank(key, on: first &+ Int32(truncatingIfNeeded: place))
  }

  private mutating func insert(_ entry: Entry, at place: Int) {
    var (low, high) = (0, entries[place].count)
    while low < high {
      let middle = (low + high) / 2
      if entries[place][middle].rank < entry.rank { low = middle + 1 } else { high = middle }
    }
    entries[place].insert(entry, at: low)
    if entries[place].count > width { entries[place].removeLast() }
    if entries[place].count == width { limits[place] = entries[place][width - 1].rank }
  }
}
