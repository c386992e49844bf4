import Testing

/// Reads the words of an explanation back into an expression with the same times.
struct WordReader {
  private var second = "0"
  private var minute = span(0, 59)
  private var hour = span(0, 23)
  private var months = span(1, 12)
  private var dayOfMonth: String?
  private var dayOfWeek: String?
  private var needsBoth = false

  /// The expression that a sentence stands for.
  static func expression(_ sentence: String, followsClock: Bool) throws -> String {
    var reader = WordReader()
    let text = String(sentence.dropLast()).replacing(#/^(Every|At)/#) { $0.output.0.lowercased() }
    let day = text.firstMatch(of: #/ (on|every day)\b/#)?.range.lowerBound ?? text.endIndex
    try reader.readClock(String(text[..<day]))
    try reader.readDays(String(text[day...].dropFirst()))
    return try reader.expression(followsClock: followsClock)
  }

  private mutating func readClock(_ text: String) throws {
    if text.contains(":") {
      let times = items(text.dropFirst(3)).map { $0.split(separator: ":").map(String.init) }
      hour = list(times.map { $0[0] })
      minute = list(times.map { $0[1] })
      second = list(times.map { $0.count > 2 ? $0[2] : "0" })
      return
    }
    for (index, part) in text.components(" of ").enumerated() {
      let words = part.split(separator: " ", maxSplits: 2).map(String.init)
      // "every minute", "every 15 minutes", "at minutes 1 and 2", and later "minutes 1 and 2".
      let values: String?
      let unit: String
      switch (words[0], words.count) {
      case ("every", 2): (unit, values) = (words[1], nil)
      case ("every", _): (unit, values) = (words[2], steps(words[1], of: words[2]))
      case ("at", _): (unit, values) = (words[1], list(numbers(words[2])))
      default:
        (unit, values) = (words[0], list(numbers(words.dropFirst().joined(separator: " "))))
      }
      switch unit.hasSuffix("s") ? String(unit.dropLast()) : unit {
      case "second": second = values ?? span(0, 59)
      case "minute": minute = values ?? span(0, 59)
      default: hour = values ?? span(0, 23)
      }
      if index == 0, unit.hasPrefix("second") == false { second = "0" }
    }
  }

  private mutating func readDays(_ text: String) throws {
    if text.isEmpty || text.hasPrefix("every day") {
      readMonths(text)
      return
    }
    let both = text.components(", but only ")
    let either = text.components(" or on ")
    needsBoth = both.count == 2
    for phrase in needsBoth ? both : either {
      readMonths(phrase)
      let days = phrase.components(" of ")[0]
      for term in days.replacing(#/^on /#, with: "").components(" and on ") { try read(term) }
    }
  }

  private mutating func readMonths(_ phrase: String) {
    guard let name = phrase.components(" of ").dropFirst().first, name != "every month" else {
      return
    }
    months = list(numbers(name))
  }

  private mutating func read(_ term: String) throws {
    let words = term.split(separator: " ").map(String.init)
    let ordinals = ["first", "second", "third", "fourth", "fifth"]
    switch (words[0], words[1...].joined(separator: " ")) {
    case ("day", let rest), ("days", let rest): add(&dayOfMonth, list(numbers(rest)))
    case ("the", "last day"): add(&dayOfMonth, "L")
    case ("the", "day before the last"): add(&dayOfMonth, "L-1")
    case ("the", "last weekday"): add(&dayOfMonth, "LW")
    case ("the", let rest) where rest.hasPrefix("weekday nearest"):
      add(&dayOfMonth, words[words.count - 1] + "W")
    case ("the", let rest) where rest.hasSuffix("days before the last"):
      add(&dayOfMonth, "L-" + words[2])
    case ("the", _):
      let day = try #require(Self.names[words[2]])
      let nth = ordinals.firstIndex(of: words[1]).map { "#\($0 + 1)" }
      add(&dayOfWeek, "\(day)" + (nth ?? "L"))
    case (let name, let rest) where Self.months.contains(name):
      months = list(numbers(name))
      add(&dayOfMonth, list(numbers(rest)))
    default: add(&dayOfWeek, list(numbers(term)))
    }
  }

  private func expression(followsClock: Bool) throws -> String {
    var (second, minute, hour) = (second, minute, hour)
    if followsClock {
      // A field that starts with '*' holds its least number, and can be written so again.
      if has(second, 0), second != "0" {
        second = "*/60,\(second)"
      } else if has(minute, 0) {
        minute = "*/60,\(minute)"
      } else {
        try #require(has(hour, 0))
        hour = "*/24,\(hour)"
      }
    }
    var (day, weekday) = (dayOfMonth ?? "*", dayOfWeek ?? "*")
    if needsBoth {
      if has(day, 1) { day = "*/31,\(day)" } else { weekday = "*/7,\(weekday)" }
    }
    return [second, minute, hour, day, months, weekday].joined(separator: " ")
  }

  private func has(_ list: String, _ number: Int) -> Bool {
    list.split(separator: ",").contains(Substring(String(number)))
  }

  private func add(_ list: inout String?, _ item: String) {
    list = list.map { "\($0),\(item)" } ?? item
  }

  // MARK: Lists

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// Numbers of months and days of the week.
  private static let names: [String: Int] = {
    let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    var names = Dictionary(uniqueKeysWithValues: zip(months, 1...))
    for (index, day) in days.enumerated() { (names[day], names[day + "s"]) = (index, index) }
    return names
  }()

  /// "1, 2 and 5 to 7" as numbers; a range of weekdays may pass Sunday.
  private func numbers(_ text: some StringProtocol) -> [String] {
    items(text).flatMap { item -> [String] in
      let ends = item.components(" to ").map { Self.names[$0] ?? Int($0) ?? -1 }
      let isPastSunday = ends[ends.count - 1] < ends[0]
      return (ends[0]...(ends[ends.count - 1] + (isPastSunday ? 7 : 0))).map {
        String(isPastSunday ? $0 % 7 : $0)
      }
    }
  }

  private func items(_ text: some StringProtocol) -> [String] {
    String(text).components(" and ").flatMap { $0.components(", ") }
  }

  private func list(_ numbers: [String]) -> String {
    var unique: [String] = []
    for number in numbers.map({ String(Int($0) ?? -1) }) where !unique.contains(number) {
      unique.append(number)
    }
    return unique.joined(separator: ",")
  }

  private func steps(_ step: String, of unit: String) -> String {
    list(stride(from: 0, to: unit == "hours" ? 24 : 60, by: Int(step) ?? 60).map(String.init))
  }
}

private func span(_ low: Int, _ high: Int) -> String {
  (low...high).map(String.init).joined(separator: ",")
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
