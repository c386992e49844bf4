/// What a column or a parameter holds.
public enum Value: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  public static func integer(_ value: Int) -> Value { .integer(Int64(value)) }
  public static func optional(_ value: Int64?) -> Value { value.map { .integer($0) } ?? .null }
  public static func optional(_ value: String?) -> Value { value.map { .text($0) } ?? .null }
  public static func optional(_ value: [UInt8]?) -> Value { value.map { .blob($0) } ?? .null }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(nilLiteral: ()) { self = .null }
}

/// Values by the names of their parameters, such as `[":id": 7]`.
public typealias Bindings = KeyValuePairs<StaticString, Value>
