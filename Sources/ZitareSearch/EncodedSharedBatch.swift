import CXapian
import ZitareBase

/// Documents for other programs, in the form that crosses to C.
struct EncodedSharedBatch {
  private var arena = Arena()
  private var documents: [cx_shared_document] = []
  private var passages: [cx_shared_passage] = []
  private var terms: [cx_range] = []

  init(_ documents: [SharedDocument]) {
    for document in documents { append(document) }
  }

  func withBatch<Result>(_ body: (UnsafePointer<cx_shared_batch>) -> Result) -> Result {
    arena.withBytes { bytes in
      documents.withUnsafeBufferPointer { documents in
        passages.withUnsafeBufferPointer { passages in
          terms.withUnsafeBufferPointer { terms in
            var batch = cx_shared_batch(
              bytes: bytes, documents: documents.baseAddress, document_count: documents.count,
              passages: passages.baseAddress, terms: terms.baseAddress)
            return body(&batch)
          }
        }
      }
    }
  }

  private mutating func append(_ source: SharedDocument) {
    let passagesBefore = passages.count
    if let author = source.author { append(author, prefix: "A", inBody: true) }
    if !source.keywords.isEmpty {
      append(source.keywords.joined(separator: ", "), prefix: "K", inBody: true)
    }
    append(source.title, prefix: "S", inBody: false)
    append(source.text, prefix: "", inBody: false)
    let values = source.terms
    for value in values { terms.append(arena.add(value)) }
    documents.append(
      cx_shared_document(
        unique_term: arena.add(Term.unique(source.key)),
        stemmer: arena.add(Self.stemmer(of: source.language)), data: arena.add(source.data),
        text: arena.add(source.text), passage_count: passages.count - passagesBefore,
        term_count: values.count, has_time: source.modified != nil,
        time: source.modified?.seconds ?? 0))
  }

  /// Other programs know the plain German stemmer only.
  private static func stemmer(of language: String) -> String {
    let name = Stemmer.name(forLanguage: language)
    return name == Stemmer.german ? "german" : name
  }

  private mutating func append(_ text: String, prefix: String, inBody: Bool) {
    let folded = TextAnalysis.normalized(text)
    let typed = text.composed.lowercased()
    passages.append(
      cx_shared_passage(
        text: arena.add(folded), typed: arena.add(typed == folded ? "" : typed),
        prefix: arena.add(prefix), in_body: inBody))
  }
}
