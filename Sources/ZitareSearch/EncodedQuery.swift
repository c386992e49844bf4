import CXapian

/// A query in the form that crosses to C.
struct EncodedQuery {
  private var arena = Arena()
  private var texts: [cx_text] = []
  private var fields: [cx_field] = []
  private var filters: [cx_filter] = []
  private var spans: [cx_span] = []
  private var facets: [UInt32] = []
  private var query = cx_query()

  /// Totals up to this one are counted rather than estimated.
  private static let exactTotal = 100
  /// So many hits are looked at for facets: half a millisecond per thousand.
  private static let exactFacets = 100_000
  private static let wildcardWords = 1000
  /// Fewer while a word is being typed: the next letter is on its way.
  private static let typedWords = 100

  init(_ reading: QueryReading, schema: SearchSchema) {
    let source = reading.query
    for part in reading.parts {
      texts.append(
        cx_text(
          text: arena.add(part.text), any_word: part.anyWord, optional: part.isOptional,
          factor: part.factor))
    }
    query.similar_to = arena.add(source.similarTo.map(Term.unique) ?? "")
    query.wildcard_words = source.isTyping ? Self.typedWords : Self.wildcardWords
    query.stemmer_prefix = arena.add(Term.stemmerPrefix)
    append(QueryWord.beginningField, prefix: Term.beginningPrefix, keyword: false)
    for field in schema.fields {
      switch field.kind {
      case .text(let prefix, _, _): append(field.name, prefix: prefix, keyword: false)
      case .keyword(let prefix, _): append(field.name, prefix: prefix, keyword: true)
      case .number: continue
      }
    }
    append(source.filters, schema: schema)
    for span in reading.spans where span.lowest != nil || span.highest != nil {
      spans.append(
        cx_span(
          slot: span.slot, lowest: span.lowest.map(Double.init) ?? -.infinity,
          highest: span.highest.map(Double.init) ?? .infinity, excluded: span.isExcluded))
    }
    facets = source.facets.map { name in
      guard let slot = schema[name].facet else { preconditionFailure("\(name) is not counted") }
      return slot
    }
    query.exact_to = facets.isEmpty ? Self.exactTotal : Self.exactFacets
    query.sort_slot = UInt32(CX_BY_RELEVANCE)
    if case .field(let name, let descending) = source.order {
      guard case .number(let slot) = schema[name].kind else {
        preconditionFailure("\(name) is no number field")
      }
      query.sort_slot = slot
      query.descending = descending
    }
    query.offset = source.offset
    query.limit = source.limit
  }

  func withQuery<Result>(_ body: (UnsafePointer<cx_query>) -> Result) -> Result {
    arena.withBytes { bytes in
      texts.withUnsafeBufferPointer { texts in
        fields.withUnsafeBufferPointer { fields in
          filters.withUnsafeBufferPointer { filters in
            spans.withUnsafeBufferPointer { spans in
              facets.withUnsafeBufferPointer { facets in
                var query = query
                query.bytes = bytes
                query.texts = texts.baseAddress
                query.text_count = texts.count
                query.fields = fields.baseAddress
                query.field_count = fields.count
                query.filters = filters.baseAddress
                query.filter_count = filters.count
                query.spans = spans.baseAddress
                query.span_count = spans.count
                query.facets = facets.baseAddress
                query.facet_count = facets.count
                return body(&query)
              }
            }
          }
        }
      }
    }
  }

  private mutating func append(_ filters: [SearchFilter], schema: SearchSchema) {
    for (group, filter) in filters.enumerated() {
      guard case .keyword(let prefix, _) = schema[filter.field].kind else {
        preconditionFailure("\(filter.field) is no keyword field")
      }
      for value in filter.anyOf {
        let term = arena.add(Term.keyword(value, prefix: prefix))
        self.filters.append(cx_filter(term: term, group: group))
      }
    }
  }

  private mutating func append(_ name: String, prefix: String, keyword: Bool) {
    fields.append(
      cx_field(name: arena.add(name), prefix: arena.add(prefix), keyword: keyword))
  }
}
