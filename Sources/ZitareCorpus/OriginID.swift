/// The short name of an origin, such as `zitare`: ASCII letters, digits, dots and hyphens.
public struct OriginID: Hashable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  public let string: String

  /// Nil unless the text is 1 to 100 lower-case ASCII letters, digits, dots and hyphens.
  ///
  /// The first is a letter or digit. There is no colon, so `origin:slug` can be taken apart.
  public init?(_ text: some StringProtocol) {
    guard Self.isValid(text) else { return nil }
    string = String(text)
  }

  public init(stringLiteral value: String) {
    precondition(Self.isValid(value), "\(value) is not the name of an origin")
    string = value
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard Self.isValid(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not the name of an origin")
    }
    string = text
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }

  public var description: String { string }

  static func isNameByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private static func isValid(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 100 else { return false }
    return first != UInt8(ascii: ".") && first != UInt8(ascii: "-")
      && text.utf8.allSatisfy(isNameByte)
  }
}

/// What identifies a quotation among all origins; written `origin:slug`.
public struct QuoteKey: Hashable, Sendable, CustomStringConvertible {
  public let origin: OriginID
  public let slug: String

  public init(origin: OriginID, slug: String) {
    self.origin = origin
    self.slug = slug
  }

  /// Reads the written form; nil for a bare slug.
  public init?(_ text: some StringProtocol) {
    guard let colon = text.firstIndex(of: ":"), let origin = OriginID(text[..<colon]) else {
      return nil
    }
    self.init(origin: origin, slug: String(text[text.index(after: colon)...]))
  }

  public var description: String { "\(origin):\(slug)" }
}
