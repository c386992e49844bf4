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
  /// Nothing was found as it was typed; this was searched for instead, its new words in lower case
  /// and without diacritics.
  case corrected(String)
  /// Little was found; this may have been meant.
  case didYouMean(String)
  /// So few documents have all the words, perhaps none; behind them come others that have some.
  case matchedAnyWord(all: Int)
  /// The text was too long, and its end was ignored.
  case shortened
  /// A `*` after too few letters was ignored.
  case ignoredWildcard
  /// A number or span of numbers could not be read and was ignored.
  case ignoredNumber(String)
  /// A database gave no answer; hits and counts are those of the others.
  case missing(database: String, reason: String)
}

/// A value of a field, or a term, and in how many documents it is.
public struct SearchCount: Sendable, Hashable {
  public let text: String
  public let documents: Int
}

/// How often each value of a field comes among the hits.
public struct SearchFacet: Sendable, Equatable {
  public let field: String
  /// The most frequent first.
  public let values: [SearchCount]
}

/// What the words of a query became for documents of one stemmer.
public struct SearchReading: Sendable, Equatable {
  /// Xapian's name of the stemmer, or `none`.
  public let stemmer: String
  /// Each once; `Z` stands before stemmed ones.
  ///
  /// Words that a `*` stands for are not among them.
  public let terms: [SearchCount]
}

/// The answer to a query.
public struct SearchResults: Sendable {
  public let hits: [SearchHit]
  /// How many documents match in all.
  public let total: Int
  /// Whether the total, and with it the facets, is counted to the end: so it is up to 100 hits, with
  /// facets up to 100,000.
  ///
  /// Beyond that it is an estimate, and facets are those of the hits counted.
  public let isExact: Bool
  public let facets: [SearchFacet]
  public let notes: [SearchNote]
  public let readings: [SearchReading]
  public let highlighter: Highlighter

  /// How many of the documents have all the words, where others follow that have only some.
  public var allWordsCount: Int? {
    for note in notes {
      if case .matchedAnyWord(let all) = note { return all }
    }
    return nil
  }
}
