import CXapian
import ZitareBase

/// Documents, analysed as far as it happens on this side.
struct EncodedBatch: ~Copyable {
  private var arena = Arena()
  private var documents: [cx_document] = []
  private var passages: [cx_passage] = []
  private var terms: [cx_range] = []
  private var numbers: [cx_number] = []
  private var hash = SHA256()
  private var facets: [cx_facet_values] = []

  init(_ documents: some Sequence<SearchDocument>, schema: SearchSchema) {
    for document in documents { append(document, schema: schema) }
  }

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
    let bytesBefore = arena.bytes.count
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
    for domain in source.allDomains.sorted() { terms.append(arena.add(Term.domain(domain))) }
    if let expires = source.expires {
      numbers.append(
        cx_number(slot: SearchDocument.expirySlot, value: Double(expires.milliseconds)))
    }
    var document = cx_document()
    document.unique_term = arena.add(Term.unique(source.key))
    document.key = arena.add(source.key)
    document.stemmer = arena.add(stemmer)
    document.data = arena.add(source.stored)
    document.passage_count = passages.count - passagesBefore
    document.term_count = terms.count - termsBefore
    document.number_count = numbers.count - numbersBefore
    document.facet_count = facets.count - facetsBefore
    document.digest = arena.add(digest(of: document, bytesBefore: bytesBefore))
    documents.append(document)
  }

  /// Tells this document from every other one that would have other terms, numbers,
  /// facets or data.
  ///
  /// Eight bytes are enough against chance; nobody gains by making two texts collide.
  private mutating func digest(of document: cx_document, bytesBefore: Int) -> String {
    hash.update(arena.suffix(from: bytesBefore))
    var shape = [document.unique_term, document.key, document.stemmer, document.data].map(\.length)
    for passage in passages.suffix(document.passage_count) {
      shape += [passage.text.offset - bytesBefore, passage.text.length, passage.prefix.length]
    }
    shape += terms.suffix(document.term_count).map(\.length)
    for facet in facets.suffix(document.facet_count) {
      shape += [Int(facet.slot), facet.values.length]
    }
    for number in numbers.suffix(document.number_count) {
      shape += [Int(number.slot), Int(truncatingIfNeeded: number.value.bitPattern)]
    }
    shape.withUnsafeBytes { hash.update($0) }
    return hash.restart { $0.prefix(CX_DIGEST_LENGTH / 2).hexadecimal }
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
