/// What a person typed, rewritten so that Xapian's parser reads it as it was meant.
///
/// Words are analysed like those of documents, which also makes Xapian stem capitalised ones;
/// operators, fields and phrases stay. Typographic quotation marks count as `"`.
struct QueryText {
  /// The query in Xapian's syntax; it may still be malformed, such as `x AND`.
  let syntax: String
  /// Its words and fields without operators; always well-formed.
  let plain: String
  let wordCount: Int
  let notes: Set<SearchNote>

  var isEmpty: Bool { wordCount == 0 }

  /// Longer texts are cut: a query is what a person types or pastes.
  static let maximumBytes = 4096
  static let maximumWords = 64
  /// Shorter beginnings stand for too many words to be of use.
  static let minimumWildcard = 3

  init(_ text: String, schema: SearchSchema) {
    var lexer = QueryLexer(text, schema: schema)
    var items = lexer.items()
    if !items.contains(where: \.hasWords) {
      // `NOT` alone is a German noun in capitals, not an operator.
      items = items.compactMap(\.operatorAsWord)
    }
    syntax = Self.syntax(of: items)
    plain = items.compactMap(\.plain).joined(separator: " ")
    wordCount = items.reduce(0) { $0 + $1.wordCount }
    notes = lexer.notes
  }

  private static func syntax(of items: [QueryItem]) -> String {
    // Xapian reads a `-` in front of every word as if it were not there.
    let onlyExcludes = items.allSatisfy(\.isExclusion)
    var depth = 0
    var parts: [String] = []
    for item in items {
      switch item {
      case .operation(let name): parts.append(name)
      case .words(let mark, let atoms):
        parts.append(mark.text(negation: onlyExcludes ? "NOT " : "-") + QueryItem.group(atoms))
      case .exactly(let mark, let words):
        parts.append(mark.text(negation: onlyExcludes ? "NOT " : "-") + "\"\(words)\"")
      case .open(let mark):
        depth += 1
        parts.append(mark.text(negation: "-") + "(")
      case .close where depth > 0:
        depth -= 1
        parts.append(")")
      case .close: continue
      }
    }
    return (parts + Array(repeating: ")", count: depth)).joined(separator: " ")
  }
}
