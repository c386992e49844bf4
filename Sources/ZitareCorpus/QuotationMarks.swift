/// The quotation marks of a language, outer and inner (CLDR, characters/quotationMarks, where the common
/// print usage does not differ).
public struct QuotationMarks: Sendable, Equatable {
  public let open: String
  public let close: String
  public let innerOpen: String
  public let innerClose: String

  /// The marks for a language tag, those of English for a language not in the table.
  public init(language tag: String) {
    let tag = tag.lowercased()
    let language = tag.prefix { $0 != "-" }
    self = Self.table[tag] ?? Self.table[String(language)] ?? Self.english
  }

  private init(_ open: String, _ close: String, _ innerOpen: String, _ innerClose: String) {
    self.open = open
    self.close = close
    self.innerOpen = innerOpen
    self.innerClose = innerClose
  }

  private static let english = QuotationMarks("“", "”", "‘", "’")
  private static let german = QuotationMarks("„", "“", "‚", "‘")
  private static let slavic = QuotationMarks("„", "”", "«", "»")
  private static let guillemets = QuotationMarks("«", "»", "“", "”")
  private static let swiss = QuotationMarks("«", "»", "‹", "›")
  private static let russian = QuotationMarks("«", "»", "„", "“")
  private static let corner = QuotationMarks("「", "」", "『", "』")
  private static let french = QuotationMarks("«\u{202f}", "\u{202f}»", "“", "”")

  private static let table: [String: QuotationMarks] = [
    "de": german, "de-ch": swiss, "de-li": swiss, "cs": german, "sk": german, "sl": german,
    "bg": german, "is": german, "lt": german, "et": QuotationMarks("„", "“", "«", "»"),
    "fr": french, "fr-ch": swiss, "it-ch": swiss,
    "es": guillemets, "it": guillemets, "pt-pt": guillemets, "ca": guillemets, "el": guillemets,
    "ar": guillemets, "fa": QuotationMarks("«", "»", "‹", "›"), "hy": guillemets,
    "nb": QuotationMarks("«", "»", "‘", "’"), "no": QuotationMarks("«", "»", "‘", "’"),
    "nn": QuotationMarks("«", "»", "‘", "’"), "da": QuotationMarks("»", "«", "›", "‹"),
    "pl": slavic, "ro": slavic, "hu": QuotationMarks("„", "”", "»", "«"),
    "hr": QuotationMarks("„", "”", "‘", "’"), "sr": QuotationMarks("„", "“", "’", "’"),
    "ru": russian, "uk": russian, "be": russian,
    "sv": QuotationMarks("”", "”", "’", "’"), "fi": QuotationMarks("”", "”", "’", "’"),
    "he": QuotationMarks("”", "”", "’", "’"),
    "ja": corner, "zh": corner, "zh-hant": corner,
    "zh-hans": QuotationMarks("“", "”", "‘", "’"), "zh-cn": QuotationMarks("“", "”", "‘", "’"),
  ]

  /// The text with its outer marks, or straight ones, turned into inner marks; unpaired ones stay.
  func lowered(_ text: String) -> String {
    let outer = (open.filter { !$0.isWhitespace }, close.filter { !$0.isWhitespace })
    var text = text
    let straight = text.count { $0 == "\"" }
    if straight > 0, straight % 2 == 0 {
      text = alternating(text, mark: "\"")
    }
    guard let first = outer.0.first, let second = outer.1.first else { return text }
    if first == second {
      let count = text.count { $0 == first }
      return count % 2 == 0 ? alternating(text, mark: first) : text
    }
    let opening = text.count { $0 == first }
    guard opening > 0, opening == text.count(where: { $0 == second }) else { return text }
    return text.reduce(into: "") { result, character in
      switch character {
      case first: result += innerOpen
      case second: result += innerClose
      default: result.append(character)
      }
    }
  }

  private func alternating(_ text: String, mark: Character) -> String {
    var isOpen = false
    return text.reduce(into: "") { result, character in
      guard character == mark else { return result.append(character) }
      result += isOpen ? innerClose : innerOpen
      isOpen.toggle()
    }
  }
}
