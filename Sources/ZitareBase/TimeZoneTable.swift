/// The offsets of a zone as a sorted table that repeats every 400 years at its end.
struct TimeZoneTable: Sendable {
  /// Where the first segment starts and the last one ends: far from overflow.
  private static let bound: Int64 = 1 << 60
  /// 400 Gregorian years, after which dates and days of the week repeat.
  private static let cycle: Int64 = 146_097 * 86_400

  /// Where each segment starts, ascending, and its offset; neighbours differ in offset.
  private var starts: [Int64]
  private var offsets: [Int64]
  /// Instants from here on are looked up whole cycles earlier.
  private var repeatsFrom = Int64.max

  init(initialOffset: Int64, transitions: [TimeZoneFile.Transition], footer: TimeZoneFooter?) {
    starts = [-Self.bound]
    offsets = [initialOffset]
    for transition in transitions { append(transition) }
    guard let footer else { return }
    let last = transitions.last?.time ?? -Self.bound
    guard let daylight = footer.daylight else {
      append(.init(time: last, offset: footer.standard))
      return
    }
    // The table holds a cycle of years that are wholly the footer's, and their neighbours.
    let lastYear = Self.year(of: max(last, Self.firstYearOfFooters))
    for year in lastYear...lastYear + 403 {
      for transition in footer.transitions(of: daylight, in: year) where transition.time > last {
        append(transition)
      }
    }
    repeatsFrom = Int64(CivilDate.firstDay(ofYear: lastYear + 402)) * 86_400
  }

  /// The start of 1900: where a footer's rules begin in a file without transitions.
  private static let firstYearOfFooters: Int64 = -2_208_988_800

  private static func year(of seconds: Int64) -> Int {
    CivilDate(daysSinceEpoch: Int(seconds.dividedDown(by: 86_400).quotient)).year
  }

  /// Adds a change at or after the last one; one that changes nothing leaves no trace.
  private mutating func append(_ transition: TimeZoneFile.Transition) {
    let time = max(-Self.bound, min(Self.bound - 1, transition.time))
    if starts[starts.count - 1] >= time {
      starts.removeLast()
      offsets.removeLast()
    }
    if let offset = offsets.last, offset == transition.offset { return }
    starts.append(starts.isEmpty ? -Self.bound : time)
    offsets.append(transition.offset)
  }

  func segment(containing seconds: Int64) -> TimeZoneRules.Segment {
    let cycles = seconds < repeatsFrom ? 0 : (seconds - repeatsFrom) / Self.cycle + 1
    let shifted = cycles * Self.cycle
    let index = index(of: seconds - shifted)
    let end = index + 1 < starts.count ? starts[index + 1] + shifted : Self.bound
    return TimeZoneRules.Segment(
      start: starts[index] + shifted, end: end, offset: offsets[index],
      shift: index > 0 ? offsets[index] - offsets[index - 1] : 0)
  }

  /// The last segment that starts at or before `seconds`.
  private func index(of seconds: Int64) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle } else { high = middle }
    }
    return low
  }
}

extension TimeZoneTable {
  init(_ file: TimeZoneFile) {
    self.init(
      initialOffset: file.initialOffset, transitions: file.transitions, footer: file.footer)
  }
}

extension CivilDate {
  /// The days from 1970-01-01 to the first of January.
  static func firstDay(ofYear year: Int) -> Int {
    let past = year - 1
    let leapDays = past.floored(by: 4) - past.floored(by: 100) + past.floored(by: 400)
    return past * 365 + leapDays - 719_162
  }
}

extension Int {
  fileprivate func floored(by divisor: Int) -> Int {
    Int(Int64(self).dividedDown(by: Int64(divisor)).quotient)
  }
}
