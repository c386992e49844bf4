public import ZitareBase

/// What the index is told about one thing that can be found.
public struct SearchDocument: Sendable {
  /// Identifies the document: another one with the same key replaces it.
  public var key: String
  /// The text that queries search unless they name a field.
  public var text: String
  /// A BCP 47 tag, which chooses how all texts are stemmed; nil leaves words as they are.
  public var language: String?
  /// Values of text and keyword fields by the field's name.
  public var fields: [String: [String]]
  /// Values of number fields by the field's name.
  public var numbers: [String: Double]
  /// Groups that it belongs to and can be removed with, as paths: one in `mail/inbox` is in `mail` too.
  public var domains: [String]
  /// From when on `IndexWriter.removeExpired` removes it; nil keeps it.
  public var expires: Timestamp?
  /// The values of fields that are counted over hits, by the field's name and as they are shown.
  public var facets: [String: [String]] = [:]
  /// Handed back with a hit; it is kept in the index, so it should be small.
  public var stored: [UInt8]

  public init(
    key: String, text: String, language: String? = nil, fields: [String: [String]] = [:],
    numbers: [String: Double] = [:], domains: [String] = [], expires: Timestamp? = nil,
    stored: [UInt8] = []
  ) {
    self.key = key
    self.text = text
    self.language = language
    self.fields = fields
    self.numbers = numbers
    self.domains = domains
    self.expires = expires
    self.stored = stored
  }

  /// Where the index keeps when documents expire, in milliseconds.
  static let expirySlot: UInt32 = 1_000_000

  /// The names of all domains it is in.
  var allDomains: Set<String> {
    var all: Set<String> = []
    for domain in domains {
      let parts = domain.split(separator: "/", omittingEmptySubsequences: false)
      for count in 1...parts.count { all.insert(parts.prefix(count).joined(separator: "/")) }
    }
    return all
  }

  /// Its size in memory, about: the bytes of its texts.
  var size: Int {
    fields.values.joined().reduce(key.utf8.count + text.utf8.count + stored.count) {
      $0 + $1.utf8.count
    }
  }
}
