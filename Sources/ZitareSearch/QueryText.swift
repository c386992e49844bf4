/// What a person typed, rewritten so that Xapian's parser reads it as it was meant.
///
/// Words are analysed like those of documents, which also makes Xapian stem capitalised ones;
/// operators, fields and phrases stay. Typographic quotation marks count as `"`.
struct QueryText {
  let items: [QueryItem]
  let notes: [SearchNote]
  private let typed: [Unicode.Scalar]
  /// Words that it does not insist on.
  private let weak: Set<String>

  /// Longer texts are cut: a query is what a person types or pastes.
  static let maximumBytes = 4096
  static let maximumWords = 64

  /// With `isTyping` the last word may be the beginning of one.
  init(_ text: String, isTyping: Bool, schema: SearchSchema) {
    var lexer = QueryLexer(text, isTyping: isTyping, schema: schema)
    var items = Self.withoutOperators(ofSpansIn: lexer.items())
    if !items.contains(where: \.hasWords), !items.contains(where: \.isSpan) {
      // `NOT` alone is a German noun in capitals, not an operator.
      items = items.compactMap(\.operatorAsWord)
    }
    self.init(items: items, notes: lexer.notes, typed: lexer.scalars)
  }

  private init(items: [QueryItem], notes: [SearchNote], typed: [Unicode.Scalar]) {
    self.items = items
    self.notes = notes
    self.typed = typed
    weak = StopWords.weak(in: items.filter(\.isFree).flatMap(\.words).map(\.text))
  }

  /// A span narrows the whole query, so that no operator joins it to a word; NOT turns it round.
  private static func withoutOperators(ofSpansIn items: [QueryItem]) -> [QueryItem] {
    var kept: [QueryItem] = []
    for item in items {
      switch item {
      case .span(let span):
        guard case .operation(let name) = kept.last else {
          kept.append(item)
          continue
        }
        kept.removeLast()
        kept.append(.span(name == "NOT" ? span.excluded : span))
      case .operation where !kept.isEmpty && kept.allSatisfy(\.isSpan): continue
      case .operation, .words, .exactly, .open, .close: kept.append(item)
      }
    }
    return kept
  }

  var wordCount: Int { items.reduce(0) { $0 + $1.words.count } }
  var isEmpty: Bool { wordCount == 0 && spans.isEmpty }

  /// Demands on numbers, which apply to the query as a whole.
  var spans: [NumberSpan] {
    items.compactMap { if case .span(let span) = $0 { span } else { nil } }
  }

  /// The same words and fields without operators and signs: always well-formed.
  var plain: QueryText {
    QueryText(items: items.compactMap(\.plain), notes: notes, typed: typed)
  }

  /// The query as it stands, in Xapian's syntax, which may still be malformed, such as `x AND`; none
  /// where it has no words.
  ///
  /// All words are demanded but those that say little.
  var strict: [QueryReading.Part] {
    guard wordCount > 0 else { return [] }
    guard isPlain, !weak.isEmpty else { return [QueryReading.Part(text: syntax(of: items))] }
    // Xapian knows words that may be missing only beside others with a `+`, and only so.
    return [QueryReading.Part(text: syntax(of: items.map(demanded)), anyWord: true)]
  }

  /// Those of `strict` first, then documents with some of the words; nil where there is but one, or
  /// where operators say what is wanted.
  ///
  /// A field is always demanded.
  var loose: [QueryReading.Part]? {
    guard isPlain, items.count(where: { $0.isWord && !isWeak($0) }) > 1 else { return nil }
    let first = strict.map {
      QueryReading.Part(text: $0.text, anyWord: $0.anyWord, factor: Self.allWordsFactor)
    }
    let fields = items.map { $0.mark?.field == nil ? $0 : demanded($0) }
    return first + [QueryReading.Part(text: syntax(of: fields), anyWord: true)]
  }

  /// The words in just the form in which they were typed: it counts a little more than others.
  var exact: [QueryReading.Part] {
    let words = items.filter { !$0.isExclusion && $0.mark?.field == nil }.flatMap(\.words)
      .filter(\.isWhole)
    guard !words.isEmpty else { return [] }
    let text = words.map { "\"\($0.text)\"" }.joined(separator: " ")
    return [
      QueryReading.Part(text: text, anyWord: true, isOptional: true, factor: Self.exactFactor)
    ]
  }

  /// Lets documents with all words come before those with some.
  private static let allWordsFactor = 10.0
  /// Measured: `docs/decisions.md`.
  private static let exactFactor = 0.3

  private var isPlain: Bool {
    items.allSatisfy { item in
      switch item {
      case .words(let mark, _), .exactly(let mark, _): mark.sign != .wanted
      case .span: true
      case .operation, .open, .close: false
      }
    }
  }

  private func isWeak(_ item: QueryItem) -> Bool {
    item.isFree && item.words.allSatisfy { $0.isWhole && weak.contains($0.text) }
  }

  private func demanded(_ item: QueryItem) -> QueryItem {
    isWeak(item) || item.isExclusion || item.isFilter ? item : item.with(sign: .wanted)
  }

  private func syntax(of items: [QueryItem]) -> String {
    // Xapian reads a `-` in front of every word as if it were not there.
    let onlyExcludes = items.allSatisfy { $0.isExclusion || $0.isSpan }
    let negation = onlyExcludes ? "NOT " : "-"
    var depth = 0
    var parts: [String] = []
    for item in items {
      switch item {
      case .operation(let name): parts.append(name)
      case .words(let mark, _), .exactly(let mark, _):
        parts.append(mark.text(negation: negation) + (item.content ?? ""))
      case .open(let mark):
        depth += 1
        parts.append(mark.text(negation: "-") + "(")
      case .close where depth > 0:
        depth -= 1
        parts.append(")")
      case .close, .span: continue
      }
    }
    return (parts + Array(repeating: ")", count: depth)).joined(separator: " ")
  }

  /// The query with every word for which `correction` knows a better one in its place; nil where
  /// there is none.
  func corrected(
    _ correction: (String) throws(SearchError) -> String?
  ) throws(SearchError) -> (query: QueryText, text: String)? {
    var corrected: [QueryItem] = []
    var changes: [(source: Range<Int>, word: String)] = []
    for item in items {
      var words = item.words
      for index in words.indices where words[index].canBeCorrected && !item.isExclusion {
        guard let source = words[index].source, let word = try correction(words[index].text),
          !words[index].variants.contains(word)
        else { continue }
        words[index].text = word
        words[index].variants = []
        changes.append((source, word))
      }
      corrected.append(item.with(words))
    }
    guard !changes.isEmpty else { return nil }
    var text = typed
    for change in changes.reversed() {
      text.replaceSubrange(change.source, with: change.word.unicodeScalars)
    }
    return (
      QueryText(items: corrected, notes: notes, typed: text),
      String(String.UnicodeScalarView(text))
    )
  }
}

extension QueryItem {
  /// Whether it is words without a sign or field.
  fileprivate var isFree: Bool {
    guard case .words(let mark, _) = self else { return false }
    return mark.field == nil && mark.sign == .none
  }

  /// Whether it is a word or phrase that is looked for.
  fileprivate var isWord: Bool { hasWords && !isExclusion && !isFilter }

  /// Whether it narrows and does not count.
  fileprivate var isFilter: Bool {
    if case .keyword = mark?.field?.kind { true } else { false }
  }

  var isSpan: Bool {
    switch self {
    case .span: true
    case .operation, .words, .exactly, .open, .close: false
    }
  }
}
