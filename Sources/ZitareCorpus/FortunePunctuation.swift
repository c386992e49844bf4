/// How an attribution is cut at commas, parentheses and quotation marks.
enum FortunePunctuation {
  /// The parts between commas and semicolons that stand outside quotation marks and parentheses.
  ///
  /// A comma between digits separates nothing: `Hosea 8,7`, `May 3, 1988`.
  static func segments(_ text: String) -> [String] {
    let characters = Array(text)
    var segments: [String] = []
    var start = 0
    var depth = 0
    var isQuoted = false
    let mayQuote = characters.count { marks.contains($0) } % 2 == 0
    for (index, character) in characters.enumerated() {
      if marks.contains(character) && mayQuote { isQuoted.toggle() }
      if character == "(" { depth += 1 }
      if character == ")" { depth = max(0, depth - 1) }
      guard !isQuoted, depth == 0, character == "," || character == ";" else { continue }
      let next = characters[(index + 1)...].first { $0 != " " }
      let isTight = index + 1 < characters.count && characters[index + 1] != " "
      let beforeDigit = index > 0 && characters[index - 1].isNumber
      let afterDigit = next?.isNumber ?? false
      if beforeDigit && afterDigit || isTight && !afterDigit { continue }
      segments.append(String(characters[start..<index]))
      start = index + 1
    }
    segments.append(String(characters[start...]))
    return segments.map(\.condensed).filter { !$0.isEmpty }
  }

  /// The text without its parentheses and brackets, and what stood in them, in order.
  static func parted(_ text: String) -> (text: String, groups: [String]) {
    var rest = ""
    var groups: [String] = []
    var group = ""
    var depth = 0
    for character in text {
      switch character {
      case "(", "[":
        if depth > 0 { group.append(character) }
        depth += 1
      case ")", "]":
        guard depth > 0 else { continue }  // a stray one
        depth -= 1
        if depth > 0 {
          group.append(character)
        } else {
          groups.append(group.condensed)
          group = ""
        }
      default:
        if depth > 0 { group.append(character) } else { rest.append(character) }
      }
    }
    if depth > 0 { groups.append(group.condensed) }
    var outside = rest.condensed
    if let range = outside.firstRange(of: " ,") { outside.replaceSubrange(range, with: ",") }
    return (outside, groups.filter { !$0.isEmpty })
  }

  /// What stands between the marks if the whole text is quoted: `"Eric"`, `'Vom Amboß'`, `_H2_`.
  static func unquoted(_ text: String) -> String? {
    guard text.count > 2, let first = text.first, let last = text.last,
      marks.contains(first) && marks.contains(last) || first == last && "'_".contains(first)
    else { return nil }
    let inner = text.dropFirst().dropLast()
    return inner.contains { marks.contains($0) } ? nil : trimmed(String(inner))
  }

  /// Cuts a quoted title off the end: `Heinz-Rudolf Kunze "Tohuwabohu"`.
  static func cutQuoted(_ text: String) -> (before: String, title: String)? {
    let body = trimmed(text)
    guard let last = body.last, marks.contains(last) || last == "_" else { return nil }
    let open = body.dropLast().lastIndex { last == "_" ? $0 == "_" : marks.contains($0) }
    guard let open, open > body.startIndex, body[body.index(before: open)] == " " else {
      return nil
    }
    let title = body[body.index(after: open)...].dropLast()
    return title.isEmpty ? nil : (String(body[..<open]).condensed, trimmed(String(title)))
  }

  /// Without dashes and commas at the ends, and without a full stop unless it marks a short form.
  static func trimmed(_ text: String) -> String {
    var text = text.condensed[...]
    while let last = text.last, ",;:- ".contains(last) { text.removeLast() }
    while let first = text.first, ",;:- ".contains(first) { text.removeFirst() }
    if text.last == ".", let word = text.dropLast().split(separator: " ").last,
      word.count >= 3, !word.contains("."), !FortuneWords.isNumeral(word),
      !["Chr", "Inc", "Ltd", "Esq", "Bros", "etc", "Corp"].contains(word)
    {
      text.removeLast()
    }
    return String(text)
  }

  /// Quotation marks that open and close; an apostrophe is none of them.
  static let marks: Set<Character> = ["\"", "„", "“", "”", "»", "«"]
}
