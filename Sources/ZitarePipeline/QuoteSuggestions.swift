public import ZitareCorpus
public import ZitareSearch

/// A query that finds something, proposed for the beginning of one.
public struct QuerySuggestion: Codable, Sendable, Equatable {
  public enum Kind: String, Codable, Sendable {
    case author, theme, word, correction
  }
  /// What to search for.
  public let query: String
  public let kind: Kind
  /// How many quotations it finds.
  public let count: Int
}

/// Proposes queries from the authors, themes and words of the corpus; nothing but files is touched.
public struct QuoteSuggestions: Sendable {
  private let corpus: CorpusStore
  private let reader: IndexReader

  public init(corpus: CorpusStore, index: SearchIndex) {
    self.corpus = corpus
    reader = index.reader()
  }

  /// So many names come before words.
  private static let names = 3
  /// So many words are tried per proposal that is wanted: many are inflections of others.
  private static let triedWords = 4

  /// Queries that begin like a text, at most `limit`: names first, then the words that most
  /// quotations have.
  ///
  /// Where nothing begins so, the text with its spelling corrected.
  ///
  /// Each one finds something. An index that is missing or unusable is thrown.
  public func suggestions(for text: String, limit: Int) throws -> [QuerySuggestion] {
    guard let corpus = try corpus.reader() else { return [] }
    var found: [QuerySuggestion] = []
    for (kind, field) in [(NameKind.author, QuerySuggestion.Kind.author), (.theme, .theme)] {
      for name in try corpus.names(of: kind, beginningWith: text, limit: Self.names) {
        try add("\(field.rawValue):\"\(name.filter { $0 != "\"" })\"", field, to: &found)
      }
    }
    try addWords(text, limit: limit, corpus, to: &found)
    if found.isEmpty { try addCorrection(of: text, corpus, to: &found) }
    return Array(found.prefix(limit))
  }

  private func add(
    _ query: String, _ kind: QuerySuggestion.Kind, to found: inout [QuerySuggestion]
  ) throws {
    let results = try reader.search(SearchQuery(query, limit: 0))
    let count = Self.count(results)
    if count > 0 { found.append(QuerySuggestion(query: query, kind: kind, count: count)) }
  }

  /// The text's last word completed, once for all inflections of a word.
  private func addWords(
    _ text: String, limit: Int, _ corpus: CorpusReader, to found: inout [QuerySuggestion]
  ) throws {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let last = words.last, last.allSatisfy({ $0.isLetter || $0.isNumber }) else { return }
    let head = words.dropLast().map { $0 + " " }.joined()
    var seen: Set<String> = []
    let candidates = try reader.words(
      beginningWith: String(last), limit: limit * Self.triedWords)
    for candidate in candidates where found.count < limit {
      let results = try reader.search(SearchQuery(head + candidate.text, limit: 3))
      let count = Self.count(results)
      guard count > 0, seen.insert("\(count) \(results.hits.map(\.key))").inserted else { continue }
      let spelling = try ShownSpelling(quotes(of: results, corpus))
      found.append(
        QuerySuggestion(
          query: head + spelling.shown(candidate.text), kind: .word, count: count))
    }
  }

  private func addCorrection(
    of text: String, _ corpus: CorpusReader, to found: inout [QuerySuggestion]
  ) throws {
    let results = try reader.search(SearchQuery(text, limit: 3))
    let quotes = try quotes(of: results, corpus)
    for note in results.notes {
      guard case .corrected(let query) = note.shown(as: quotes) else { continue }
      found.append(QuerySuggestion(query: query, kind: .correction, count: results.total))
    }
  }

  /// How many quotations have what was asked for, and not something near it.
  private static func count(_ results: SearchResults) -> Int {
    let isCorrected = results.notes.contains { if case .corrected = $0 { true } else { false } }
    return isCorrected ? 0 : results.allWordsCount ?? results.total
  }

  private func quotes(of results: SearchResults, _ corpus: CorpusReader) throws -> [Quote] {
    try results.hits.compactMap { hit in try QuoteKey(hit.key).flatMap { try corpus.quote($0) } }
  }
}
