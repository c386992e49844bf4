import CXapian

/// Bytes that several ranges point into, so that a whole batch crosses to C without nested pointers.
struct Arena {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: some Sequence<UInt8>) -> cx_range {
    let offset = bytes.count
    bytes.append(contentsOf: text)
    return cx_range(offset: offset, length: bytes.count - offset)
  }

  mutating func add(_ text: String) -> cx_range { add(text.utf8) }

  /// The bytes that were added since there were `count`.
  func suffix(from count: Int) -> ArraySlice<UInt8> { bytes[count...] }

  func withBytes<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
  }
}

/// Terms to remove documents by.
struct EncodedTerms {
  private var arena = Arena()
  private var terms: [cx_range] = []

  /// The documents with these keys, and all in these domains.
  init(keys: [String], domains: [String]) {
    for key in keys { terms.append(arena.add(Term.unique(key))) }
    for domain in domains { terms.append(arena.add(Term.domain(domain))) }
  }

  func withTerms<Result>(
    _ body: (UnsafePointer<CChar>?, UnsafeBufferPointer<cx_range>) -> Result
  ) -> Result {
    arena.withBytes { bytes in terms.withUnsafeBufferPointer { body(bytes, $0) } }
  }
}
