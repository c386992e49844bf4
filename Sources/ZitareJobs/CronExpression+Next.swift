public import ZitareBase

extension CronExpression {
  /// The first fire time after an instant, with the fields read as local time of `zone`.
  ///
  /// Always a whole second and later than `time`. Nil where there is none: after the year 9999, and
  /// for an expression that follows the clock and matches only local times that the zone leaves out.
  public func next(after time: Timestamp, in zone: TimeZoneRules = .utc) -> Timestamp? {
    let from = max(time.seconds, Self.yearOne) + 1
    // Dates and rules repeat every 400 years; as many again for rules that were still changing.
    return next(from: from, before: from + 800 * Self.year, in: zone)
      .map { Timestamp(seconds: $0) }
  }

  /// The last fire time before an instant, the mirror of `next`: nil where there is none from the
  /// year 1 on.
  public func previous(before time: Timestamp, in zone: TimeZoneRules = .utc) -> Timestamp? {
    // The last millisecond that is before `time`, in case it is a fire time itself.
    let limit = time.milliseconds == .min ? time : time - .milliseconds(1)
    var reach = Self.minute
    while true {
      let start = max(limit.seconds - reach, Self.yearOne)
      if let last = last(through: limit, after: Timestamp(seconds: start), in: zone) { return last }
      guard start > Self.yearOne else { return nil }
      reach *= 8
    }
  }

  /// The last fire time up to and including `limit` and after `time`; nil where there is none.
  public func last(
    through limit: Timestamp, after time: Timestamp, in zone: TimeZoneRules = .utc
  ) -> Timestamp? {
    // `next` never decreases, so the latest instant from which it still reaches a fire time can be
    // had by halving: the work does not grow with the number of fire times in between.
    let end = limit.seconds + 1
    var low = max(time.seconds, Self.yearOne)
    guard var found = next(from: low + 1, before: end, in: zone) else { return nil }
    low = found
    var high = end - 1
    while low < high {
      let middle = low + (high - low) / 2
      if let next = next(from: middle + 1, before: end, in: zone) {
        found = next
        low = next
      } else {
        high = middle
      }
    }
    return Timestamp(seconds: found)
  }

  /// The first fire time from `from` on and before `end`, both in seconds since the epoch.
  private func next(from: Int64, before end: Int64, in zone: TimeZoneRules) -> Int64? {
    var empty = LocalRange(start: 0, end: 0)
    var position = from
    while position < end {
      let segment = zone.segment(containing: position)
      position = segment.end
      var start = max(segment.start, from) + segment.offset
      if !followsClock {
        if from <= segment.start, firesAfterGap(before: segment, unless: empty) {
          return segment.start < end ? segment.start : nil
        }
        // What clocks had shown before they were put back has fired then.
        if segment.shift < 0 { start = max(start, segment.localStart - segment.shift) }
      }
      let shown = LocalRange(start: start, end: segment.localEnd)
      if shown.start >= shown.end || empty.contains(shown) { continue }
      guard let match = nextLocal(from: start) else { return nil }
      if match < segment.localEnd {
        let found = match - segment.offset
        return found < end ? found : nil
      }
      empty = LocalRange(start: start, end: match)
      // Segments that show nothing but these times are passed over, many years of them perhaps.
      let reach = TimeZoneRules.largestOffset
      if empty.start + reach <= position { position = max(position, match - reach) }
    }
    return nil
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

  private static let minute: Int64 = 60
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
