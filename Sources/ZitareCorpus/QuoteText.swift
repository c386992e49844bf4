import ZitareBase

/// The forms in which a quotation's text is handed out; a text from an origin is hostile input.
public enum QuoteText {
  /// The length of `short`, in grapheme clusters.
  public static let shortLimit = 120

  /// The text in one line: composed, white space folded into single spaces, without what `isHarmful`.
  public static func line(_ text: String) -> String {
    let words = cleaned(text).split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ")
  }

  /// The line of a name, title or note; nil where nothing of it can be shown.
  public static func name(_ text: String?) -> String? {
    guard let name = text.map(line), !name.isEmpty else { return nil }
    return name
  }

  /// Whether a line of the text has anything in it.
  static func isShowable(_ text: String) -> Bool {
    text.unicodeScalars.contains { !$0.properties.isWhitespace && !isHarmful($0) }
  }

  /// The text in its lines: like `line`, but line breaks stay, at most one empty line in a row.
  public static func lines(_ text: String) -> String {
    var lines: [String] = []
    for part in cleaned(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !line.isEmpty || lines.last?.isEmpty == false { lines.append(line) }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// At most 120 grapheme clusters in one line; a longer text is cut at a word and ends in `…`.
  public static func short(_ text: String, limit: Int = shortLimit) -> String {
    let line = line(text)
    guard let limitIndex = line.index(line.startIndex, offsetBy: limit, limitedBy: line.endIndex),
      limitIndex < line.endIndex
    else { return line }
    let kept = line[..<line.index(before: limitIndex)]  // the ellipsis needs a place
    // Without a space in its second half (one long word, or a script without spaces) it is cut hard.
    let isAtWord = line[kept.endIndex].isWhitespace
    let space = isAtWord ? kept.endIndex : kept.lastIndex(where: \.isWhitespace)
    let half = kept.index(kept.startIndex, offsetBy: kept.count / 2)
    var cut = space.map { $0 > half ? kept[..<$0] : kept } ?? kept
    while let last = cut.last, last.isWhitespace || ",;:–—-…".contains(last) { cut.removeLast() }
    return cut + "…"
  }

  /// The text in the quotation marks of its language; marks of that level within it become the inner ones.
  public static func quoted(_ text: String, language: String) -> String {
    let marks = QuotationMarks(language: language)
    return marks.open + marks.lowered(text) + marks.close
  }

  /// Composed, with lone combining marks limited, and without harmful characters.
  private static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.composed.unicodeScalars where !isHarmful(scalar) {
      let category = scalar.properties.generalCategory
      marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
      if marks <= 8 { result.append(scalar) }
    }
    return String(result)
  }

  /// Whether a character could steer a terminal or reorder what stands around it: controls but white
  /// space, bidirectional controls, tags, annotations, noncharacters and private ones.
  public static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a, 0x0d: false
    case 0..<0x20, 0x7f..<0xa0: true
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x206f: true
    case 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe007f: true
    default:
      switch scalar.properties.generalCategory {
      case .unassigned, .privateUse, .surrogate: true
      default: false
      }
    }
  }
}

/// The direction a text is written in.
public enum TextDirection: String, Sendable {
  case ltr, rtl

  /// By the script of a language tag, or by the language's usual script.
  public init(language tag: String) {
    let parts = tag.lowercased().split(separator: "-")
    let scripts = parts.dropFirst().filter { $0.count == 4 }
    if let script = scripts.first {
      let rightToLeft: Set<Substring> = [
        "arab", "hebr", "syrc", "thaa", "nkoo", "adlm", "samr", "mand", "rohg", "aran",
      ]
      self = rightToLeft.contains(script) ? .rtl : .ltr
    } else {
      let rightToLeft: Set<Substring> = [
        "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "nqo", "ps", "sd", "syr", "ug",
        "ur", "yi",
      ]
      self = parts.first.map(rightToLeft.contains) == true ? .rtl : .ltr
    }
  }
}
