/// The shapes that the parts of an attribution come in.
extension FortuneAttributionParser {
  static func isNameWord(_ word: Substring) -> Bool {
    word.first?.isUppercase == true || ["von", "van", "de", "der", "du", "zu"].contains(word)
  }

  /// One half of a text that was written twice.
  static func withoutRepetition(_ text: String) -> String {
    let words = text.split(separator: " ")
    let half = words.count / 2
    guard half > 0, words.count % 2 == 0, words[..<half] == words[half...] else { return text }
    return words[..<half].joined(separator: " ")
  }

  /// Whether the words may be a first and a last name.
  static func isPerson(_ words: ArraySlice<Substring>) -> Bool {
    words.allSatisfy { $0.first?.isUppercase == true }
      && !["The", "A", "An", "Der", "Die", "Das", "Ein", "Eine"].contains(words.first)
  }

  static func isPerson(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return (2...4).contains(words.count) && words.allSatisfy { isNameWord($0) }
      && !words.contains { $0.contains(where: \.isNumber) }
  }

  /// Whether the part tells something about the author or the occasion, in place of a title.
  static func isRemark(_ segment: String) -> Bool {
    guard let first = segment.first else { return true }
    if segment.contains("@") || segment.contains("://") { return true }
    if isNewsgroup(segment) { return false }
    let word = segment.prefix { $0 != " " }.lowercased()
    if ["nr.", "no.", "s.", "bd.", "vol", "vol.", "pg.", "p.", "pp.", "issue"].contains(word) {
      return true
    }
    if first.isLowercase || FortuneDates.isLifeDates(segment) { return true }
    if first.isNumber {
      return !FortuneDates.isYear(word)
        || !segment.contains { FortunePunctuation.marks.contains($0) }
    }
    return FortuneWords.isAlias(segment) || FortuneWords.isOccasion(segment)
      || FortuneWords.isRole(segment)
  }

  static func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard words.count >= 5, let last = words.last, !text.hasSuffix("Chr.") else { return false }
    return "!.".contains(last.last ?? " ") && last.count(where: { $0 == "." }) <= 1
      && !FortuneWords.isNumeral(last)
  }

  /// A newsgroup or host: dots within and no spaces.
  static func isNewsgroup(_ text: String) -> Bool {
    !text.contains(" ") && text.first?.isLetter == true && text.contains(".")
      && text.last != "." && !text.contains("@")
      && text.allSatisfy { $0.isLowercase || $0.isNumber || ".-+_".contains($0) }
  }

  static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("www.")
      || text.contains("/") && !text.contains(" ")
  }

  /// Whether what follows `in` or `aus` is a work, a paper, a newsgroup or a channel.
  static func isPlace(_ text: String) -> Bool {
    guard let first = text.first, !text.contains("<"), !FortuneDates.isDate(text) else {
      return false
    }
    return !text.contains(" ") || first.isUppercase || first == "#"
  }

  static func cutPrefix(_ text: String) -> (prefix: String, text: String)? {
    for prefix in [
      "frei nach", "Frei nach", "nach", "after", "recherchiert von", "Apologies to",
      "attributed to", "attr.", "by",
    ]
    where text.hasPrefix(prefix + " ") {
      return (prefix == "by" ? "" : prefix, String(text.dropFirst(prefix.count + 1)))
    }
    return nil
  }

  static func withoutLastPreposition(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last, FortuneWords.introducesTitle(last) else {
      return text
    }
    return words.dropLast().joined(separator: " ")
  }

  /// `Monty Python: Das Leben des Brian`, `Frank Herbert - Dune Messiah`.
  static func cutTitle(_ text: String) -> (name: String, title: String)? {
    for separator in [": ", " - ", " – "] {
      guard let range = text.firstRange(of: separator) else { continue }
      let name = String(text[..<range.lowerBound])
      let title = String(text[range.upperBound...])
      if name.split(separator: " ").count <= 4, !title.isEmpty { return (name, title) }
    }
    return nil
  }

  /// `Daniel Burrows <dburrows@debian.org>`.
  static func cutAddress(_ text: String) -> (name: String, address: String)? {
    guard let open = text.firstIndex(of: "<"), open > text.startIndex,
      let close = text[open...].firstIndex(of: ">")
    else { return nil }
    let rest = text[text.index(after: close)...]
    let address = text[text.index(after: open)..<close]
    let name = (text[..<open] + rest).condensed
    let words = name.split(separator: " ")
    // `Larry Wall in <10209@…>`
    if let last = words.last, words.count > 1, FortuneWords.introducesTitle(last) {
      return (words.dropLast().joined(separator: " "), last + " <" + address + ">")
    }
    return (name, String(address))
  }
}
