/// One word of a query, analysed like those of documents.
struct QueryWord {
  enum Kind {
    case word
    /// Still being typed: words that begin like it count as well as its inflections.
    case beginning
    /// Followed by `*`.
    case wildcard
    /// The whole value of a keyword field.
    case value
  }

  var text: String
  var kind: Kind
  /// Other spellings of it, without umlauts.
  var variants: [String] = []
  /// Where it stands in what was typed, counted in scalars; nil where only a part of it does.
  var source: Range<Int>?

  init(_ text: String, _ kind: Kind = .word, source: Range<Int>? = nil) {
    self.text = text
    self.kind = kind
    self.source = source
  }

  /// The name before the terms of beginnings in Xapian's syntax; nobody can type it as a field.
  static let beginningField = "xbeginning"
  /// Shorter beginnings have terms of their own.
  static let shortestWildcard = 3
  /// Shorter words are near too many others to be corrected.
  static let shortestCorrected = 4

  var withoutWildcard: QueryWord {
    switch kind {
    case .wildcard: QueryWord(text, source: source)
    case .word, .beginning, .value: self
    }
  }

  var isWhole: Bool {
    switch kind {
    case .word: true
    case .beginning, .wildcard, .value: false
    }
  }

  /// Whether it can stand for the words that begin like it.
  var canBegin: Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isWordCharacter && !$0.isCJK }
  }

  /// The same for one that is being typed, in which hyphens may stand.
  var canBeTyped: Bool {
    canBegin || TextAnalysis.compounds(in: text).first.map { QueryWord($0).canBegin } == true
  }

  /// Whether the word may be taken for another one with a typing error.
  var canBeCorrected: Bool {
    switch kind {
    case .word, .beginning:
      source != nil && text.unicodeScalars.count >= Self.shortestCorrected
        && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic && !$0.isCJK }
    case .wildcard, .value: false
    }
  }

  /// In Xapian's syntax.
  func syntax(in field: SearchField?) -> String {
    switch kind {
    case .value: "\"\(text)\""
    case .word: whole
    case .wildcard: begun(in: field)
    case .beginning where field == nil && text.unicodeScalars.count == 1:
      // Without words that count Xapian stops at the first hits: 0.1 ms instead of 8.
      begun(in: field)
    case .beginning: "(\(whole) OR \(begun(in: field)))"
    }
  }

  /// The word with its joined form where it has hyphens, and its other spellings.
  private var whole: String {
    // The parser of Xapian before 1.4.25 fails on CJK between other words, not on phrases of it.
    if text.unicodeScalars.contains(where: \.isCJK) { return "\"\(text)\"" }
    let joined = TextAnalysis.compounds(in: text)
    let others = (joined.isEmpty ? [] : [QueryItem.group(joined)]) + variants
    return others.isEmpty ? text : "(\(([text] + others).joined(separator: " OR ")))"
  }

  private func begun(in field: SearchField?) -> String {
    let start = TextAnalysis.compounds(in: text).first ?? text
    let isShort = start.unicodeScalars.count < Self.shortestWildcard
    return isShort && field == nil ? "\(Self.beginningField):\"\(start)\"" : "\(start)*"
  }
}
