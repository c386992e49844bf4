/// A parsed JSON text (RFC 8259); numbers keep their digits.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value of a whole number without exponent; nil for anything else, also beyond 64 bits.
  var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }

  /// The texts of an array that holds nothing else.
  var strings: [String]? {
    guard case .array(let elements) = self else { return nil }
    var texts: [String] = []
    for element in elements {
      guard let text = element.string else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// The first member of that name; nil also where this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// One member of a JSON object, with the bytes its value had.
struct JSONMember: Equatable, Sendable {
  let name: String
  let value: JSONValue
  /// Where the value stands in the parsed bytes.
  let range: Range<Int>
}

/// Where and why bytes are not JSON.
struct JSONError: Error, Equatable, CustomStringConvertible {
  enum Reason: String, Sendable {
    case truncated = "the text ends too early"
    case unexpected = "a character that cannot stand here"
    case encoding = "invalid UTF-8"
    case escape = "a broken escape sequence"
    case depth = "nested too deeply"
    case trailing = "more text after the end"
  }
  let offset: Int
  let reason: Reason

  var description: String { "\(reason.rawValue) at byte \(offset)" }
}
