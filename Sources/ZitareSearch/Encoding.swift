import CXapian
import ZitareBase

/// Bytes that several ranges point into, so that a whole batch crosses to C without nested pointers.
struct Arena {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: some Sequence<UInt8>) -> cx_range {
    let offset = bytes.count
    bytes.append(contentsOf: text)
    return cx_range(offset: offset, length: bytes.count - offset)
  }

  mutating func add(_ text: String) -> cx_range { add(text.utf8) }

  func withBytes<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
  }
}

/// Terms to remove documents by.
struct EncodedTerms {
  private var arena = Arena()
  private var terms: [cx_range] = []

  init(unique keys: some Sequence<String>) {
    for key in keys { terms.append(arena.add(Term.unique(key))) }
  }

  func withTerms<Result>(
    _ body: (UnsafePointer<CChar>?, UnsafeBufferPointer<cx_range>) -> Result
  ) -> Result {
    arena.withBytes { bytes in terms.withUnsafeBufferPointer { body(bytes, $0) } }
  }
}

/// Documents, analysed as far as it happens on this side.
struct EncodedBatch {
  private var arena = Arena()
  private var documents: [cx_document] = []
  private var passages: [cx_passage] = []
  private var terms: [cx_range] = []
  private var numbers: [cx_number] = []

  init(_ documents: [SearchDocument], schema: SearchSchema) {
    for document in documents { append(document, schema: schema) }
  }

  var size: Int { arena.bytes.count }

  func withBatch<Result>(_ body: (UnsafePointer<cx_batch>) -> Result) -> Result {
    arena.withBytes { bytes in
      documents.withUnsafeBufferPointer { documents in
        passages.withUnsafeBufferPointer { passages in
          terms.withUnsafeBufferPointer { terms in
            numbers.withUnsafeBufferPointer { numbers in
              var batch = cx_batch(
                bytes: bytes, documents: documents.baseAddress, document_count: documents.count,
                passages: passages.baseAddress, terms: terms.baseAddress,
                numbers: numbers.baseAddress)
              return body(&batch)
            }
          }
        }
      }
    }
  }

  private mutating func append(_ source: SearchDocument, schema: SearchSchema) {
    let (passagesBefore, termsBefore) = (passages.count, terms.count)
    let numbersBefore = numbers.count
    let stemmer = Stemmer.name(forLanguage: source.language)
    append(text: source.text, prefixes: [""])
    terms.append(arena.add(Term.stemmer(stemmer)))
    // In the schema's order, so that equal documents get equal positions.
    for field in schema.fields {
      switch field.kind {
      case .text(let prefix, let inBody):
        for value in source.fields[field.name] ?? [] {
          append(text: value, prefixes: inBody ? [prefix, ""] : [prefix])
        }
      case .keyword(let prefix):
        for value in source.fields[field.name] ?? [] {
          terms.append(arena.add(Term.keyword(value, prefix: prefix)))
        }
      case .number(let slot):
        if let value = source.numbers[field.name] {
          numbers.append(cx_number(slot: slot, value: value))
        }
      }
    }
    documents.append(
      cx_document(
        unique_term: arena.add(Term.unique(source.key)), key: arena.add(source.key),
        stemmer: arena.add(stemmer), data: arena.add(source.stored),
        passage_count: passages.count - passagesBefore, term_count: terms.count - termsBefore,
        number_count: numbers.count - numbersBefore))
  }

  private mutating func append(text: String, prefixes: [String]) {
    let normalized = TextAnalysis.normalized(text)
    let words = arena.add(normalized)
    let compounds = TextAnalysis.compounds(in: normalized)
    let joined = compounds.isEmpty ? nil : arena.add(compounds.joined(separator: " "))
    for prefix in prefixes {
      let prefix = arena.add(prefix)
      passages.append(cx_passage(text: words, prefix: prefix, positions: true))
      if let joined { passages.append(cx_passage(text: joined, prefix: prefix, positions: false)) }
    }
  }
}

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
