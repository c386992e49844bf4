/// A part of a text around the words that a query asked for.
public struct Snippet: Sendable, Equatable {
  public struct Part: Sendable, Equatable {
    public let text: String
    /// Whether the query asked for these words.
    public let isMatch: Bool
  }
  /// In order; together they are the snippet.
  public let parts: [Part]

  public var text: String { parts.map(\.text).joined() }
}

extension Highlighter {
  /// The text, or where it has more than `limit` characters the part of it with most matches, cut at
  /// words and with an ellipsis where something is left out.
  ///
  /// What the snippet shows is taken from the text as it is: it must be fit to be shown.
  public func snippet(of text: String, language: String?, limit: Int) -> Snippet {
    let matches = ranges(in: text, language: language)
    let window = text.window(around: matches, limit: limit)
    var parts: [Snippet.Part] = []
    func append(_ part: Substring, isMatch: Bool) {
      if !part.isEmpty { parts.append(Snippet.Part(text: String(part), isMatch: isMatch)) }
    }
    if window.lowerBound > text.startIndex { append("…", isMatch: false) }
    var position = window.lowerBound
    for match in matches {
      let match = match.clamped(to: window)
      guard !match.isEmpty else { continue }
      append(text[position..<match.lowerBound], isMatch: false)
      append(text[match], isMatch: true)
      position = match.upperBound
    }
    append(text[position..<window.upperBound], isMatch: false)
    if window.upperBound < text.endIndex { append("…", isMatch: false) }
    return Snippet(parts: parts)
  }
}

extension String {
  /// The part with most of the matches, from the first of them that has it.
  fileprivate func window(around matches: [Range<Index>], limit: Int) -> Range<Index> {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return startIndex..<endIndex
    }
    var best = startIndex..<end
    var most = 0
    for match in matches {
      // Some of the text before a word says what it is about.
      let start = index(match.lowerBound, offsetBy: -limit / 4, limitedBy: startIndex) ?? startIndex
      let end = index(start, offsetBy: limit, limitedBy: endIndex) ?? endIndex
      let count = matches.count { $0.lowerBound >= start && $0.upperBound <= end }
      if count > most { (best, most) = (start..<end, count) }
    }
    return cutAtWords(best)
  }

  private func cutAtWords(_ window: Range<Index>) -> Range<Index> {
    var (start, end) = (window.lowerBound, window.upperBound)
    let quarter = index(start, offsetBy: 20, limitedBy: end) ?? end
    if start > startIndex, let space = self[start..<quarter].firstIndex(where: \.isWhitespace) {
      start = index(after: space)
    }
    let last = index(end, offsetBy: -20, limitedBy: start) ?? start
    if end < endIndex, let space = self[last..<end].lastIndex(where: \.isWhitespace) { end = space }
    return start..<end
  }
}
