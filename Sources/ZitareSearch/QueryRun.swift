/// One way to read a query: texts of which one at least must match.
struct QueryReading {
  /// A text in Xapian's syntax.
  struct Part {
    let text: String
    /// Joins words by OR instead of AND.
    var anyWord = false
    /// Counts where it matches, but asks for no document; such parts come last.
    var isOptional = false
    /// How much its matches count.
    var factor = 1.0
  }

  let query: SearchQuery
  /// None asks for everything that passes filters and spans.
  let parts: [Part]
  var spans: [NumberSpan] = []
}

/// How a query is answered: as it stands, else read ever more loosely, with notes that say so.
struct QueryRun {
  let schema: SearchSchema
  /// Nil where Xapian refuses the text.
  let ask: (QueryReading) throws(SearchError) -> XapianAnswer?
  /// A better word in place of one that no document has.
  let correct: (String) throws(SearchError) -> String?

  /// With fewer hits a word may be wrong, and those with some of the words are better than nothing.
  private static let enough = 3

  func results(of query: SearchQuery) throws(SearchError) -> SearchResults {
    if query.filters.contains(where: \.anyOf.isEmpty) { return results(nil, query, [], nil) }
    guard let text = query.text, query.similarTo == nil else {
      return results(try ask(QueryReading(query: query, parts: [])), query, [], nil)
    }
    var typed = QueryText(text, isTyping: query.isTyping, schema: schema)
    var notes = typed.notes
    guard !typed.isEmpty else { return results(nil, query, notes, typed) }
    var found = try ask(typed, typed.strict + typed.exact, query)
    if found == nil {
      notes.append(.readAsPlainWords)
      typed = typed.plain
      found = try ask(typed, typed.strict + typed.exact, query)
    }
    var total = found?.total ?? 0
    if total < Self.enough, let better = try typed.corrected(correct) {
      if total > 0 {
        notes.append(.didYouMean(better.text))
        return results(found, query, notes, typed)
      }
      typed = better.query
      found = try ask(typed, typed.strict + typed.exact, query)
      total = found?.total ?? 0
      if total > 0 { notes.append(.corrected(better.text)) }
    }
    // In another order than by relevance those with all words would not come first.
    let fillsUp = total == 0 || total < Self.enough && query.order == .relevance
    if fillsUp, let loose = typed.loose {
      let some = try ask(typed, loose + typed.exact, query)
      if let some, some.total > total {
        notes.append(.matchedAnyWord(all: total))
        found = some
      }
    }
    return results(found, query, notes, typed)
  }

  private func ask(
    _ text: QueryText, _ parts: [QueryReading.Part], _ query: SearchQuery
  ) throws(SearchError) -> XapianAnswer? {
    try ask(QueryReading(query: query, parts: parts, spans: text.spans))
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
