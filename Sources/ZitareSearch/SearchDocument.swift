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
  /// The values of fields that are counted over hits, by the field's name and as they are shown.
  public var facets: [String: [String]] = [:]
  /// Handed back with a hit; it is kept in the index, so it should be small.
  public var stored: [UInt8]

  public init(
    key: String, text: String, language: String? = nil, fields: [String: [String]] = [:],
    numbers: [String: Double] = [:], stored: [UInt8] = []
  ) {
    self.key = key
    self.text = text
    self.language = language
    self.fields = fields
    self.numbers = numbers
    self.stored = stored
  }
}
