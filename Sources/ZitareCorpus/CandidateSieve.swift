/// Gathers the pool for one window of days from any number of candidates, of which it keeps few.
///
/// Kept are those that the window asks for by name and those that had one of the `width` smallest ranks
/// of a day when they came; of the others only their numbers stay. So a pool takes memory by the days
/// that are played, not by the size of the deck.
struct CandidateSieve {
  private let window: DailyWindow
  private let width: Int
  private var kept = CandidatePool.Builder()
  /// Each day's smallest ranks, ascending.
  private var smallest: [[UInt64]]
  private var rest: CandidatePool.Rest

  init(_ window: DailyWindow, width: Int) {
    self.window = window
    self.width = width
    smallest = Array(repeating: [], count: window.days.count)
    rest = CandidatePool.Rest(
      first: window.days.lowerBound, limits: Array(repeating: .max, count: window.days.count))
  }

  /// Takes candidates in any order; no two may have one slug.
  mutating func take(_ candidate: CandidatePool.Candidate) {
    guard !window.named.contains(candidate.slug) else { return kept.append(candidate) }
    let span = window.clamped(CandidatePool.Span(candidate))
    let days = window.days(of: span)
    guard !days.isEmpty else { return }
    if offer(DailySelection.key(of: candidate.slug), on: days) {
      kept.append(candidate)
    } else {
      rest.counts[span, default: 0] += 1
    }
  }

  consuming func finish() -> CandidatePool {
    var pool = kept.finish()
    pool.rest = rest
    return pool
  }

  /// Whether the key's rank is among the smallest of one of the days.
  private mutating func offer(_ key: UInt64, on days: Range<Int32>) -> Bool {
    var isKept = false
    for day in days {
      let rank = DailySelection.rank(key, on: day)
      let place = Int(day - rest.first)
      guard rank < rest.limits[place] else { continue }
      insert(rank, at: place)
      isKept = true
    }
    return isKept
  }

  private mutating func insert(_ rank: UInt64, at place: Int) {
    var (low, high) = (0, smallest[place].count)
    while low < high {
      let middle = (low + high) / 2
      if smallest[place][middle] < rank { low = middle + 1 } else { high = middle }
    }
    smallest[place].insert(rank, at: low)
    if smallest[place].count > width { smallest[place].removeLast() }
    if smallest[place].count == width { rest.limits[place] = smallest[place][width - 1] }
  }
}

/// The days that a timeline plays.
struct DailyWindow {
  /// Day numbers.
  let days: Range<Int32>
  let today: Int32
  /// Quotations that it may ask for whatever their ranks.
  let named: Set<String>

  /// The days on which a candidate takes part.
  func days(of span: CandidatePool.Span) -> Range<Int32> {
    let start = max(span.eligible, days.lowerBound)
    let end = span.removed == .max ? days.upperBound : min(span.removed, today)
    return start < end ? start..<end : start..<start
  }

  /// The same for these days, so that there are no more different ones than the days allow.
  func clamped(_ span: CandidatePool.Span) -> CandidatePool.Span {
    CandidatePool.Span(
      eligible: max(span.eligible, days.lowerBound),
      removed: span.removed == .max ? .max : min(span.removed, today))
  }
}
