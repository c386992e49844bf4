import CXapian

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
