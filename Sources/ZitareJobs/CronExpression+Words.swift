extension CronExpression {
  /// What it means, as one English sentence.
  ///
  /// It is made from the times the expression stands for, not from how they were written, so it
  /// cannot say more than is true: `*/45` is `At minutes 00 and 45 of every hour.`
  public var words: String {
    let isDaily = dates.words == "every day"
    let text = isDaily && hours == CronUnit.hour.all ? clockWords : "\(clockWords) \(dates.words)"
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// The times of the day: a list where it is short, otherwise unit by unit, as in
  /// "every 15 minutes of hours 09 to 17".
  private var clockWords: String {
    if hours != CronUnit.hour.all, let times = shortList { return "at " + listed(times) }
    var units = [(CronUnit.minute, minutes), (.hour, hours)]
    if seconds != 1 { units.insert((.second, seconds), at: 0) }
    let (first, numbers) = units.removeFirst()
    let interval = first.interval(numbers)
    var isEvery = interval != nil
    var text = interval ?? "at \(first.words(numbers))"
    for (unit, numbers) in units {
      if numbers != unit.all {
        text += " of \(unit.words(numbers))"
      } else if !isEvery {
        text += " of every \(unit.name)"
      }
      isEvery = numbers == unit.all
    }
    return text
  }

  /// All times of the day if there are few, as 02:30 or 02:30:15.
  private var shortList: [String]? {
    let count = seconds.nonzeroBitCount * minutes.nonzeroBitCount * hours.nonzeroBitCount
    guard count <= 12 else { return nil }
    return hours.bitNumbers.flatMap { hour in
      minutes.bitNumbers.flatMap { minute in
        seconds.bitNumbers.map { second in
          "\(twoDigits(hour)):\(twoDigits(minute))" + (seconds == 1 ? "" : ":\(twoDigits(second))")
        }
      }
    }
  }
}

/// A part of the time of the day.
private struct CronUnit {
  let name: String
  let size: Int

  static let second = CronUnit(name: "second", size: 60)
  static let minute = CronUnit(name: "minute", size: 60)
  static let hour = CronUnit(name: "hour", size: 24)

  /// The bits of all its numbers.
  var all: UInt64 { (1 << UInt64(size)) - 1 }

  /// "every minute", or "every 15 minutes" where they are evenly spaced from 0 on; nil otherwise.
  func interval(_ numbers: UInt64) -> String? {
    if numbers == all { return "every \(name)" }
    let step = size / numbers.nonzeroBitCount
    guard step < size, size.isMultiple(of: step),
      stride(from: 0, to: size, by: step).allSatisfy({ numbers.has($0) }),
      numbers.nonzeroBitCount * step == size
    else { return nil }
    return "every \(step) \(name)s"
  }

  /// "minute 30", "hours 09 to 17".
  func words(_ numbers: UInt64) -> String {
    let list = listed(ranges(of: numbers.bitNumbers, twoDigits))
    return "\(name)\(numbers.nonzeroBitCount == 1 ? "" : "s") \(list)"
  }
}

extension CronDates {
  /// Which days these are: "every day", "on days 1 and 15 of every month or on Fridays".
  var words: String {
    let anyDay = hasEveryDayOfMonth
    let anyWeekday = hasEveryWeekday
    if needsBoth ? anyDay && anyWeekday : anyDay || anyWeekday {
      return "every day" + (monthNames.map { " of \($0)" } ?? "")
    }
    if needsBoth {
      if anyDay { return weekWords + weekSuffix }
      return anyWeekday ? monthWords : "\(monthWords), but only \(weekWords)"
    }
    return "\(monthWords) or \(weekWords + weekSuffix)"
  }

  /// Nil for all twelve.
  private var monthNames: String? {
    guard months.nonzeroBitCount < 12 else { return nil }
    return listed(ranges(of: months.bitNumbers) { monthName($0) })
  }

  /// "on February 29", "on the last day and on the weekday nearest day 15 of every month".
  private var monthWords: String {
    let days = listed(ranges(of: numbers.bitNumbers) { String($0) })
    let hasNumbersOnly = fromLast | workdays == 0
    if hasNumbersOnly, months.nonzeroBitCount == 1, let month = months.bitNumbers.first {
      return "on \(monthName(month)) \(days)"
    }
    var terms: [String] = []
    if numbers != 0 { terms.append("on day\(numbers.nonzeroBitCount == 1 ? "" : "s") \(days)") }
    terms += fromLast.bitNumbers.map { before in
      switch before {
      case 0: "on the last day"
      case 1: "on the day before the last"
      default: "on the day \(before) days before the last"
      }
    }
    terms += workdays.bitNumbers.map { day in
      day == 0 ? "on the last weekday" : "on the weekday nearest day \(day)"
    }
    return terms.joined(separator: " and ") + " of " + (monthNames ?? "every month")
  }

  /// "on Mondays to Fridays", "on the second Monday and on the last Friday".
  private var weekWords: String {
    let weeks = (0..<5).map { weekdays >> UInt64(7 * $0) & 0x7f }
    let weekly = weeks.reduce(0x7f, &)
    var terms: [String] = []
    if weekly != 0 {
      // Monday comes first, as people list them.
      let days = (weekly & ~1 | (weekly & 1) << 7).bitNumbers
      terms.append("on " + listed(ranges(of: days) { weekdayName($0 % 7) + "s" }))
    }
    for (week, days) in weeks.enumerated() {
      let ordinal = ["first", "second", "third", "fourth", "fifth"][week]
      terms += (days & ~weekly).bitNumbers.map { "on the \(ordinal) \(weekdayName($0))" }
    }
    terms += lastWeekdays.bitNumbers.map { "on the last \(weekdayName($0))" }
    return terms.joined(separator: " and ")
  }

  private var weekSuffix: String {
    if let monthNames { return " of \(monthNames)" }
    let isWeekly = lastWeekdays == 0 && weekdays == (weekdays & 0x7f) * Self.everyWeek
    return isWeekly ? "" : " of every month"
  }
}

func monthName(_ month: Int) -> String {
  [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ][month - 1]
}

func weekdayName(_ day: Int) -> String {
  ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][day]
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// "a", "a and b", "a, b and c".
func listed(_ items: [String]) -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " and " + last
}

/// Ascending numbers as items of a list: three or more in a row become "a to b".
func ranges(of numbers: [Int], _ name: (Int) -> String) -> [String] {
  var items: [String] = []
  var rest = numbers[...]
  while let first = rest.first {
    let run = zip(rest, first...).prefix { $0 == $1 }.count
    if run > 2 {
      items.append("\(name(first)) to \(name(first + run - 1))")
    } else {
      items += rest.prefix(run).map(name)
    }
    rest = rest.dropFirst(run)
  }
  return items
}
