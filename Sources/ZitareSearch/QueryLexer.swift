import ZitareBase

/// Splits what a person typed into the parts of a query.
struct QueryLexer {
  private(set) var notes: Set<SearchNote> = []
  private let scalars: [Unicode.Scalar]
  private let schema: SearchSchema
  private var index = 0

  init(_ text: String, schema: SearchSchema) {
    self.schema = schema
    var scalars: [Unicode.Scalar] = []
    var bytes = 0
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= QueryText.maximumBytes else {
        notes.insert(.shortened)
        break
      }
      scalars.append(scalar)
    }
    self.scalars = scalars
  }

  mutating func items() -> [QueryItem] {
    var items: [QueryItem] = []
    var words = 0
    while let scalar = peek {
      if scalar.isSpace {
        index += 1
      } else if scalar == ")" {
        index += 1
        items.append(.close)
      } else if let item = item() {
        words += item.wordCount
        guard words <= QueryText.maximumWords else {
          notes.insert(.shortened)
          break
        }
        items.append(item)
      }
    }
    return items
  }

  /// Reads a word, phrase, opening bracket or operator; nil where only punctuation stood.
  private mutating func item() -> QueryItem? {
    let mark = QueryMark(sign: sign(), field: field())
    guard let scalar = peek, !scalar.isSpace, scalar != ")" else { return nil }
    index += 1
    if scalar == "(" { return .open(mark) }
    if scalar.isQuotationMark {
      let phrase = text { $0.isQuotationMark }
      index += 1  // the closing one; past the end where it is missing
      return exactly(phrase, mark)
    }
    index -= 1
    let chunk = text { $0.isSpace || $0.isQuotationMark || $0 == "(" || $0 == ")" }
    if mark.sign == .none, mark.field == nil, Self.isOperator(chunk) { return .operation(chunk) }
    return self.words(chunk, mark)
  }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func text(until isEnd: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek, !isEnd(scalar) {
      text.append(scalar)
      index += 1
    }
    return String(text)
  }

  /// One `+` or `-` in front of something; several are a dash.
  private mutating func sign() -> QueryMark.Sign {
    let signs = text { $0 != "+" && $0 != "-" }
    return signs == "-" ? .excluded : signs == "+" ? .wanted : .none
  }

  /// A known field's name and colon with something after them.
  private mutating func field() -> SearchField? {
    let start = index
    let name = text { !$0.properties.isAlphabetic }
    if peek == ":", index + 1 < scalars.count, !scalars[index + 1].isSpace,
      let field = schema.queryField(name.lowercased())
    {
      index += 1
      return field
    }
    index = start
    return nil
  }

  private static func isOperator(_ chunk: String) -> Bool {
    ["AND", "OR", "NOT", "XOR", "NEAR", "ADJ"].contains(chunk)
      || (chunk.hasPrefix("NEAR/") || chunk.hasPrefix("ADJ/")) && chunk.utf8.count <= 7
        && chunk.drop { $0 != "/" }.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
        && !chunk.hasSuffix("/")
  }

  private func exactly(_ phrase: String, _ mark: QueryMark) -> QueryItem? {
    if case .keyword = mark.field?.kind { return keyword(phrase, mark) }
    let words = TextAnalysis.normalized(phrase).plainWords.joined(separator: " ")
    return words.isEmpty ? nil : .exactly(mark, words)
  }

  private func keyword(_ value: String, _ mark: QueryMark) -> QueryItem? {
    let value = value.folded.filter { $0 != "\"" }
    return value.isEmpty ? nil : .words(mark, ["\"\(value)\""])
  }

  private mutating func words(_ chunk: String, _ mark: QueryMark) -> QueryItem? {
    if case .keyword = mark.field?.kind { return keyword(chunk, mark) }
    let normalized = TextAnalysis.normalized(chunk)
    var words = normalized.plainWords
    // The article before an apostrophe need not be in a document that has the word.
    if words.count > 1, chunk.unicodeScalars.contains(where: \.isApostrophe) {
      words = words.dropLast().filter { !TextAnalysis.isElided($0) } + words.suffix(1)
    }
    var atoms = words.map(Self.atom)
    if chunk.hasSuffix("*"), let last = words.last {
      let isWord = last.unicodeScalars.allSatisfy { $0.isWordCharacter && !$0.isCJK }
      if isWord, last.unicodeScalars.count >= QueryText.minimumWildcard {
        atoms[atoms.count - 1] = last + "*"
      } else {
        notes.insert(.ignoredWildcard)
      }
    }
    return atoms.isEmpty ? nil : .words(mark, atoms)
  }

  /// One word in Xapian's syntax.
  private static func atom(_ word: String) -> String {
    // The parser of Xapian before 1.4.25 fails on CJK between other words, not on phrases of it.
    if word.unicodeScalars.contains(where: \.isCJK) { return "\"\(word)\"" }
    let joined = TextAnalysis.compounds(in: word)
    return joined.isEmpty ? word : "(\(word) OR \(QueryItem.group(joined)))"
  }
}

extension String {
  /// The words of a normalized text without what means something to Xapian's parser or keeps it
  /// from stemming; runs of CJK are words of their own.
  fileprivate var plainWords: [String] {
    var words: [String.UnicodeScalarView] = [.init()]
    var wasCJK = false
    for scalar in unicodeScalars {
      if scalar.isSpace || "\"()*:~{}[]<>=/\\@^".unicodeScalars.contains(scalar) {
        words.append(.init())
        continue
      }
      if scalar.isCJK != wasCJK, words[words.count - 1].last != nil { words.append(.init()) }
      wasCJK = scalar.isCJK
      // Signs in front of a word would be read as operators.
      if words[words.count - 1].isEmpty, !scalar.isWordCharacter { continue }
      words[words.count - 1].append(scalar)
    }
    return words.filter { !$0.isEmpty }.map { String($0) }
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool {
    properties.isWhitespace || properties.generalCategory == .control
  }

  fileprivate var isQuotationMark: Bool { "\"„“”«»".unicodeScalars.contains(self) }

  fileprivate var isApostrophe: Bool { "'’\u{2bc}".unicodeScalars.contains(self) }
}
