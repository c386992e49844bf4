/// What somebody is typing into a desktop's search, as a query for all of its words.
///
/// Nothing in it is an operator: whoever types there has never heard of them.
struct TypedWords {
  /// Nil where there is not one letter or digit.
  let query: String?

  /// Beyond that a text was pasted.
  private static let mostWords = 32

  init(_ terms: [String]) {
    let words = terms.flatMap(Self.words(in:)).prefix(Self.mostWords).map { $0.lowercased() }
    query = words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func words(in term: String) -> [Substring] {
    term.split { !$0.isLetter && !$0.isNumber }
  }
}
