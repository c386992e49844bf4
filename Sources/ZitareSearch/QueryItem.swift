/// What stands in front of a word, phrase or bracket.
struct QueryMark {
  enum Sign {
    case none, wanted, excluded
  }
  var sign: Sign = .none
  var field: SearchField?

  func text(negation: String) -> String {
    let sign =
      switch sign {
      case .none: ""
      case .wanted: "+"
      case .excluded: negation
      }
    return sign + fieldText
  }

  var fieldText: String { field.map { $0.name + ":" } ?? "" }
}

/// A demand on a number field that narrows the whole query, wherever it stands.
struct NumberSpan: Hashable, Sendable {
  let field: SearchField
  let slot: UInt32
  let lowest: Int?
  let highest: Int?
  var isExcluded: Bool

  var excluded: NumberSpan {
    var span = self
    span.isExcluded = true
    return span
  }
}

/// A part of a query.
enum QueryItem {
  case operation(String)
  /// Words that were one for the person who typed them.
  case words(QueryMark, [QueryWord])
  /// Words that follow each other.
  case exactly(QueryMark, [QueryWord])
  case span(NumberSpan)
  case open(QueryMark)
  case close

  var words: [QueryWord] {
    switch self {
    case .words(_, let words), .exactly(_, let words): words
    case .operation, .span, .open, .close: []
    }
  }

  var mark: QueryMark? {
    switch self {
    case .words(let mark, _), .exactly(let mark, _), .open(let mark): mark
    case .operation, .span, .close: nil
    }
  }

  var hasWords: Bool { !words.isEmpty }

  var isExclusion: Bool { hasWords && mark?.sign == .excluded }

  var operatorAsWord: QueryItem? {
    guard case .operation(let name) = self else { return nil }
    return .words(QueryMark(), [QueryWord(name.lowercased())])
  }

  /// The same item over other words.
  func with(_ words: [QueryWord]) -> QueryItem {
    switch self {
    case .words(let mark, _): .words(mark, words)
    case .exactly(let mark, _): .exactly(mark, words)
    case .operation, .span, .open, .close: self
    }
  }

  /// In Xapian's syntax, without the mark's sign; nil for what has no words.
  var content: String? {
    switch self {
    case .words(let mark, let words):
      Self.group(words.map { $0.syntax(in: mark.field) })
    case .exactly(_, let words): "\"\(words.map(\.text).joined(separator: " "))\""
    case .operation, .span, .open, .close: nil
    }
  }

  /// The item with another sign.
  func with(sign: QueryMark.Sign) -> QueryItem {
    switch self {
    case .words(let mark, let words): .words(QueryMark(sign: sign, field: mark.field), words)
    case .exactly(let mark, let words): .exactly(QueryMark(sign: sign, field: mark.field), words)
    case .operation, .span, .open, .close: self
    }
  }

  /// The words alone, without wildcards; nil for operators and brackets.
  var plain: QueryItem? {
    switch self {
    case .words, .exactly: with(words.map(\.withoutWildcard)).with(sign: .none)
    case .span: self
    case .operation, .open, .close: nil
    }
  }

  static func group(_ atoms: [String]) -> String {
    atoms.count == 1 ? atoms[0] : "(\(atoms.joined(separator: " AND ")))"
  }
}
