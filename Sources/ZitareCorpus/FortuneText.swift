/// The layout of a quotation: lines that were only wrapped are joined, verses are kept.
///
/// A line break counts as a wrap where the next line's first word would not have fitted: the width
/// is the paragraph's longest line, at least 60 columns, less 12, because people wrap by eye. A
/// break is kept where the line before ended early, or where it ends a sentence and the next one
/// begins with a dash, a bullet, a number, a speaker's name or a deeper indentation. Blank lines
/// part paragraphs.
enum FortuneText {
  static func arrange(_ lines: some Sequence<String>) -> String {
    var paragraphs: [String] = []
    var paragraph: [String] = []
    for line in lines {
      if line.isBlank {
        if !paragraph.isEmpty { paragraphs.append(arrange(paragraph: paragraph)) }
        paragraph = []
      } else {
        paragraph.append(line)
      }
    }
    if !paragraph.isEmpty { paragraphs.append(arrange(paragraph: paragraph)) }
    return withoutQuotationMarks(paragraphs.joined(separator: "\n\n"))
  }

  private static let leastWidth = 60
  private static let slack = 12

  private static func arrange(paragraph lines: [String]) -> String {
    guard lines.count > 1 else { return lines[0].condensed }
    let condensed = lines.map(\.condensed)
    let widths = condensed.map(\.unicodeScalars.count)
    let width = max(leastWidth, widths.max() ?? 0)
    var isWrap: [Bool] = []
    for index in 1..<lines.count {
      let word = condensed[index].prefix { $0 != " " }.unicodeScalars.count
      let hadRoom = widths[index - 1] + 1 + word <= width - slack
      isWrap.append(
        !hadRoom
          && !(endsSentence(condensed[index - 1])
            && (beginsPart(condensed[index])
              || lines[index].indentation >= lines[index - 1].indentation + 2))
      )
    }
    guard isWrap.contains(true) else { return unindented(lines) }
    var text = condensed[0]
    for index in 1..<lines.count {
      text += isWrap[index - 1] ? " " : "\n"
      text += condensed[index]
    }
    return text
  }

  /// The lines as they stand, moved to the left together.
  private static func unindented(_ lines: [String]) -> String {
    let margin = lines.map(\.indentation).min() ?? 0
    return lines.map { line in
      let body = line.drop { $0 == " " || $0 == "\t" }
      var end = body
      while let last = end.last, last.isWhitespace { end.removeLast() }
      return String(repeating: " ", count: line.indentation - margin) + end
    }.joined(separator: "\n")
  }

  private static func endsSentence(_ line: String) -> Bool {
    line.last.map { ".!?:…\"“”«»)".contains($0) } ?? false
  }

  private static func beginsPart(_ line: String) -> Bool {
    guard let first = line.first else { return false }
    if "-–—>*•<".contains(first) { return true }
    let label = line.prefix { $0 != " " }
    if first.isASCII, first.isNumber, let last = label.last { return last == "." || last == ")" }
    return first.isUppercase && label.last == ":"
  }

  /// Without the pair of quotation marks around the whole, if there are no others within.
  private static func withoutQuotationMarks(_ text: String) -> String {
    guard text.utf8.count > 2, let first = text.first, let last = text.last,
      ["\"\"", "„“", "“”", "»«", "«»", "„”"].contains("\(first)\(last)")
    else { return text }
    let inner = text.dropFirst().dropLast()
    return inner.contains { "\"„“”»«".contains($0) } ? text : inner.condensedEnds
  }
}

extension Substring {
  /// Without white space at its ends.
  fileprivate var condensedEnds: String {
    var text = self
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
