/// The rules that hold after a TZif file's last transition: a POSIX `TZ` string with the extensions
/// of RFC 9636, as in `EET-2EEST,M3.4.4/50,M10.4.4/50`.
struct TimeZoneFooter: Hashable {
  /// Seconds east of Greenwich; the string counts west.
  let standard: Int64
  /// Nil where the offset never changes.
  let daylight: Daylight?

  struct Daylight: Hashable {
    /// Seconds east of Greenwich; less than standard time in Dublin.
    let offset: Int64
    let begins: Change
    let ends: Change
  }

  /// The day and local time of a change that happens every year.
  struct Change: Hashable {
    let day: Day
    /// Seconds after midnight, -167 to 167 hours.
    let seconds: Int64
  }

  enum Day: Hashable {
    /// `Mm.w.d`: the w-th weekday (0 is Sunday) of a month, the last one for week 5.
    case weekday(Int, week: Int, month: Int)
    /// `Jn`: 1 to 365, never counting 29 February.
    case withoutLeapDay(Int)
    /// `n`: 0 to 365.
    case dayOfYear(Int)
  }

  /// Nil for anything but a complete, valid string.
  init?(_ text: some Collection<UInt8>) {
    var scanner = Scanner(rest: Array(text)[...])
    guard scanner.skipName(), let west = scanner.time(hours: 24) else { return nil }
    let standard = -west
    guard !scanner.rest.isEmpty else {
      self.init(standard: standard, daylight: nil)
      return
    }
    guard scanner.skipName() else { return nil }
    var offset = standard + 3600
    if scanner.rest.first != UInt8(ascii: ",") {
      guard let west = scanner.time(hours: 24) else { return nil }
      offset = -west
    }
    guard let begins = scanner.change(), let ends = scanner.change(), scanner.rest.isEmpty,
      abs(standard) < TimeZoneRules.largestOffset, abs(offset) < TimeZoneRules.largestOffset
    else { return nil }
    let end = ends.local(in: 2001) - offset
    if begins.local(in: 2002) - standard == end {
      // It ends when it begins anew: it lasts all year (RFC 9636, section 3.3.1).
      self.init(standard: offset, daylight: nil)
    } else {
      let daylight = Daylight(offset: offset, begins: begins, ends: ends)
      self.init(standard: standard, daylight: daylight)
    }
  }

  private init(standard: Int64, daylight: Daylight?) {
    self.standard = standard
    self.daylight = daylight
  }

  /// The two changes of a year in the order in which they happen.
  func transitions(of daylight: Daylight, in year: Int) -> [TimeZoneFile.Transition] {
    let begin = TimeZoneFile.Transition(
      time: daylight.begins.local(in: year) - standard, offset: daylight.offset)
    let end = TimeZoneFile.Transition(
      time: daylight.ends.local(in: year) - daylight.offset, offset: standard)
    return end.time < begin.time ? [end, begin] : [begin, end]
  }
}

extension TimeZoneFooter.Change {
  /// Seconds since 1970-01-01T00:00:00 on the clocks before the change.
  fileprivate func local(in year: Int) -> Int64 {
    Int64(daysSinceEpoch(in: year)) * 86_400 + seconds
  }

  private func daysSinceEpoch(in year: Int) -> Int {
    let newYear = CivilDate.firstDay(ofYear: year)
    switch day {
    case .dayOfYear(let number): return newYear + number
    case .withoutLeapDay(let number):
      return newYear + number - 1 + (number >= 60 && CivilDate.isLeap(year) ? 1 : 0)
    case .weekday(let weekday, let week, let month):
      let first = (1..<month).reduce(newYear) { $0 + CivilDate.days(inMonth: $1, of: year) }
      let lead = (weekday - CivilDate(daysSinceEpoch: first).dayOfWeek + 7) % 7
      let day = lead + (week - 1) * 7
      return first + (day < CivilDate.days(inMonth: month, of: year) ? day : day - 7)
    }
  }
}

/// Takes the parts of a `TZ` string from its front.
private struct Scanner {
  var rest: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Passes an abbreviation: at least three letters, or `<…>` with digits and signs as well.
  mutating func skipName() -> Bool {
    if take("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix { $0.isASCIILetter }
    rest = rest[name.endIndex...]
    return name.count >= 3
  }

  /// A number of up to three digits.
  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCIIDigit }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(value) ? value : nil
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func time(hours: Int) -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hour = number(0...hours) else { return nil }
    var seconds = hour * 3600
    for unit in [60, 1] {
      guard take(":") else { break }
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// `,date[/time]`; the time is 02:00 where none is given.
  mutating func change() -> TimeZoneFooter.Change? {
    guard take(","), let day = day() else { return nil }
    guard take("/") else { return TimeZoneFooter.Change(day: day, seconds: 7200) }
    guard let seconds = time(hours: 167) else { return nil }
    return TimeZoneFooter.Change(day: day, seconds: seconds)
  }

  private mutating func day() -> TimeZoneFooter.Day? {
    if take("J") { return number(1...365).map { .withoutLeapDay($0) } }
    guard take("M") else { return number(0...365).map { .dayOfYear($0) } }
    guard let month = number(1...12), take("."), let week = number(1...5), take("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }
}
