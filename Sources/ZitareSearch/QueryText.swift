/// What a person typed, rewritten so that Xapian's parser reads it as it was meant.
///
/// Words are analysed like those of documents, which also makes Xapian stem capitalised ones;
/// operators, fields and phrases stay. Typographic quotation marks count as `"`.
struct QueryText {
  let items: [QueryItem]
  let notes: [SearchNote]
  private let typed: [Unicode.Scalar]

  /// Longer texts are cut: a query is what a person types or pastes.
  static let maximumBytes = 4096
  static let maximumWords = 64

  /// With `isTyping` the last word may be the beginning of one.
  init(_ text: String, isTyping: Bool, schema: SearchSchema) {
    var lexer = QueryLexer(text, isTyping: isTyping, schema: schema)
    var items = lexer.items()
    if !items.contains(where: \.hasWords), !items.contains(where: \.isSpan) {
      // `NOT` alone is a German noun in capitals, not an operator.
      items = items.compactMap(\.operatorAsWord)
    }
    self.items = items
    typed = lexer.scalars
    notes = lexer.notes
  }

  private init(items: [QueryItem], notes: [SearchNote], typed: [Unicode.Scalar]) {
    self.items = items
    self.notes = notes
    self.typed = typed
  }

  var wordCount: Int { items.reduce(0) { $0 + $1.words.count } }
  var isEmpty: Bool { wordCount == 0 && spans.isEmpty }

  /// Demands on numbers, which apply to the query as a whole.
  var spans: [NumberSpan] {
    items.compactMap { if case .span(let span) = $0 { span } else { nil } }
  }

  /// Its words and fields without operators, always well-formed; nil where it has no words.
  var plain: String? {
    wordCount == 0 ? nil : items.compactMap(\.plain).joined(separator: " ")
  }

  /// The query in Xapian's syntax, which may still be malformed, such as `x AND`; nil where it has
  /// no words.
  var syntax: String? {
    guard wordCount > 0 else { return nil }
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
        guard let word = try correction(words[index].text), let source = words[index].source
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
  var isSpan: Bool {
    switch self {
    case .span: true
    case .operation, .words, .exactly, .open, .close: false
    }
  }
}
