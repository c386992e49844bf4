/// One escaper per target: quote text is hostile input, since anyone may submit it.
public enum Escape {
  /// Text without control characters (line ends stay) and without characters that turn the
  /// direction of what follows.
  public static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where isVisible(scalar) || scalar == "\n" {
      result.append(scalar)
    }
    return String(result)
  }

  /// The visible text on one line, each run of blanks and line ends as one blank.
  public static func line(_ text: String) -> String {
    var words: [Substring] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }) {
      words.append(word)
    }
    return visible(words.joined(separator: " "))
  }

  /// Pango markup that shows the text as it is.
  public static func pango(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false  // C0, DEL and C1 controls
    case 0x2028, 0x2029: false  // line and paragraph separators
    case 0x202A...0x202E, 0x2066...0x2069: false  // bidirectional overrides and isolates
    case 0xFEFF, 0xFFFE, 0xFFFF: false  // byte order mark, noncharacters
    default: true
    }
  }
}
