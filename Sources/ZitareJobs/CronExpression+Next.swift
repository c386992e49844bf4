public import ZitareBase

extension CronExpression {
  /// The first fire time after an instant, with the fields read as local time of `zone`.
  ///
  /// Always a whole second and later than `time`. Nil where there is none: after the year 9999, and
  /// for an expression that follows the clock and matches only local times that the zone leaves out.
  public func next(after time: Timestamp, in zone: TimeZoneRules = .utc) -> Timestamp? {
    let from = max(time.seconds, Self.yearOne) + 1
    // Dates and rules repeat every 400 years; as many again for rules that were still changing.
    let horizon = from + 800 * Self.year
    var empty = LocalRange(start: 0, end: 0)
    var position = from
    while position < horizon {
      let segment = zone.segment(containing: position)
      position = segment.end
      var start = max(segment.start, from) + segment.offset
      if !followsClock {
        if from <= segment.start, firesAfterGap(before: segment, unless: empty) {
          return Timestamp(seconds: segment.start)
        }
        // What clocks had shown before they were put back has fired then.
        if segment.shift < 0 { start = max(start, segment.localStart - segment.shift) }
      }
      let shown = LocalRange(start: start, end: segment.localEnd)
      if shown.start >= shown.end || empty.contains(shown) { continue }
      guard let match = nextLocal(from: start) else { return nil }
      if match < segment.localEnd { return Timestamp(seconds: match - segment.offset) }
      empty = LocalRange(start: start, end: match)
      // Segments that show nothing but these times are passed over, many years of them perhaps.
      let reach = TimeZoneRules.largestOffset
      if empty.start + reach <= position { position = max(position, match - reach) }
    }
    return nil
  }

  /// The last fire time up to and including `limit` and after `time`; nil where there is none.
  public func last(
    through limit: Timestamp, after time: Timestamp, in zone: TimeZoneRules = .utc
  ) -> Timestamp? {
    // `next` never decreases, so the latest instant from which it still reaches a fire time can be
    // had by halving: the work does not grow with the number of fire times in between.
    guard var found = next(after: time, in: zone), found <= limit else { return nil }
    var low = found.seconds
    var high = limit.seconds
    while low < high {
      let middle = low + (high - low) / 2
      if let next = next(after: Timestamp(seconds: middle), in: zone), next <= limit {
        found = next
        low = next.seconds
      } else {
        high = middle
      }
    }
    return found
  }

  /// Whether a fixed time lies in the gap at the start of a segment and is made up for there.
  ///
  /// A longer gap is a correction, such as a day left out: cron(8) makes up for less than 3 hours.
  private func firesAfterGap(
    before segment: TimeZoneRules.Segment, unless empty: LocalRange
  ) -> Bool {
    guard (1..<3 * 3600).contains(segment.shift) else { return false }
    let gap = LocalRange(start: segment.localStart - segment.shift, end: segment.localStart)
    guard !empty.contains(gap), let match = nextLocal(from: gap.start) else { return false }
    return match < gap.end
  }

  private static let yearOne: Int64 = -62_135_596_800
  /// The mean Gregorian one.
  private static let year: Int64 = 31_556_952
}

/// Local times, in seconds since 1970-01-01T00:00:00 on the zone's clocks.
private struct LocalRange {
  let start: Int64
  /// Not one of them.
  let end: Int64

  func contains(_ other: LocalRange) -> Bool { start <= other.start && other.end <= end }
}
