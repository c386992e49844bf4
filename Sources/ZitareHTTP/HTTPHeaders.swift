/// Header fields in their order, found by name whatever its case.
public struct HTTPHeaders: Sendable, Equatable, Sequence, ExpressibleByDictionaryLiteral {
  /// One line of a head.
  public struct Field: Sendable, Equatable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  private var fields: [Field] = []

  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  public func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

  /// The first value of this name; setting one replaces all of them, nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameHeader(as: name) }?.value }
    set {
      fields.removeAll { $0.name.isSameHeader(as: name) }
      if let newValue { add(name, newValue) }
    }
  }

  /// Every value of this name, in order.
  public func values(_ name: String) -> [String] {
    fields.filter { $0.name.isSameHeader(as: name) }.map(\.value)
  }

  /// Adds a line after the others, also where the name is there already.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  mutating func removeAll(where isUnwanted: (Field) -> Bool) {
    fields.removeAll(where: isUnwanted)
  }
}

extension HTTPHeaders.Field {
  /// Whether name and value keep to RFC 9110 5.5 and 5.6.2, so that no line can be smuggled in.
  var isValid: Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    return !name.isEmpty && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || marks.contains($0) }
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
  }
}

extension String {
  func isSameHeader(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercase == $1.asciiLowercase }
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIIAlphanumeric: Bool {
    isASCIIDigit || asciiLowercase >= 0x61 && asciiLowercase <= 0x7a
  }
  var asciiLowercase: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
}
