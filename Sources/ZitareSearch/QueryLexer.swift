import ZitareBase

/// Splits what a person typed into the parts of a query.
struct QueryLexer {
  private(set) var notes: [SearchNote] = []
  let scalars: [Unicode.Scalar]
  private let isTyping: Bool
  private let schema: SearchSchema
  private var index = 0

  init(_ text: String, isTyping: Bool, schema: SearchSchema) {
    self.isTyping = isTyping
    self.schema = schema
    var scalars: [Unicode.Scalar] = []
    var bytes = 0
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= QueryText.maximumBytes else {
        notes.append(.shortened)
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
        words += item.words.count
        guard words <= QueryText.maximumWords else {
          note(.shortened)
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
    if let span = span(mark) { return .span(span) }
    let start = index
    index += 1
    if scalar == "(" { return .open(mark) }
    if scalar.isQuotationMark {
      let phrase = text { $0.isQuotationMark }
      let isOpen = peek == nil
      index += 1  // the closing one; past the end where it is missing
      return exactly(phrase, mark, from: start + 1, isOpen: isOpen)
    }
    index -= 1
    let chunk = text { $0.isSpace || $0.isQuotationMark || $0 == "(" || $0 == ")" }
    if mark.sign == .none, mark.field == nil, Self.isOperator(chunk) { return .operation(chunk) }
    return self.words(chunk, mark, from: start)
  }

  private mutating func note(_ note: SearchNote) {
    if !notes.contains(note) { notes.append(note) }
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
      let field = schema.queryField(name.folded)
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

  /// `1800..1899`, `1800..`, `..1899` or `1800` after the name of a number field.
  private mutating func span(_ mark: QueryMark) -> NumberSpan? {
    guard let field = mark.field, case .number(let slot) = field.kind else { return nil }
    let value = text { $0.isSpace || $0.isQuotationMark || $0 == "(" || $0 == ")" }
    var bounds = [value[...]]
    if let dots = value.firstRange(of: "..") {
      bounds = [value[..<dots.lowerBound], value[dots.upperBound...]]
    }
    let numbers = bounds.map { Int($0) }
    let isOpen = bounds.count == 2 && bounds.contains { $0.isEmpty }
    let isRead = zip(bounds, numbers).allSatisfy { $0.isEmpty && isOpen || $1 != nil }
    guard isRead, numbers.contains(where: { $0 != nil }) else {
      note(.ignoredNumber(field.name + ":" + value))
      return NumberSpan(field: field, slot: slot, lowest: nil, highest: nil, isExcluded: false)
    }
    return NumberSpan(
      field: field, slot: slot, lowest: numbers[0], highest: numbers[numbers.count - 1],
      isExcluded: mark.sign == .excluded)
  }

  private func exactly(
    _ phrase: String, _ mark: QueryMark, from start: Int, isOpen: Bool
  ) -> QueryItem? {
    if case .keyword = mark.field?.kind { return keyword(phrase, mark) }
    var words: [QueryWord] = []
    for chunk in chunks(of: phrase, from: start) {
      let parts = TextAnalysis.normalized(chunk.text).plainWords
      words += parts.map { QueryWord($0, source: parts.count == 1 ? chunk.source : nil) }
    }
    guard !words.isEmpty else { return nil }
    guard isOpen, isTyping, words[words.count - 1].canBegin else { return .exactly(mark, words) }
    // Xapian knows no phrase that ends in the beginning of a word.
    words[words.count - 1].kind = .beginning
    return .words(mark, words)
  }

  /// The words of a phrase with their places, as they were typed.
  private func chunks(of phrase: String, from start: Int) -> [(text: String, source: Range<Int>)] {
    var chunks: [(text: String, source: Range<Int>)] = []
    let scalars = Array(phrase.unicodeScalars)
    for run in scalars.indices.split(whereSeparator: { scalars[$0].isSpace }) {
      let text = String(String.UnicodeScalarView(scalars[run.startIndex..<run.endIndex]))
      chunks.append((text, start + run.startIndex..<start + run.endIndex))
    }
    return chunks
  }

  private func keyword(_ value: String, _ mark: QueryMark) -> QueryItem? {
    let value = value.folded.filter { $0 != "\"" }
    return value.isEmpty ? nil : .words(mark, [QueryWord(value, .value)])
  }

  private mutating func words(_ chunk: String, _ mark: QueryMark, from start: Int) -> QueryItem? {
    if case .keyword = mark.field?.kind { return keyword(chunk, mark) }
    let normalized = TextAnalysis.normalized(chunk)
    var parts = normalized.plainWords
    // The article before an apostrophe need not be in a document that has the word.
    if parts.count > 1, chunk.unicodeScalars.contains(where: \.isApostrophe) {
      parts = parts.dropLast().filter { !TextAnalysis.isElided($0) } + parts.suffix(1)
    }
    var words = parts.map { QueryWord($0, source: parts.count == 1 ? start..<index : nil) }
    guard let last = words.last else { return nil }
    if words.count == 1 { words[0].variants = TextAnalysis.spelledOut(in: chunk) }
    if chunk.hasSuffix("*") {
      let isLong = last.text.unicodeScalars.count >= QueryWord.shortestWildcard
      if last.canBegin, isLong || mark.field == nil {
        words[words.count - 1].kind = .wildcard
      } else {
        note(.ignoredWildcard)
      }
    } else if isTyping, index == scalars.count, mark.sign != .excluded, last.canBeTyped,
      scalars[index - 1].isWordCharacter || scalars[index - 1].properties.isDiacritic
    {
      words[words.count - 1].kind = .beginning
    }
    return .words(mark, words)
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
