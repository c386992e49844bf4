import CXapian
import ZitareBase

/// The terms of the index that stand for whole values.
enum Term {
  /// Before the term that identifies a document.
  static let uniquePrefix = "Q"
  /// Before stemmed forms, set by Xapian.
  static let stemPrefix = "Z"
  /// Before the name of the stemmer that a document was analysed with.
  static let stemmerPrefix = "XS"
  /// Before the name of a domain that a document is in.
  static let domainPrefix = "XD"
  /// Before the first letters of words.
  static let beginningPrefix = CX_BEGINNING_PREFIX

  static func unique(_ key: String) -> String { term(uniquePrefix, key) }

  static func stemmer(_ name: String) -> String { stemmerPrefix + name }

  static func keyword(_ value: String, prefix: String) -> String {
    term(prefix, value.folded)
  }

  static func domain(_ name: String) -> String { term(domainPrefix, name) }

  /// Joins prefix and value by Xapian's convention, so that a query's parser makes the same term.
  ///
  /// Xapian refuses terms of more than 245 bytes, and counts a NUL twice only once it commits; a
  /// value over 200 is replaced by its digest.
  private static func term(_ prefix: String, _ value: String) -> String {
    let cost = value.utf8.reduce(0) { $0 + ($1 == 0 ? 2 : 1) }
    guard cost <= 200 else { return "\(prefix)#\(SHA256.digest(value.utf8).hexadecimal)" }
    let first = value.utf8.first ?? 0
    let needsColon =
      prefix.utf8.count > 1 && ((0x41...0x5a).contains(first) || first == UInt8(ascii: ":"))
    return needsColon ? "\(prefix):\(value)" : prefix + value
  }
}
