internal import ZitareBase

extension CronExpression {
  /// The first matching local time at or after `seconds`, both since 1970-01-01T00:00:00 there.
  func nextLocal(from seconds: Int64) -> Int64? {
    let (day, second) = seconds.dividedDown(by: 86_400)
    guard let match = dates.nextDay(from: Int(day)) else { return nil }
    if match == Int(day), let time = nextTime(from: Int(second)) {
      return day * 86_400 + Int64(time)
    }
    guard let later = match > Int(day) ? match : dates.nextDay(from: match + 1) else { return nil }
    return Int64(later) * 86_400 + Int64(firstTime)
  }

  /// The first second of the day, counted from midnight.
  private var firstTime: Int { hours.trailingZeroBitCount * 3600 + firstTimeOfHour }

  private var firstTimeOfHour: Int {
    minutes.trailingZeroBitCount * 60 + seconds.trailingZeroBitCount
  }

  /// The first matching second of the day at or after `start`.
  private func nextTime(from start: Int) -> Int? {
    let (minuteOfDay, second) = start.quotientAndRemainder(dividingBy: 60)
    let (hour, minute) = minuteOfDay.quotientAndRemainder(dividingBy: 60)
    if hours.has(hour) {
      if minutes.has(minute), let next = seconds.next(from: second) {
        return minuteOfDay * 60 + next
      }
      if let next = minutes.next(from: minute + 1) {
        return hour * 3600 + next * 60 + seconds.trailingZeroBitCount
      }
    }
    guard let next = hours.next(from: hour + 1) else { return nil }
    return next * 3600 + firstTimeOfHour
  }
}
