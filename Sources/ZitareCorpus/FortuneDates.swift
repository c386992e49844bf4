/// Dates and life dates as attributions write them, in German and English.
enum FortuneDates {
  /// The year a quotation or its source is dated to: the first number from 1000 to 2099 that is
  /// no part of a range, a count or a title such as `Revolte im Jahr 2100`, nor before our era.
  static func year(in text: some StringProtocol) -> Int? {
    let words = Substring(text).split(separator: " ")
    for (index, word) in words.enumerated() {
      let before = index > 0 ? words[index - 1].lowercased() : ""
      let after = index + 1 < words.count ? words[index + 1] : ""
      if uncounted.contains(before) || ranges.contains(before) { continue }
      if ranges.contains(String(after)) || after.hasPrefix("v.") || after == "BC" { continue }
      if let year = year(ofWord: word) { return year }
    }
    return nil
  }

  /// A year alone, perhaps with `um`, `ca.` or `c.` before it.
  static func isYear(_ segment: some StringProtocol) -> Bool {
    var words = Substring(segment).split(separator: " ")
    if let first = words.first, ["um", "ca.", "c.", "circa"].contains(first) {
      words.removeFirst()
    }
    return words.count == 1 && words.first.flatMap { year(ofWord: $0) } != nil
      && words.allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// Whether the segment is nothing but a date: `9.8.1782`, `Okt. 1797`, `May 3`, `1811`.
  static func isDate(_ segment: some StringProtocol) -> Bool {
    let words = Substring(segment).split(separator: " ")
    return words.allSatisfy { isDateWord($0) || fillers.contains(String($0)) }
      && words.contains { carriesDate($0) } && segment.contains(where: \.isNumber)
  }

  /// Whether it has a day or month, which a mere year has not.
  static func hasDay(_ segment: some StringProtocol) -> Bool { isDate(segment) && !isYear(segment) }

  /// Whether the segment tells when somebody lived: `106-43 v.Chr.`, `um 570 - 496`, `*1911`.
  static func isLifeDates(_ segment: some StringProtocol) -> Bool {
    guard segment.contains(where: \.isNumber), !isDate(segment) else { return false }
    var isMarked = false
    for word in Substring(segment).split(whereSeparator: { " .,-–/()".contains($0) }) {
      let isNumber = word.allSatisfy { $0.isNumber || "?*†".contains($0) }
      guard isNumber || lifeWords.contains(word.lowercased()) || isMonth(word) else { return false }
      isMarked = isMarked || !isNumber || word.contains { "?*†".contains($0) }
    }
    return isMarked || segment.contains { "-–".contains($0) }
  }

  /// Cuts a date off the end of a title: `Rede 8. Mai 1985` is `Rede` and `8. Mai 1985`.
  ///
  /// Nil if there is none, or if it is a part of the title (`im Jahr 1769`).
  static func cut(_ text: String) -> (title: String, date: String)? {
    let words = text.split(separator: " ")
    if let last = words.last, words.count > 1, words[words.count - 2].hasSuffix("."),
      isLifeDates(last)
    {
      return (words.dropLast().joined(separator: " "), String(last))
    }
    var start = words.count
    while start > 0, isDateWord(words[start - 1]) || fillers.contains(String(words[start - 1])) {
      start -= 1
    }
    guard start > 0 else { return nil }
    let date = words[start...].joined(separator: " ")
    let title = words[..<start].joined(separator: " ")
    guard isDate(date), !uncounted.contains(words[start - 1].lowercased()) else {
      return nil
    }
    return (title, date)
  }

  /// Whether the words name a day with its preposition: `Hokkaido am 10. Juli 2008`.
  static func namesDay(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return zip(words, words.dropFirst()).contains { preposition, word in
      ["am", "on", "im", "in"].contains(preposition) && isDateWord(word)
    }
  }

  private static let uncounted: Set<String> = [
    "nr.", "no.", "jahr", "jahre", "year", "stardate", "s.", "pp.", "pg.", "#",
  ]
  private static let ranges: Set<String> = ["-", "–", "bis"]
  private static let fillers: Set<String> = [
    "am", "im", "vom", "den", "on", "of", "um", "ca.", "c.", "circa",
  ]
  private static let lifeWords: Set<String> = [
    "v", "n", "vchr", "chr", "um", "ca", "c", "jh", "jhd", "jahrhundert", "bc", "ad", "b", "d",
    "geb", "gest", "geboren", "gestorben", "bis", "nach", "vor", "circa", "century",
  ]
  private static let months = [
    "januar", "jänner", "january", "februar", "february", "märz", "march", "april", "mai", "may",
    "juni", "june", "juli", "july", "august", "september", "oktober", "october", "november",
    "dezember", "december", "silvester", "frühjahr", "sommer", "herbst", "winter", "spring",
    "summer", "autumn", "fall",
  ]

  /// A full name of a month or season, or a form of at least three letters cut short.
  private static func isMonth(_ word: some StringProtocol) -> Bool {
    let word = word.lowercased()
    return word.count >= 3
      && months.contains {
        $0 == word || $0.hasPrefix(word) && (word.count <= 4 || word.count >= $0.count - 2)
      }
  }

  private static func parts(_ word: Substring) -> [Substring] {
    var word = word
    while let last = word.last, ",;".contains(last) { word.removeLast() }
    return word.split(separator: ".")
  }

  private static func isDateWord(_ word: Substring) -> Bool {
    let parts = parts(word)
    return !parts.isEmpty
      && parts.allSatisfy { part in
        if part.allSatisfy({ $0.isASCII && $0.isNumber }) {
          return part.count <= 2 || part.count == 4 && year(ofWord: part) != nil
        }
        return isMonth(part)
      }
  }

  /// Whether the word alone makes a date of what stands around it.
  private static func carriesDate(_ word: Substring) -> Bool {
    let parts = parts(word)
    return parts.contains { isMonth($0) || $0.count == 4 && year(ofWord: $0) != nil }
      || parts.count == 3 && isDateWord(word)
  }

  /// The year within one word: `1803`, `27.10.1831`, `10.2.99`; none in `1942-1972` or `3193.0`.
  private static func year(ofWord word: some StringProtocol) -> Int? {
    var runs: [(digits: Substring, before: Character?, after: Character?)] = []
    let text = Substring(word)
    var rest = text
    while let start = rest.firstIndex(where: { $0.isASCII && $0.isNumber }) {
      let run = rest[start...].prefix { $0.isASCII && $0.isNumber }
      let before = start > text.startIndex ? text[text.index(before: start)] : nil
      let after = run.endIndex < text.endIndex ? text[run.endIndex] : nil
      runs.append((run, before, after))
      rest = rest[run.endIndex...]
    }
    let isDay = runs.count == 3 && runs[0].digits.count <= 2 && runs[1].digits.count <= 2
    guard let last = runs.last, let number = Int(last.digits), runs.count == 1 || isDay,
      last.before.map({ "(.\"'„»,".contains($0) }) ?? true,
      last.after.map({ ",.;:)\"'“«".contains($0) }) ?? true
    else { return nil }
    // The files are of our days: 10.2.99 is in 1999, 1.5.12 in 2012.
    if isDay, last.digits.count == 2 { return number + (number < 30 ? 2000 : 1900) }
    let year = last.digits.count == 4 ? number : 0
    guard (1000...2099).contains(year) else { return nil }
    return year
  }
}
