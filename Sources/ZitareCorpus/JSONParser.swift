/// A strict parser of one JSON value that lies in memory.
///
/// JSONDecoder would lose the bytes of unknown fields, which are kept as they came, and cannot read
/// one member without the rest.
struct JSONParser {
  static let depthLimit = 64

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Parses a whole text; space may surround the value.
  static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error(.trailing) }
    return value
  }

  static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let result = bytes.withUnsafeBytes { raw -> Result<JSONValue, JSONError> in
      do throws(JSONError) { return .success(try parse(raw)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  static func parse(_ text: String) throws(JSONError) -> JSONValue { try parse(Array(text.utf8)) }

  /// The text of an object's first member of that name, without looking at what follows it; nil where
  /// there is none or it is not a string.
  static func text(
    of name: String, in bytes: UnsafeRawBufferPointer
  ) throws(JSONError) -> String? {
    var parser = JSONParser(bytes)
    parser.skipSpace()
    guard parser.take(UInt8(ascii: "{")) else { return nil }
    parser.skipSpace()
    if parser.take(UInt8(ascii: "}")) { return nil }
    while true {
      let found = try parser.memberName()
      if found == name { return try parser.value().string }
      _ = try parser.value()
      guard try parser.hasNext(before: UInt8(ascii: "}")) else { return nil }
    }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    guard position < bytes.count else { throw error(.truncated) }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    depth += 1
    guard depth <= Self.depthLimit else { throw error(.depth) }
    position += 1
    skipSpace()
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    if take(UInt8(ascii: "}")) { return .object([]) }
    var members: [JSONMember] = []
    repeat {
      let name = try memberName()
      skipSpace()
      let start = position
      let value = try value()
      members.append(JSONMember(name: name, value: value, range: start..<position))
    } while try hasNext(before: UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    if take(UInt8(ascii: "]")) { return .array([]) }
    var elements: [JSONValue] = []
    repeat { elements.append(try value()) } while try hasNext(before: UInt8(ascii: "]"))
    return .array(elements)
  }

  private mutating func memberName() throws(JSONError) -> String {
    skipSpace()
    let name = try text()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw error(.unexpected) }
    return name
  }

  /// Passes a comma, or the given closing bracket and says false.
  private mutating func hasNext(before close: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    if take(UInt8(ascii: ",")) { return true }
    guard take(close) else { throw error(.unexpected) }
    return false
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw error(.unexpected) }
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
    guard position > start else { throw error(.unexpected) }
  }

  private mutating func text() throws(JSONError) -> String {
    guard take(UInt8(ascii: "\"")) else { throw error(.unexpected) }
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = try utf8(bytes[start..<position], from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"): return try escapedText(from: start)
      case 0..<0x20: throw error(.unexpected)
      default: position += 1
      }
    }
    throw error(.truncated)
  }

  private func utf8(
    _ slice: some Collection<UInt8>, from start: Int
  ) throws(JSONError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw JSONError(offset: start, reason: .encoding)
    }
    return text
  }

  /// The rest of a text in which an escape has been met.
  private mutating func escapedText(from start: Int) throws(JSONError) -> String {
    var content = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try utf8(content, from: start)
      case UInt8(ascii: "\\"): content.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw error(.unexpected)
      default: content.append(byte)
      }
    }
    throw error(.truncated)
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard position < bytes.count else { throw error(.truncated) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error(.escape)
    }
  }

  /// One scalar, from one unit or a pair of surrogates; a lone surrogate is no character.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw error(.escape)
    }
    let low = try codeUnit()
    guard (0xdc00..<0xe000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
    else { throw error(.escape) }
    return scalar
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw error(.truncated) }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      switch byte {
      case 48...57: value = value << 4 | UInt32(byte - 48)
      case 65...70: value = value << 4 | UInt32(byte - 55)
      case 97...102: value = value << 4 | UInt32(byte - 87)
      default: throw error(.escape)
      }
    }
    position += 4
    return value
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(offset: position, reason: position < bytes.count ? reason : .truncated)
  }
}
