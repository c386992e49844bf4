internal import ZitareBase

/// Takes a cron expression apart and says what is wrong with it.
struct CronParser {
  private let text: String
  /// The expression as written, or what its alias stands for.
  private var bytes: [UInt8]

  private static let sizeLimit = 1000

  /// Refuses what is too long to be looked at and characters that no expression has.
  init(_ text: String) throws(CronError) {
    self.text = text
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

  /// The five fields, as ranges of bytes; an alias is replaced by what it stands for.
  mutating func fields() throws(CronError) -> [Range<Int>] {
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
      let missing = Self.all[fields.count...].map(\.name.rawValue).joined(separator: ", ")
      throw error(
        .expression, first.lowerBound..<last.upperBound,
        "five fields are needed, with blanks between them; missing: \(missing)")
    }
    guard fields.count == 5 else { throw tooMany(fields) }
    return fields
  }

  /// The numbers that a field lists, as bits.
  func numbers(_ range: Range<Int>, of field: CronField) throws(CronError) -> UInt64 {
    var bits: UInt64 = 0
    var start = range.lowerBound
    while true {
      let end = bytes[start..<range.upperBound].firstIndex(of: .comma) ?? range.upperBound
      guard start < end else {
        let around = max(start - 1, range.lowerBound)..<min(end + 1, range.upperBound)
        throw error(field.name, around, "an item of the list is empty; take out the comma")
      }
      bits |= try item(start..<end, of: field)
      guard end < range.upperBound else { return bits }
      start = end + 1
    }
  }

  func startsWithStar(_ field: Range<Int>) -> Bool { bytes[field.lowerBound] == .star }

  /// Says that no date matches, for an expression whose fields are right by themselves.
  func neverMatches(_ daysOfMonth: Range<Int>) -> CronError {
    error(
      .dayOfMonth, daysOfMonth,
      "none of the given months is that long, so this would never run; give a day they all have")
  }
}

// MARK: - Fields

extension CronParser {
  private static let all: [CronField] = [.minute, .hour, .dayOfMonth, .month, .dayOfWeek]

  private static let aliases: KeyValuePairs = [
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
  ]

  /// What stands between blanks and tabs.
  private var words: [Range<Int>] {
    var words: [Range<Int>] = []
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
      let names = Self.aliases.map(\.key)
      let hint = nearestName(to: name, in: names).map { "did you mean \($0)?" }
      let known = "known are " + names.joined(separator: ", ")
      throw error(.alias, alias, "there is no such alias; \(hint ?? known)")
    }
    if let next {
      throw error(.alias, next.lowerBound..<bytes.count, "nothing may follow \(name)")
    }
    bytes = Array(meaning.utf8)
  }

  private func tooMany(_ fields: [Range<Int>]) -> CronError {
    if bytes[fields[5]].looksLikeACommand {
      return error(
        .dayOfWeek, fields[5],
        "this looks like a line of a crontab; give the five fields without the command")
    }
    if fields.count > 6 {
      return error(
        .expression, fields[6], "there is no year field; give five fields")
    }
    return error(
      .expression, fields[0].lowerBound..<fields[5].upperBound,
      "there are six fields, and a field for seconds is not supported; give five")
  }
}

// MARK: - Items

extension CronParser {
  /// `*`, `n` or `a-b`, each with or without `/step`.
  private func item(_ range: Range<Int>, of field: CronField) throws(CronError) -> UInt64 {
    let slash = bytes[range].firstIndex(of: .slash)
    let base = range.lowerBound..<(slash ?? range.upperBound)
    let step = try slash.map { slash throws(CronError) in
      try self.step(slash, in: range, of: field)
    }
    guard !base.isEmpty else {
      throw error(field.name, range, "a step needs something to start from; write *\(token(range))")
    }
    if bytes[base].elementsEqual([.star]) {
      let all = field.range
      return field.bits(from: all.lowerBound, through: all.upperBound, step: step ?? 1)
    }
    do {
      let (first, last) = try ends(base, of: field)
      let open = step == nil ? first : field.range.upperBound
      return field.bits(from: first, through: last ?? open, step: step ?? 1)
    } catch {
      throw foreignSyntax(base, of: field) ?? error
    }
  }

  /// The ends of `a-b`, or the one number of `n`.
  private func ends(
    _ base: Range<Int>, of field: CronField
  ) throws(CronError) -> (first: Int, last: Int?) {
    guard let dash = bytes[base].firstIndex(of: .dash) else {
      return (try number(base, of: field), nil)
    }
    guard dash > base.lowerBound, dash + 1 < base.upperBound else {
      throw error(
        field.name, base, "a range has two ends, as in 1-5, and there are no negative numbers")
    }
    if let second = bytes[(dash + 1)..<base.upperBound].firstIndex(of: .dash) {
      throw error(field.name, second..<base.upperBound, "a range has two ends only")
    }
    let first = try number(base.lowerBound..<dash, of: field)
    return (first, try number((dash + 1)..<base.upperBound, of: field))
  }

  private func step(
    _ slash: Int, in item: Range<Int>, of field: CronField
  ) throws(CronError) -> Int {
    let digits = (slash + 1)..<item.upperBound
    if let second = bytes[digits].firstIndex(of: .slash) {
      throw error(field.name, second..<item.upperBound, "an item has one step only")
    }
    guard !digits.isEmpty else {
      throw error(field.name, item, "the step after '/' is missing; write one, as in */5")
    }
    guard let step = decimal(digits), step > 0 else {
      throw error(field.name, digits, "a step is a number from 1 to \(field.size)")
    }
    guard step <= field.size else {
      throw error(
        field.name, digits,
        "the field has \(field.size) values and starts anew after them, so a larger step says "
          + "less than it seems to; give the times themselves")
    }
    return step
  }

  private func number(_ range: Range<Int>, of field: CronField) throws(CronError) -> Int {
    if let number = decimal(range) {
      guard field.range.contains(number) else {
        throw error(field.name, range, field.rangeInWords)
      }
      return number
    }
    if let number = field.number(named: bytes[range]) { return number }
    throw error(field.name, range, whyNoNumber(range, of: field))
  }

  /// A run of ASCII digits; what is too large for any field is all the same.
  private func decimal(_ range: Range<Int>) -> Int? {
    guard bytes[range].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return bytes[range].reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 100_000) }
  }
}

// MARK: - Refusals

extension CronParser {
  /// Names what other dialects of cron write, where that is what could not be read.
  private func foreignSyntax(_ base: Range<Int>, of field: CronField) -> CronError? {
    if let tilde = bytes[base].firstIndex(of: UInt8(ascii: "~")) {
      return error(
        field.name, tilde..<tilde + 1, "random times are not supported; write a range with '-'")
    }
    if bytes[base].contains(.star) {
      return error(field.name, base, "'*' stands alone or before a step; a range has numbers")
    }
    let letters = bytes[base].filter { $0 >= UInt8(ascii: "A") }
    let isMarked = bytes[base].contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") }
    let word = String(decoding: letters, as: UTF8.self).uppercased()
    let isLastWeekday = word.hasSuffix("L") && field.number(named: letters.dropLast()) != nil
    guard isMarked || ["L", "LW", "W", "H"].contains(word) || isLastWeekday else { return nil }
    return error(
      field.name, base, "L, W, #, ? and H are not supported; write numbers, names and ranges")
  }

  private func whyNoNumber(_ range: Range<Int>, of field: CronField) -> String {
    let word = token(range)
    if word.first == "'" || word.first == "\"" { return "take away the quotes" }
    if word.first == "+" { return "'+' is not supported; write a plain number or name" }
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

  private func token(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func error(
    _ field: CronError.Field, _ range: Range<Int>, _ reason: String
  ) -> CronError {
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    return CronError(
      expression: text, field: field, token: token(range), offset: before.count, reason: reason)
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

  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let dash = UInt8(ascii: "-")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let star = UInt8(ascii: "*")
}

extension ArraySlice<UInt8> {
  /// Whether it is a path, or a word too long for a name.
  fileprivate var looksLikeACommand: Bool {
    guard let first, !contains(UInt8(ascii: "#")) else { return false }
    return "/.~$".utf8.contains(first) || first >= UInt8(ascii: "A") && count > 3
  }
}
