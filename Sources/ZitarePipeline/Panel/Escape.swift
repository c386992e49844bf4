/// One escaper per target, for text that `QuoteText` has cleaned: anyone may submit it.
public enum Escape {
  /// Pango markup that shows the text as it is.
  static func pango(_ text: String) -> String {
    replaced(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }

  /// HTML or XML that shows the text as it is, also within quotation marks of an attribute.
  public static func html(_ text: String) -> String { pango(text) }

  /// For `#(zitare today)` in a tmux format, where `#{…}` and `#[…]` are commands.
  static func tmux(_ text: String) -> String { replaced(text) { $0 == "#" ? "##" : nil } }

  /// For polybar, which knows no escape for `%{`: a word joiner parts the two.
  static func polybar(_ text: String) -> String {
    var last: Unicode.Scalar?
    return replaced(text) { scalar in
      defer { last = scalar }
      return scalar == "{" && last == "%" ? wordJoiner + "{" : nil
    }
  }

  /// For conky's `execp` and `execpi`, which read `${…}` in what a program prints.
  static func conky(_ text: String) -> String { replaced(text) { $0 == "$" ? "$$" : nil } }

  /// A line of Argos, where `|` begins attributes and `--` a submenu.
  static func argos(_ text: String) -> String {
    (text.hasPrefix("--") ? wordJoiner : "") + replaced(text) { $0 == "|" ? "\u{2758}" : nil }
  }

  /// A text value of a calendar (RFC 5545, 3.3.11).
  static func calendar(_ text: String) -> String {
    replaced(text) { scalar in
      switch scalar {
      case "\\", ";", ",": "\\\(scalar)"
      case "\n": "\\n"
      default: nil
      }
    }
  }

  /// A line of a fortune file, where `%` alone ends a record.
  static func fortune(_ line: String) -> String { line == "%" ? "%" + wordJoiner : line }

  private static let wordJoiner = "\u{2060}"

  private static func replaced(
    _ text: String, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar) {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
