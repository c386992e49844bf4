extension CronParser {
  /// The items that only the day fields have; nil for one of any other form.
  func dayItem(_ range: Range<Int>, of field: CronField) throws(CronError) -> CronItem? {
    switch field.name {
    case .dayOfMonth: try dayOfMonth(range, field)
    case .dayOfWeek: try dayOfWeek(range, field)
    case .expression, .alias, .second, .minute, .hour, .month, .zone, .duration, .instant: nil
    }
  }

  /// `?`, `L`, `LW`, `L-n` and `nW`.
  private func dayOfMonth(_ range: Range<Int>, _ field: CronField) throws(CronError) -> CronItem? {
    let first = bytes[range.lowerBound].upper
    let last = bytes[range.upperBound - 1].upper
    if first == .question, range.count == 1 { return .all(step: nil) }
    if first == .letterL, range.count == 1 { return .last(daysBefore: 0) }
    if first == .letterL, last == .letterW, range.count == 2 { return .lastWorkday }
    if first == .letterL, bytes[range.lowerBound + 1] == .dash {
      guard let days = decimal((range.lowerBound + 2)..<range.upperBound), (1...30).contains(days)
      else {
        throw error(field.name, range, "L-n is n days before the last day, with n from 1 to 30")
      }
      return .last(daysBefore: days)
    }
    guard first != .letterL else {
      throw error(field.name, range, "L stands alone, or as L-3 or LW")
    }
    guard last == .letterW else { return nil }
    let digits = range.lowerBound..<range.upperBound - 1
    if digits.isEmpty {
      throw error(field.name, range, "write the day as well: 15W is the weekday nearest the 15th")
    }
    guard let day = decimal(digits), field.range.contains(day) else {
      throw error(
        field.name, range,
        bytes[digits].contains(.dash)
          ? "W takes one day, not a range; list the days, as in 1W,15W"
          : "W follows a day from 1 to 31, as in 15W for the weekday nearest the 15th")
    }
    return .nearestWorkday(day)
  }

  /// `?`, `dL` and `d#n`.
  private func dayOfWeek(_ range: Range<Int>, _ field: CronField) throws(CronError) -> CronItem? {
    let last = bytes[range.upperBound - 1].upper
    if last == .question, range.count == 1 { return .all(step: nil) }
    if let mark = bytes[range].firstIndex(of: .hash) { return try nth(mark, range, field) }
    guard last == .letterL, range.count > 1, CronField.month.number(named: bytes[range]) == nil
    else { return nil }
    let day = range.lowerBound..<range.upperBound - 1
    guard !bytes[day].contains(where: { $0 == .dash || $0 == .slash || $0 == .star }) else {
      throw error(field.name, range, "L takes one day, as in 5L or FRIL for the last Friday")
    }
    return .lastOf(weekday: try number(day, of: field) % 7)
  }

  private func nth(
    _ mark: Int, _ range: Range<Int>, _ field: CronField
  ) throws(CronError) -> CronItem {
    let digits = (mark + 1)..<range.upperBound
    if let slash = bytes[digits].firstIndex(of: .slash) {
      throw error(
        field.name, slash..<range.upperBound,
        "no step can follow '#'; list the days, as in "
          + "MON#1,MON#3")
    }
    guard mark > range.lowerBound, !digits.isEmpty else {
      throw error(
        field.name, range,
        "'#' stands between a day and which of them, as in MON#2 for the second "
          + "Monday")
    }
    let weekday = try number(range.lowerBound..<mark, of: field) % 7
    guard let number = decimal(digits), (1...5).contains(number) else {
      throw error(field.name, digits, "a month has a first to a fifth of a weekday; write 1 to 5")
    }
    return .nth(number, weekday: weekday)
  }
}

extension CronField {
  var isDay: Bool { name == .dayOfMonth || name == .dayOfWeek }
}

extension UInt8 {
  fileprivate static let letterL = UInt8(ascii: "L")
  fileprivate static let letterW = UInt8(ascii: "W")
}
