internal import ZitareBase

extension CronLint {
  /// What months lack.
  var calendar: [CronWarning] {
    // Where a weekday will do as well, no month is left without a run.
    guard expression.dates.needsBoth else { return [] }
    if isLeapOnly {
      return [
        CronWarning(
          code: .leapOnly,
          reason: "29 February is the only day that matches: every four years or more")
      ]
    }
    let missing = impossibleMonths
    if !missing.isEmpty {
      return [
        CronWarning(
          code: .partlyImpossible,
          reason: "no day of \(listed(missing.map(monthName))) matches; leave out what never runs")
      ]
    }
    return [shortMonths, fifthWeekday].compactMap { $0 }
  }

  private var isLeapOnly: Bool {
    var day = CronDates.cycleStart
    while let next = expression.dates.nextDay(from: day, before: CronDates.cycleEnd) {
      let date = CivilDate(daysSinceEpoch: next)
      guard date.month == 2, date.day == 29 else { return false }
      day = next + 1
    }
    return true
  }

  /// The listed months that have no matching day in any year.
  private var impossibleMonths: [Int] {
    guard field(.month)?.startsWithStar == false else { return [] }
    return expression.dates.months.bitNumbers.filter { month in
      !expression.dates.only(in: month).canMatch
    }
  }

  /// A single day that some of the months lack; a range means the days that there are.
  private var shortMonths: CronWarning? {
    guard hasAnyWeekday, let items = field(.dayOfMonth)?.items else { return nil }
    let shortest = expression.dates.months.bitNumbers.map {
      CivilDate.days(inMonth: $0, of: 2001)
    }
    guard let length = shortest.min() else { return nil }
    for item in items {
      let day: Int
      switch item {
      case .from(let number, nil): day = number
      case .nearestWorkday(let number): day = number
      case .last(let daysBefore): day = daysBefore + 1
      case .all, .from, .range, .hashed, .lastWorkday, .lastOf, .nth: continue
      }
      if day > length {
        return CronWarning(
          code: .shortMonths,
          reason:
            "not all of these months have \(day) days; those that do not are passed over, and "
            + "L is the last day of any month")
      }
    }
    return nil
  }

  private var fifthWeekday: CronWarning? {
    guard hasAnyDay, let items = field(.dayOfWeek)?.items else { return nil }
    for case .nth(5, let weekday) in items {
      return CronWarning(
        code: .notEveryMonth,
        reason: "most months have no fifth \(weekdayName(weekday)); the last one is \(weekday)L")
    }
    return nil
  }
}
