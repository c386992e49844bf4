internal import ZitareBase

extension CronExpression {
  /// The first matching local time at or after `seconds`, both since 1970-01-01T00:00:00 there.
  func nextLocal(from seconds: Int64) -> Int64? {
    let minute = -(-seconds).dividedDown(by: 60).quotient  // rounded up
    let (day, minuteOfDay) = minute.dividedDown(by: 1440)
    guard let match = nextDay(from: Int(day)) else { return nil }
    if match == Int(day), let time = nextTime(from: Int(minuteOfDay)) {
      return (day * 1440 + Int64(time)) * 60
    }
    guard let later = match > Int(day) ? match : nextDay(from: match + 1) else { return nil }
    return (Int64(later) * 1440 + Int64(firstTime)) * 60
  }

  /// The first minute of the day, counted from midnight.
  private var firstTime: Int { hours.trailingZeroBitCount * 60 + minutes.trailingZeroBitCount }

  /// The first matching minute of the day at or after `start`.
  private func nextTime(from start: Int) -> Int? {
    let (hour, minute) = start.quotientAndRemainder(dividingBy: 60)
    if hours.has(hour), let next = minutes.next(from: minute) { return hour * 60 + next }
    guard let next = hours.next(from: hour + 1) else { return nil }
    return next * 60 + minutes.trailingZeroBitCount
  }

  /// The first matching day at or after `day`, both in days since 1970-01-01; none after 9999.
  func nextDay(from day: Int) -> Int? {
    let date = CivilDate(daysSinceEpoch: day)
    guard date.year < 10_000 else { return nil }
    var year = CalendarYear(number: date.year, monthStartsAt: day - date.day + 1, month: date.month)
    var month = date.month
    if months.has(month) {
      let first = day - date.day + 1
      let days = matchingDays(firstDay: first, count: year.length(of: month))
      if let next = days.next(from: date.day) { return first + next - 1 }
    }
    while year.number < 10_000 {
      while let next = months.next(from: month + 1) {
        month = next
        let first = year.firstDay(of: month)
        let days = matchingDays(firstDay: first, count: year.length(of: month))
        if days != 0 { return first + days.trailingZeroBitCount - 1 }
      }
      year = year.following
      month = 0
    }
    return nil
  }

  /// The matching days of a month as bits 1 to 31.
  private func matchingDays(firstDay: Int, count: Int) -> UInt64 {
    let weekday = UInt64(CalendarYear.weekday(of: firstDay))
    // Bit 0 becomes the weekday of the month's first day; then the week is repeated five times.
    let week = (daysOfWeek >> weekday | daysOfWeek << (7 - weekday)) & 0x7f
    let weekdays = (week | week << 7 | week << 14 | week << 21 | week << 28) << 1
    let days = needsBothDays ? daysOfMonth & weekdays : daysOfMonth | weekdays
    return days & ((1 << UInt64(count + 1)) - 1) & ~1
  }
}

/// Where the months of a year lie, in days since 1970-01-01.
private struct CalendarYear {
  let number: Int
  private let firstDay: Int
  private let isLeap: Bool

  /// The days before each month of a common year; months count from 1.
  private static let daysBefore: [Int] = [
    0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365,
  ]

  private init(number: Int, firstDay: Int) {
    self.number = number
    self.firstDay = firstDay
    isLeap = CivilDate.isLeap(number)
  }

  init(number: Int, monthStartsAt start: Int, month: Int) {
    let leapDay = month > 2 && CivilDate.isLeap(number) ? 1 : 0
    self.init(number: number, firstDay: start - Self.daysBefore[month] - leapDay)
  }

  var following: CalendarYear {
    CalendarYear(number: number + 1, firstDay: firstDay + (isLeap ? 366 : 365))
  }

  func firstDay(of month: Int) -> Int {
    firstDay + Self.daysBefore[month] + (month > 2 && isLeap ? 1 : 0)
  }

  func length(of month: Int) -> Int {
    Self.daysBefore[month + 1] - Self.daysBefore[month] + (month == 2 && isLeap ? 1 : 0)
  }

  /// 0 for Sunday.
  static func weekday(of day: Int) -> Int { ((day + 4) % 7 + 7) % 7 }
}

extension UInt64 {
  fileprivate func has(_ bit: Int) -> Bool { self >> UInt64(bit) & 1 == 1 }

  /// The lowest bit set at or above `bit`.
  fileprivate func next(from bit: Int) -> Int? {
    let rest = self & (~0 << UInt64(bit))
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }
}
