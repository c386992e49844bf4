import CXapian

/// Documents, analysed as far as it happens on this side.
struct EncodedBatch {
  private var arena = Arena()
  private var documents: [cx_document] = []
  private var passages: [cx_passage] = []
  private var terms: [cx_range] = []
  private var numbers: [cx_number] = []
  private var facets: [cx_facet_values] = []

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
              facets.withUnsafeBufferPointer { facets in
                var batch = cx_batch(
                  bytes: bytes, documents: documents.baseAddress, document_count: documents.count,
                  passages: passages.baseAddress, terms: terms.baseAddress,
                  numbers: numbers.baseAddress, facets: facets.baseAddress)
                return body(&batch)
              }
            }
          }
        }
      }
    }
  }

  private mutating func append(_ source: SearchDocument, schema: SearchSchema) {
    let (passagesBefore, termsBefore) = (passages.count, terms.count)
    let (numbersBefore, facetsBefore) = (numbers.count, facets.count)
    let stemmer = Stemmer.name(forLanguage: source.language)
    // The German stemmer knows that ae is ä.
    let spellsOut = stemmer != Stemmer.german
    append(text: source.text, prefixes: [""], spellsOut: spellsOut)
    terms.append(arena.add(Term.stemmer(stemmer)))
    // In the schema's order, so that equal documents get equal positions.
    for field in schema.fields {
      switch field.kind {
      case .text(let prefix, let inBody, _):
        for value in source.fields[field.name] ?? [] {
          append(text: value, prefixes: inBody ? [prefix, ""] : [prefix], spellsOut: spellsOut)
        }
      case .keyword(let prefix, _):
        for value in source.fields[field.name] ?? [] {
          terms.append(arena.add(Term.keyword(value, prefix: prefix)))
        }
      case .number(let slot):
        if let value = source.numbers[field.name] {
          numbers.append(cx_number(slot: slot, value: value))
        }
      }
      if let slot = field.facet { append(source.facets[field.name] ?? [], toSlot: slot) }
    }
    documents.append(
      cx_document(
        unique_term: arena.add(Term.unique(source.key)), key: arena.add(source.key),
        stemmer: arena.add(stemmer), data: arena.add(source.stored),
        passage_count: passages.count - passagesBefore, term_count: terms.count - termsBefore,
        number_count: numbers.count - numbersBefore, facet_count: facets.count - facetsBefore))
  }

  /// A value longer than its two bytes of length can say is none that anybody would read.
  private mutating func append(_ values: [String], toSlot slot: UInt32) {
    var list: [UInt8] = []
    for value in values where !value.isEmpty && value.utf8.count <= 1024 {
      list += [UInt8(value.utf8.count & 0xff), UInt8(value.utf8.count >> 8)] + value.utf8
    }
    guard !list.isEmpty else { return }
    facets.append(cx_facet_values(slot: slot, values: arena.add(list)))
  }

  private mutating func append(text: String, prefixes: [String], spellsOut: Bool) {
    let normalized = TextAnalysis.normalized(text)
    let words = arena.add(normalized)
    var others = TextAnalysis.compounds(in: normalized)
    if spellsOut { others += TextAnalysis.spelledOut(in: text) }
    let further = others.isEmpty ? nil : arena.add(others.joined(separator: " "))
    for prefix in prefixes {
      let prefix = arena.add(prefix)
      passages.append(cx_passage(text: words, prefix: prefix, positions: true))
      if let further {
        passages.append(cx_passage(text: further, prefix: prefix, positions: false))
      }
    }
  }
}
