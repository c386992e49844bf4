/// Xapian's stemmers by language.
enum Stemmer {
  /// Leaves words as they are.
  static let none = "none"

  /// Reads `ae`, `oe` and `ue` as umlauts.
  static let german = "german2"

  /// The stemmer for a BCP 47 tag, `none` for a language that has none.
  ///
  /// Nepali and Tamil have stemmers too, but they need the vowel signs that folding removes.
  static func name(forLanguage tag: String?) -> String {
    guard let tag else { return none }
    let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    switch language {
    case "de", "gsw", "nds": return german
    case "nb", "nn": return "no"
    default: return known.contains(String(language)) ? String(language) : none
    }
  }

  private static let known: Set<String> = [
    "ar", "ca", "da", "en", "es", "eu", "fi", "fr", "ga", "hu", "hy", "id", "it", "lt", "nl", "no",
    "pt", "ro", "ru", "sv", "tr",
  ]
}
