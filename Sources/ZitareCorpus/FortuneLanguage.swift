/// Tells German from English by the frequent words of a text.
enum FortuneLanguage {
  /// The language with more of its frequent words in the text; German where it cannot be told.
  static func guess(_ text: String) -> String {
    var german = 0
    var english = 0
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "'" }) {
      if germanWords.contains(word) { german += 1 }
      if englishWords.contains(word) { english += 1 }
      if word.contains(where: { "äöüß".contains($0) }) { german += 1 }
    }
    return english > german ? "en" : "de"
  }

  private static let germanWords: Set<Substring> = [
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einer", "und", "oder",
    "nicht", "kein", "ist", "sind", "wird", "hat", "haben", "zu", "von", "mit", "für", "auf",
    "wenn", "daß", "dass", "als", "auch", "man", "ich", "du", "er", "sie", "es", "wir", "sich",
    "nur", "aber", "wer", "wie", "im", "zum", "zur",
  ]
  private static let englishWords: Set<Substring> = [
    "the", "a", "an", "and", "or", "not", "no", "is", "are", "be", "been", "has", "have", "to",
    "of", "with", "for", "on", "if", "that", "this", "as", "too", "you", "he", "she", "it", "we",
    "they", "his", "her", "your", "only", "but", "who", "what", "how", "at", "by", "from", "it's",
    "don't", "i",
  ]
}
