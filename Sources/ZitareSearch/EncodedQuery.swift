import CXapian

/// A query in the form that crosses to C.
struct EncodedQuery {
  private var arena = Arena()
  private var fields: [cx_field] = []
  private var filters: [cx_filter] = []
  private var query = cx_query()

  init(_ source: SearchQuery, text: String?, anyWord: Bool, schema: SearchSchema) {
    query.text = arena.add(text ?? "")
    query.everything = text == nil
    query.any_word = anyWord
    query.stemmer_prefix = arena.add(Term.stemmerPrefix)
    for field in schema.fields {
      switch field.kind {
      case .text(let prefix, _): append(field.name, prefix: prefix, keyword: false)
      case .keyword(let prefix): append(field.name, prefix: prefix, keyword: true)
      case .number: continue
      }
    }
    for (group, filter) in source.filters.enumerated() {
      guard case .keyword(let prefix) = schema[filter.field].kind else {
        preconditionFailure("\(filter.field) is no keyword field")
      }
      for value in filter.anyOf {
        let term = arena.add(Term.keyword(value, prefix: prefix))
        filters.append(cx_filter(term: term, group: group))
      }
    }
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
      fields.withUnsafeBufferPointer { fields in
        filters.withUnsafeBufferPointer { filters in
          var query = query
          query.bytes = bytes
          query.fields = fields.baseAddress
          query.field_count = fields.count
          query.filters = filters.baseAddress
          query.filter_count = filters.count
          return body(&query)
        }
      }
    }
  }

  private mutating func append(_ name: String, prefix: String, keyword: Bool) {
    fields.append(
      cx_field(name: arena.add(name), prefix: arena.add(prefix), keyword: keyword))
  }
}
