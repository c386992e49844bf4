extension CronParser {
  /// Names what other dialects of cron write, where that is what could not be read.
  func foreignSyntax(_ base: Range<Int>, of field: CronField) -> CronError? {
    if let tilde = bytes[base].firstIndex(of: UInt8(ascii: "~")) {
      return error(
        field.name, tilde..<tilde + 1, "random times are not supported; write H or a jitter")
    }
    if bytes[base].contains(.star) {
      return error(field.name, base, "'*' stands alone or before a step; a range has numbers")
    }
    if bytes[base].contains(.question) {
      return error(field.name, base, "'?' stands alone in a day field only; write '*'")
    }
    let letters = bytes[base].filter(\.isLetter)
    let word = String(decoding: letters, as: UTF8.self).uppercased()
    let isMarked = bytes[base].contains(.hash)
    switch word {
    case "W", "LW":
      return error(field.name, base, "W stands in the day-of-month field only, as in 15W")
    case "L":
      return error(
        field.name, base, "L stands in the day-of-month field, or after a day of the week as in 5L")
    default:
      guard isMarked else { return nil }
      return error(field.name, base, "'#' stands in the day-of-week field only, as in MON#2")
    }
  }

  func whyNoNumber(_ range: Range<Int>, of field: CronField) -> String {
    let word = token(range)
    if word.first == "'" || word.first == "\"" { return "take away the quotes" }
    if word.first == "+" {
      return "'+' is not supported; for a weekday among dates write MON#1 or a list"
    }
    let other = [CronField.month, .dayOfWeek].first { $0.number(named: bytes[range]) != nil }
    if let other {
      return field.names.isEmpty
        ? "names stand in the month and day-of-week fields only"
        : "this is a name for the \(other.name.rawValue) field; are two fields swapped?"
    }
    let start = word.prefix(3).uppercased()
    if word.allSatisfy(\.isLetter), field.names.contains(start) {
      return "names have three letters; write \(start)"
    }
    return "this is neither a number in the digits 0 to 9 nor a name; \(field.rangeInWords)"
  }

  func tooLarge(_ step: Int, of field: CronField, _ most: Int) -> String {
    let reason =
      "there are only \(most) values to step through, and they start anew after them; "
    return switch field.name {
    case .second: reason + "for an interval write @every \(step)s"
    case .minute: reason + "for an interval write @every \(step)m"
    case .hour: reason + "for an interval write @every \(step)h"
    case .expression, .alias, .dayOfMonth, .month, .dayOfWeek, .zone, .duration, .instant:
      reason + "give the values themselves, or for the first Monday of a month MON#1"
    }
  }
}
