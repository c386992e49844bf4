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

/// A part of a query.
enum QueryItem {
  case operation(String)
  /// Words that were one for the person who typed them, each in Xapian's syntax.
  case words(QueryMark, [String])
  /// Words that follow each other.
  case exactly(QueryMark, String)
  case open(QueryMark)
  case close

  var wordCount: Int {
    switch self {
    case .words(_, let atoms): atoms.count
    case .exactly(_, let words): words.split(separator: " ").count
    case .operation, .open, .close: 0
    }
  }

  var hasWords: Bool { wordCount > 0 }

  var isExclusion: Bool {
    switch self {
    case .words(let mark, _), .exactly(let mark, _): mark.sign == .excluded
    case .operation, .open, .close: false
    }
  }

  var operatorAsWord: QueryItem? {
    guard case .operation(let name) = self else { return nil }
    return .words(QueryMark(), [name.lowercased()])
  }

  /// The words alone; a phrase is a condition on them that is dropped, a field is one that stays.
  var plain: String? {
    switch self {
    case .words(let mark, let atoms):
      mark.fieldText + Self.group(atoms.map { $0.hasSuffix("*") ? String($0.dropLast()) : $0 })
    case .exactly(let mark, let words): mark.fieldText + "\"\(words)\""
    case .operation, .open, .close: nil
    }
  }

  static func group(_ atoms: [String]) -> String {
    atoms.count == 1 ? atoms[0] : "(\(atoms.joined(separator: " ")))"
  }
}
