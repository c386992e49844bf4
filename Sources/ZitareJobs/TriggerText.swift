internal import ZitareBase

/// The text of a trigger, cut at blanks and tabs.
struct TriggerText {
  let text: String
  let words: [Substring]

  init(_ text: String) {
    self.text = text
    words = text.split { $0 == " " || $0 == "\t" }
  }

  /// The first word in lower case; empty where there is none, and where the text is longer than any
  /// that is read.
  var keyword: String {
    text.utf8.count > CronParser.sizeLimit ? "" : words.first?.lowercased() ?? ""
  }

  func error(_ field: CronError.Field, _ token: Substring, _ reason: String) -> CronError {
    CronError(
      expression: text, field: field, token: String(token),
      offset: text.distance(from: text.startIndex, to: token.startIndex), reason: reason)
  }

  /// Reads an expression that stands at the end of the text; its errors point into the text.
  func cron(from start: String.Index, name: ScheduleName?) throws(CronError) -> CronExpression {
    do throws(CronError) {
      return try CronExpression(String(text[start...]), name: name)
    } catch {
      // One that is too long is quoted by its start only, and has no place in it.
      guard error.expression == text[start...] else { throw error }
      throw CronError(
        expression: text, field: error.field, token: error.token,
        offset: error.offset + text.distance(from: text.startIndex, to: start),
        reason: error.reason)
    }
  }

  func zone(_ name: Substring) throws(CronError) -> TimeZoneRules {
    do throws(TimeZoneError) {
      return try TimeZoneRules(identifier: String(name))
    } catch {
      throw self.error(.zone, name, error.description)
    }
  }

  func refuseWords(from index: Int) throws(CronError) {
    guard index < words.count else { return }
    let rest = text[words[index].startIndex..<words[words.count - 1].endIndex]
    throw error(.alias, rest, "nothing may follow here")
  }
}

// MARK: - @every

extension TriggerText {
  /// The interval after `@every`.
  func interval() throws(CronError) -> Duration {
    guard words.count > 1 else {
      throw error(.duration, words[0], "the interval is missing; write one, as in @every 90m")
    }
    try refuseWords(from: 2)
    let word = words[1]
    var rest = Array(word.utf8)[...]
    var seconds: Int64 = 0
    while let first = rest.first {
      let digits = rest.prefix(while: \.isDigit)
      guard !digits.isEmpty else {
        throw error(
          .duration, word,
          first == .dash
            ? "an interval cannot be negative; write @every \(word.dropFirst())"
            : "an interval is numbers with the units s, m, h and d, as in 1h30m")
      }
      rest = rest[digits.endIndex...]
      guard let unit = rest.popFirst() else {
        throw error(.duration, word, "the unit is missing; write one of s, m, h and d, as in 90m")
      }
      guard let length = Self.units[unit] else {
        throw error(.duration, word, "the units are s, m, h and d, as in 1h30m")
      }
      let number = digits.reduce(Int64(0)) {
        min($0 * 10 + Int64($1 - UInt8(ascii: "0")), Self.longest)
      }
      seconds = min(seconds + min(number, Self.longest / length + 1) * length, Self.longest + 1)
    }
    guard seconds > 0 else { throw error(.duration, word, "an interval is 1s at least") }
    guard seconds <= Self.longest else {
      throw error(.duration, word, "an interval is 36500d at most")
    }
    return .seconds(seconds)
  }

  private static let units: [UInt8: Int64] = [
    UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3600, UInt8(ascii: "d"): 86_400,
  ]
  /// In seconds; far from overflow.
  private static let longest: Int64 = 36_500 * 86_400
}

// MARK: - at

extension TriggerText {
  /// The instant after `at`: date, time and, if wanted, an offset or a zone.
  ///
  /// A local time in a gap means the first instant after it, one that comes twice the first of them.
  func instant(in standardZone: TimeZoneRules) throws(CronError) -> Timestamp {
    var rest = words.dropFirst()
    guard let date = rest.popFirst() else {
      throw error(
        .instant, words[0], "date and time are missing; write at 2026-03-29 02:30 Europe/Berlin")
    }
    let halves = date.split(maxSplits: 1) { $0 == "T" || $0 == "t" }
    guard let day = halves.first.flatMap({ CivilDate($0) }) else {
      throw error(.instant, date, "there is no such date; write one as 2026-03-29")
    }
    guard let time = halves.count == 2 ? halves[1] : rest.popFirst() else {
      throw error(.instant, date, "the time is missing; write one after the date, as in 02:30")
    }
    guard let clock = LocalClock(time) else {
      throw error(
        .instant, time,
        "there is no such time; write one from 00:00 to 23:59:59, with an offset as "
          + "in 02:30+02:00 if wanted")
    }
    let zone = try rest.popFirst().map { name throws(CronError) in try self.zone(name) }
    try refuseWords(from: rest.startIndex)
    let local = Int64(day.daysSinceEpoch) * 86_400 + clock.seconds
    if let offset = clock.offset { return Timestamp(seconds: local - offset) }
    return switch (zone ?? standardZone).instants(ofLocal: local) {
    case .once(let seconds): Timestamp(seconds: seconds)
    case .twice(let first, _): Timestamp(seconds: first)
    case .never(let gapEnd, _): Timestamp(seconds: gapEnd)
    }
  }
}

/// `hh:mm[:ss]`, and after it `Z` or an offset from UTC such as `+02:00`.
private struct LocalClock {
  /// Since midnight.
  let seconds: Int64
  /// East of Greenwich; nil where none is given.
  let offset: Int64?

  init?(_ text: Substring) {
    let time = text.prefix { $0.isASCII && $0.isNumber || $0 == ":" }
    let colons = time.utf8.filter { $0 == UInt8(ascii: ":") }.count
    guard colons == 1 || colons == 2 else { return nil }
    // Read as a whole instant of the first day, so that one place knows what a time is.
    let suffix = text[time.endIndex...]
    let whole = "1970-01-01T\(time)\(colons == 1 ? ":00" : "")"
    guard let clock = Timestamp(iso8601: whole + "Z") else { return nil }
    seconds = clock.seconds
    guard !suffix.isEmpty else {
      offset = nil
      return
    }
    guard let instant = Timestamp(iso8601: whole + suffix) else { return nil }
    offset = clock.seconds - instant.seconds
  }
}
