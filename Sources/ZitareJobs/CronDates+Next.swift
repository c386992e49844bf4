internal import ZitareBase

extension CronDates {
  /// The first matching day at or after `day`, both in days since 1970-01-01, in years before `end`.
  func nextDay(from day: Int, before end: Int = 10_000) -> Int? {
    let date = CivilDate(daysSinceEpoch: day)
    guard date.year < end else { return nil }
    var year = CalendarYear(number: date.year, monthStartsAt: day - date.day + 1, month: date.month)
    var month = date.month
    if months.has(month) {
      let first = day - date.day + 1
      let days = matchingDays(firstDay: first, count: year.length(of: month))
      if let next = days.next(from: date.day) { return first + next - 1 }
    }
    while year.number < end {
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

  private func matchingDays(firstDay: Int, count: Int) -> UInt64 {
    matching(firstWeekday: UInt64(CalendarYear.weekday(of: firstDay)), count: count)
  }

  /// The first of January 2000, in days since 1970-01-01: 400 years from it hold every calendar.
  static let cycleStart = 10_957
  static let cycleEnd = 2400

  /// Whether any date of the calendar matches.
  var canMatch: Bool { nextDay(from: Self.cycleStart, before: Self.cycleEnd) != nil }
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
