internal import ZitareBase

/// Takes a cron expression apart and says what is wrong with it.
struct CronParser {
  private let text: String
  /// What `H` is drawn from; nil where no schedule is known.
  let name: ScheduleName?
  /// The expression as written, or what its alias stands for.
  private(set) var bytes: [UInt8]

  static let sizeLimit = 1000

  /// Refuses what is too long to be looked at and characters that no expression has.
  init(_ text: String, name: ScheduleName? = nil) throws(CronError) {
    self.text = text
    self.name = name
    bytes = []
    guard text.utf8.count <= Self.sizeLimit else {
      throw CronError(
        expression: String(text.prefix(60)) + "…", field: .expression, token: "", offset: 0,
        reason: "an expression has at most \(Self.sizeLimit) characters; use ranges and steps")
    }
    bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0.isPlain }) { return }
    guard let index = text.firstIndex(where: { $0.isRefused }) else { return }
    throw CronError(
      expression: text, field: .expression, token: String(text[index]),
      offset: text.distance(from: text.startIndex, to: index),
      reason: "\(String(text[index]).debugDescription) cannot stand in an expression; separate "
        + "fields with blanks or tabs")
  }

  /// Finds the fields; an alias is replaced by what it stands for.
  mutating func fields() throws(CronError) -> CronFields {
    var fields = words
    if let first = fields.first, bytes[first.lowerBound] == UInt8(ascii: "@") {
      try resolve(alias: first, before: fields.dropFirst().first)
      fields = words
    }
    guard let first = fields.first, let last = fields.last else {
      throw error(
        .expression, 0..<0,
        "the expression is empty; write five fields: minute hour day-of-month month day-of-week")
    }
    guard fields.count >= 5 else {
      let names = ["minute", "hour", "day-of-month", "month", "day-of-week"]
      let missing = names[fields.count...].joined(separator: ", ")
      throw error(
        .expression, first.lowerBound..<last.upperBound,
        "five fields are needed, with blanks between them; missing: \(missing)")
    }
    if fields.count > 5, bytes[fields[5]].looksLikeACommand {
      throw error(
        .dayOfWeek, fields[5],
        "this looks like a line of a crontab; give the five fields without the command")
    }
    guard fields.count <= 6 else {
      throw error(
        .expression, fields[6],
        "there is no year field; give five fields, or six with seconds first")
    }
    return CronFields(fields)
  }

  /// The numbers that a field lists, as bits.
  func numbers(_ range: Range<Int>, of field: CronField) throws(CronError) -> UInt64 {
    var bits: UInt64 = 0
    try eachItem(of: range, in: field) { bits |= $0.numbers(in: field) }
    return bits
  }

  /// The dates that the two day fields list.
  func dates(
    _ dayOfMonth: Range<Int>, _ dayOfWeek: Range<Int>, months: UInt64
  ) throws(CronError) -> CronDates {
    let needsBoth = startsWithStar(dayOfMonth) || startsWithStar(dayOfWeek)
    var dates = CronDates(months: months, needsBoth: needsBoth)
    try eachItem(of: dayOfMonth, in: .dayOfMonth) { dates.addDayOfMonth($0) }
    try eachItem(of: dayOfWeek, in: .dayOfWeek) { dates.addDayOfWeek($0) }
    return dates
  }

  /// Whether a field starts with `*`, or is the `?` in its place.
  func startsWithStar(_ field: Range<Int>) -> Bool {
    bytes[field.lowerBound] == .star || bytes[field.lowerBound] == .question
  }

  /// Says that no date matches, for an expression whose fields are right by themselves.
  func neverMatches(_ fields: CronFields, _ dates: CronDates) -> CronError {
    var anyWeekday = dates
    anyWeekday.addDayOfWeek(.all(step: nil))
    return error(
      .dayOfMonth, fields.dayOfMonth,
      anyWeekday.canMatch
        ? "these days never are what the day-of-week field asks for as well, so this would never "
          + "run; both must match because one of the fields starts with '*'"
        : "none of the given months is that long, so this would never run; give a day they all have"
    )
  }

  func token(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func error(_ field: CronError.Field, _ range: Range<Int>, _ reason: String) -> CronError {
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    return CronError(
      expression: text, field: field, token: token(range), offset: before.count, reason: reason)
  }
}

// MARK: - Words

extension CronParser {
  private static let aliases: KeyValuePairs = [
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
  ]

  /// What stands between blanks and tabs.
  private var words: [Range<Int>] {
    var words: [Range<Int>] = []
    words.reserveCapacity(8)
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      if let begun = start, isBlank {
        words.append(begun..<index)
        start = nil
      } else if start == nil, !isBlank {
        start = index
      }
    }
    if let start { words.append(start..<bytes.count) }
    return words
  }

  private mutating func resolve(
    alias: Range<Int>, before next: Range<Int>?
  ) throws(CronError) {
    let name = token(alias).lowercased()
    guard let meaning = Self.aliases.first(where: { $0.key == name })?.value else {
      throw unknown(alias, name)
    }
    if let next {
      throw error(.alias, next.lowerBound..<bytes.count, "nothing may follow \(name)")
    }
    bytes = Array(meaning.utf8)
  }

  private func unknown(_ alias: Range<Int>, _ name: String) -> CronError {
    if name == "@every" || name == "@reboot" {
      return error(.alias, alias, "\(name) is no calendar; it stands alone, without CRON_TZ")
    }
    let names = Self.aliases.map(\.key) + ["@every", "@reboot"]
    let hint = nearestName(to: name, in: names).map { "did you mean \($0)?" }
    let known = "known are " + names.joined(separator: ", ")
    return error(.alias, alias, "there is no such alias; \(hint ?? known)")
  }
}

extension Character {
  /// Control characters, and white space that only looks like a blank.
  fileprivate var isRefused: Bool {
    if self == " " || self == "\t" { return false }
    return isWhitespace || unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
  }
}

extension UInt8 {
  /// A visible ASCII character, a blank or a tab.
  fileprivate var isPlain: Bool { (0x20..<0x7f).contains(self) || self == UInt8(ascii: "\t") }

  static let comma = UInt8(ascii: ",")
  static let dash = UInt8(ascii: "-")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let question = UInt8(ascii: "?")
  static let hash = UInt8(ascii: "#")

  /// As a capital letter, where it is a letter.
  var upper: UInt8 { (0x61...0x7a).contains(self) ? self & ~0x20 : self }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x41...0x5a).contains(upper) }
}

extension ArraySlice<UInt8> {
  /// Whether it is a path, or a word that no day of the week starts.
  fileprivate var looksLikeACommand: Bool {
    guard let first else { return false }
    let letters = prefix { $0.isLetter }
    return "/.~$".utf8.contains(first)
      || letters.count > 3 && CronField.dayOfWeek.number(named: letters.prefix(3)) == nil
  }
}
