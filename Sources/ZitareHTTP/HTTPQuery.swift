/// The items of a query or of a form, in order; a name may come more than once.
public struct HTTPQuery: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A name and its value; without a value it is written `name=`.
  public struct Item: Sendable, Equatable {
    public let name: String
    public let value: String?

    public init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  public var items: [Item]

  public init(_ items: [Item] = []) { self.items = items }

  public init(dictionaryLiteral elements: (String, String?)...) {
    items = elements.map { Item(name: $0.0, value: $0.1) }
  }

  /// The items joined by `&`, everything but the unreserved characters encoded; nil for no items.
  public var encoded: String? {
    items.isEmpty
      ? nil
      : items.map { "\($0.name.percentEncoded())=\(($0.value ?? "").percentEncoded())" }
        .joined(separator: "&")
  }
}

extension String {
  /// The UTF-8 bytes with all but the unreserved (RFC 3986 2.3) and the given ones as `%XX`.
  func percentEncoded(except kept: Set<UInt8> = []) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let unreserved = Set("-._~".utf8)
    var encoded: [UInt8] = []
    for byte in utf8 {
      if byte.isASCIIAlphanumeric || unreserved.contains(byte) || kept.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
