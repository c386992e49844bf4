import ZitareBase

/// What is done to a text before Xapian splits it into words; the same for documents and queries.
enum TextAnalysis {
  /// Raised with every change that gives a text other terms.
  static let version = 2

  /// The folded text with elided articles as words of their own (`l'état` becomes `l etat`) and
  /// letters that are no other one with a mark as people type them (`œ` as `oe`, `ø` as `o`).
  static func normalized(_ text: String) -> String {
    let folded = text.folded
    // The first bytes of the scalars below; most texts have none of them.
    let isPlain = !folded.utf8.contains {
      $0 == 0x27 || $0 == 0xe2 || $0 == 0xca || (0xc3...0xc5).contains($0)
    }
    if isPlain { return folded }
    var result = String.UnicodeScalarView()
    var word = String.UnicodeScalarView()  // since the last scalar that is no letter
    for scalar in folded.unicodeScalars {
      switch scalar {
      case "'", "\u{2019}", "\u{2bc}":
        result.append(isElided(String(word)) ? " " : "'")
        word.removeAll(keepingCapacity: true)
      case "\u{2010}":
        result.append("-")
        word.removeAll(keepingCapacity: true)
      case "\u{2044}":  // what NFKC makes of ½
        result.append("/")
        word.removeAll(keepingCapacity: true)
      default:
        if let typed = typedLetters[scalar] {
          result.append(contentsOf: typed.unicodeScalars)
        } else {
          result.append(scalar)
        }
        if scalar.isWordCharacter {
          word.append(scalar)
        } else {
          word.removeAll(keepingCapacity: true)
        }
      }
    }
    return String(result)
  }

  /// The joined forms of words with hyphens or apostrophes in a normalized text: `email` for
  /// `e-mail`, `dont` for `don't`.
  ///
  /// Xapian splits words at hyphens, so that the parts are found without help.
  static func compounds(in text: String) -> [String] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "'") }) else {
      return []
    }
    var compounds: [String] = []
    for run in text.unicodeScalars.split(whereSeparator: { !$0.isWordCharacter && !$0.joins }) {
      let parts = run.split(omittingEmptySubsequences: false, whereSeparator: \.joins)
      // A dash between words (`so -- oder so`, `war-`) leaves an empty part.
      guard parts.count > 1, !parts.contains(where: \.isEmpty) else { continue }
      compounds.append(String(String.UnicodeScalarView(parts.joined())))
    }
    return compounds
  }

  /// The words with umlauts in a text as they are spelled without: `schroedinger` for `Schrödinger`,
  /// which folding takes for `schrodinger`.
  static func spelledOut(in text: String) -> [String] {
    // The first bytes of umlauts, and of the diaeresis that may follow a letter.
    guard text.utf8.contains(where: { $0 == 0xc3 || $0 == 0xcc }) else { return [] }
    let composed = text.composed.unicodeScalars
    return composed.split(whereSeparator: { !$0.isWordCharacter }).compactMap { word in
      guard word.contains(where: { umlauts[$0] != nil }) else { return nil }
      var spelled = String.UnicodeScalarView()
      for letter in word {
        if let letters = umlauts[letter] {
          spelled.append(contentsOf: letters.unicodeScalars)
        } else {
          spelled.append(letter)
        }
      }
      return normalized(String(spelled))
    }
  }

  private static let typedLetters: [Unicode.Scalar: String] = [
    "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
  ]

  private static let umlauts: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
  ]

  /// Whether this elided word stands before an apostrophe in French or Italian.
  static func isElided(_ word: some StringProtocol) -> Bool { elided.contains(String(word)) }

  private static let elided: Set<String> = [
    "c", "d", "j", "l", "m", "n", "qu", "s", "t", "jusqu", "lorsqu", "puisqu", "quoiqu",
    "all", "dall", "dell", "nell", "sull", "coll", "un", "quell", "quest",
  ]
}

extension Unicode.Scalar {
  /// Whether this is part of a word: a letter or a digit.
  var isWordCharacter: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("0"..."9").contains(self) || ("A"..."Z").contains(self)
    }
    return properties.isAlphabetic || properties.numericType != nil
  }

  /// Whether it stands between the parts of one word.
  fileprivate var joins: Bool { self == "-" || self == "'" }

  /// Whether Xapian splits words of this script into n-grams.
  ///
  /// The ranges are those of `CJK::codepoint_is_cjk` in xapian-core 1.4.
  var isCJK: Bool {
    switch value {
    case 0x2e80...0x2eff, 0x3000...0x9fff, 0xa700...0xa71f, 0xac00...0xd7af, 0xf900...0xfaff,
      0xfe30...0xfe4f, 0xff00...0xffef, 0x20000...0x2a6df, 0x2f800...0x2fa1f:
      true
    default: false
    }
  }
}
