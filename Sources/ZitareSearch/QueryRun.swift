/// One way to read a query.
struct QueryReading {
  let query: SearchQuery
  /// In Xapian's syntax; nil asks for everything that passes filters and spans.
  let text: String?
  var spans: [NumberSpan] = []
  var anyWord = false
}

/// How a query is answered: as it stands, else read ever more loosely, with notes that say so.
struct QueryRun {
  let schema: SearchSchema
  /// Nil where Xapian refuses the text.
  let ask: (QueryReading) throws(SearchError) -> XapianAnswer?
  /// A better word in place of one that no document has.
  let correct: (String) throws(SearchError) -> String?

  /// With so few hits a word may be one that others got wrong, too.
  private static let few = 2

  func results(of query: SearchQuery) throws(SearchError) -> SearchResults {
    if query.filters.contains(where: \.anyOf.isEmpty) { return results(nil, query, [], nil) }
    guard let text = query.text, query.similarTo == nil else {
      return results(try ask(QueryReading(query: query, text: nil)), query, [], nil)
    }
    var typed = QueryText(text, isTyping: query.isTyping, schema: schema)
    var notes = typed.notes
    guard !typed.isEmpty else { return results(nil, query, notes, typed) }
    var form = \QueryText.syntax
    var found = try ask(typed, form, query)
    if found == nil {
      notes.append(.readAsPlainWords)
      form = \.plain
      found = try ask(typed, form, query)
    }
    if found.map({ $0.total <= Self.few }) ?? true, let better = try typed.corrected(correct) {
      if let found, found.total > 0 {
        notes.append(.didYouMean(better.text))
        return results(found, query, notes, typed)
      }
      typed = better.query
      found = try ask(typed, form, query)
      if found.map({ $0.total > 0 }) ?? false { notes.append(.corrected(better.text)) }
    }
    if typed.wordCount > 1, found.map({ $0.total == 0 }) ?? true {
      let some = try ask(typed, form, query, anyWord: true)
      if let some, some.total > 0 {
        notes.append(.matchedAnyWord)
        found = some
      }
    }
    return results(found, query, notes, typed)
  }

  private func ask(
    _ text: QueryText, _ form: KeyPath<QueryText, String?>, _ query: SearchQuery,
    anyWord: Bool = false
  ) throws(SearchError) -> XapianAnswer? {
    try ask(
      QueryReading(query: query, text: text[keyPath: form], spans: text.spans, anyWord: anyWord))
  }

  private func results(
    _ found: XapianAnswer?, _ query: SearchQuery, _ notes: [SearchNote], _ text: QueryText?
  ) -> SearchResults {
    let counts = found?.facets ?? query.facets.map { _ in [] }
    return SearchResults(
      hits: found?.hits ?? [], total: found?.total ?? 0, isExact: found?.isExact ?? true,
      facets: zip(query.facets, counts).map { SearchFacet(field: $0, values: $1) }, notes: notes,
      readings: found?.readings ?? [],
      highlighter: Highlighter(text, readings: found?.readings ?? []))
  }
}
