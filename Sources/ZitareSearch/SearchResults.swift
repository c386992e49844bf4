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
