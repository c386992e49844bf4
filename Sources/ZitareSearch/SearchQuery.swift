/// What is asked of an index.
public struct SearchQuery: Sendable {
  /// The words, phrases in quotation marks, `-word`, `field:word`, `word*`, AND, OR, NOT and
  /// brackets that a person typed. Nil asks for every document that passes the filters.
  public var text: String?
  /// All of them must be passed.
  public var filters: [SearchFilter]
  public var order: SearchOrder
  /// Hits to skip.
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

/// One document that was found.
public struct SearchHit: Sendable, Equatable {
  public let key: String
  public let stored: [UInt8]
  /// Higher is better; comparable within one answer only.
  public let score: Double
}

/// Something that a person should know about how a query was answered.
public enum SearchNote: Sendable, Hashable {
  /// The text was no well-formed query and was read as plain words.
  case readAsPlainWords
  /// No document has all the words; these have some.
  case matchedAnyWord
  /// The text was too long, and its end was ignored.
  case shortened
  /// A `*` after too few letters was ignored.
  case ignoredWildcard
}

/// The answer to a query.
public struct SearchResults: Sendable {
  public let hits: [SearchHit]
  /// How many documents match in all: exact to 100, estimated beyond.
  public let total: Int
  public let notes: Set<SearchNote>
}
