/// One escaper per target, for text that `QuoteText` has cleaned: anyone may submit it.
public enum Escape {
  /// Pango markup that shows the text as it is.
  public static func pango(_ text: String) -> String { references(text) }

  /// HTML that shows the text as it is, also within a quoted attribute.
  public static func html(_ text: String) -> String { references(text) }

  private static func references(_ text: String) -> String {
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
}
