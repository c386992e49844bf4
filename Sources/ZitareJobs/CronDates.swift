/// Which dates match the day and month fields of a cron expression.
struct CronDates: Hashable, Sendable {
  /// Bit n stands for month n.
  private(set) var months: UInt64
  /// Bit n stands for day n of the month.
  private(set) var numbers: UInt64 = 0
  /// Bit n stands for the day n days before the month's last one.
  private(set) var fromLast: UInt64 = 0
  /// Bit n stands for the day from Monday to Friday that is nearest to day n, in the same month; bit
  /// 0 for the month's last one.
  private(set) var workdays: UInt64 = 0
  /// Five times seven bits, Sunday first: the first to the fifth of each weekday in a month.
  private(set) var weekdays: UInt64 = 0
  /// Seven bits, Sunday first: the last of each weekday in a month.
  private(set) var lastWeekdays: UInt64 = 0
  /// Whether a day must match both fields rather than either.
  let needsBoth: Bool

  /// Seven bits that are repeated for each week.
  static let everyWeek: UInt64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28

  init(months: UInt64, needsBoth: Bool) {
    self.months = months
    self.needsBoth = needsBoth
  }

  mutating func addDayOfMonth(_ item: CronItem) {
    switch item {
    case .last(let daysBefore): fromLast |= 1 << UInt64(daysBefore)
    case .nearestWorkday(let day): workdays |= 1 << UInt64(day)
    case .lastWorkday: workdays |= 1
    case .all, .from, .range, .hashed, .lastOf, .nth: numbers |= item.numbers(in: .dayOfMonth)
    }
  }

  mutating func addDayOfWeek(_ item: CronItem) {
    switch item {
    case .lastOf(let weekday): lastWeekdays |= 1 << UInt64(weekday)
    case .nth(let number, let weekday): weekdays |= 1 << UInt64((number - 1) * 7 + weekday)
    case .all, .from, .range, .hashed, .last, .nearestWorkday, .lastWorkday:
      let numbers = item.numbers(in: .dayOfWeek)
      weekdays |= ((numbers | numbers >> 7) & 0x7f) * Self.everyWeek
    }
  }

  /// The same days in one month only.
  func only(in month: Int) -> CronDates {
    var dates = self
    dates.months = 1 << UInt64(month)
    return dates
  }

  /// Whether the day of month decides nothing by itself.
  var hasEveryDayOfMonth: Bool { numbers == 0xffff_fffe }
  var hasEveryWeekday: Bool { weekdays == 0x7f * Self.everyWeek }

  /// The matching days of a month as bits 1 to 31; a weekday of 0 is Sunday.
  func matching(firstWeekday first: UInt64, count: Int) -> UInt64 {
    // Bit 0 of each week becomes the weekday of the month's first day.
    let kept = (0x7f >> first) * Self.everyWeek
    var ofWeek = ((weekdays >> first) & kept | (weekdays << (7 - first)) & ~kept) << 1
    var ofMonth = numbers
    if fromLast | workdays | lastWeekdays != 0 {
      ofMonth |= special(firstWeekday: Int(first), count: count)
      let week = ((lastWeekdays >> first | lastWeekdays << (7 - first)) & 0x7f) * Self.everyWeek
      ofWeek |= week << 1 & ~0 << UInt64(count - 6)
    }
    let days = needsBoth ? ofMonth & ofWeek : ofMonth | ofWeek
    return days & ((1 << UInt64(count + 1)) - 1) & ~1
  }

  /// The days of the month that hang on its length or on weekdays.
  private func special(firstWeekday: Int, count: Int) -> UInt64 {
    var days: UInt64 = 0
    for before in fromLast.bitNumbers where before < count { days |= 1 << UInt64(count - before) }
    for day in workdays.bitNumbers where day <= count {
      let wanted = day == 0 ? count : day
      let shift =
        switch (firstWeekday + wanted - 1) % 7 {
        case 6: wanted > 1 ? -1 : 2
        case 0 where day == 0: -2
        case 0: wanted < count ? 1 : -2
        default: 0
        }
      days |= 1 << UInt64(wanted + shift)
    }
    return days
  }
}
