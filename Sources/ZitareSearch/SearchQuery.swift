/// What is asked of an index.
public struct SearchQuery: Sendable {
  /// What a person typed; nil asks for every document that passes the filters.
  ///
  /// Words, phrases in quotation marks, `-word`, `field:word`, `number:1800..1899`, `word*`, AND, OR,
  /// NOT and brackets.
  public var text: String?
  /// Whether the person is still typing: the last word may then be the beginning of one.
  public var isTyping = false
  /// The key of a document whose like is asked for in place of the text.
  public var similarTo: String?
  /// All of them must be passed.
  public var filters: [SearchFilter]
  /// The fields whose values are counted over all hits.
  public var facets: [String] = []
  public var order: SearchOrder
  /// Hits to skip.
  ///
  /// While the index stays as it is pages neither repeat nor skip a hit.
  public var offset: Int
  public var limit: Int

  public init(
    _ text: String?, filters: [SearchFilter] = [], order: SearchOrder = .relevance,
    offset: Int = 0, limit: Int = 10
  ) {
    precondition(offset >= 0 && limit >= 0, "offset and limit of a search are not negative")
    self.text = text
    self.filters = filters
    self.order = order
    self.offset = offset
    self.limit = limit
  }
}

/// A demand on a keyword field: one of its values is one of these.
public struct SearchFilter: Sendable, Hashable {
  public let field: String
  /// Nothing passes an empty list.
  public let anyOf: [String]

  public init(_ field: String, anyOf: [String]) {
    self.field = field
    self.anyOf = anyOf
  }
}

/// The order of hits; equal ones come in the order in which documents were added.
public enum SearchOrder: Sendable, Hashable {
  case relevance
  /// By a number field. Documents without it come as if it were the lowest.
  case field(String, descending: Bool)
}
