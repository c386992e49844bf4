import ZitareBase

/// The days of the year on which authors were born or died.
struct Anniversaries: Sendable, Equatable {
  private var days: [String: Set<DayOfYear>] = [:]
  private var authors: [DayOfYear: Set<UInt64>] = [:]

  static let none = Anniversaries([:])

  /// By the authors' slugs.
  init(_ days: [String: Set<DayOfYear>]) {
    self.days = days
    for (author, days) in days {
      let key = DailySelection.key(of: author)
      for day in days { authors[day, default: []].insert(key) }
    }
  }

  /// The keys of those whose day a date is.
  func authors(on date: CivilDate) -> Set<UInt64> {
    guard !authors.isEmpty else { return [] }
    return DayOfYear.all(on: date).reduce(into: []) { $0.formUnion(authors[$1] ?? []) }
  }

  /// The numbers of each author's days among these days.
  func numbers(in range: Range<Int32>) -> [String: [Int32]] {
    guard !range.isEmpty else { return [:] }
    let first = DailySelection.date(of: range.lowerBound).year
    let last = DailySelection.date(of: range.upperBound - 1).year
    return days.mapValues { days in
      (first...last).flatMap { year in days.map { $0.number(in: year) } }.filter {
        range.contains($0)
      }
    }
    .filter { !$0.value.isEmpty }
  }
}

/// A month and a day; 29 February is the 28th in years without one.
struct DayOfYear: Hashable, Sendable {
  private let month: Int
  private let day: Int

  private static let leapDay = DayOfYear(month: 2, day: 29)

  private init(month: Int, day: Int) {
    self.month = month
    self.day = day
  }

  /// The day of a date such as `1749-08-28`; nil for a year or a month alone.
  init?(_ date: LifeDate) {
    let parts = date.text.split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]) else { return nil }
    self.init(month: month, day: day)
  }

  /// Those that a date is the day of: two on 28 February of most years.
  static func all(on date: CivilDate) -> [DayOfYear] {
    let day = DayOfYear(month: date.month, day: date.day)
    let isLastOfFebruary = date.month == 2 && date.day == 28 && !CivilDate.isLeap(date.year)
    return isLastOfFebruary ? [day, leapDay] : [day]
  }

  fileprivate func number(in year: Int) -> Int32 {
    let day = min(day, CivilDate.days(inMonth: month, of: year))
    guard let date = CivilDate(year: year, month: month, day: day) else {
      preconditionFailure("every year has this day")
    }
    return DailySelection.number(of: date)
  }
}
