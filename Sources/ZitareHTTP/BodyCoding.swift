public import FoundationEssentials

/// Turns values into the bodies of requests.
public protocol BodyEncoding: Sendable {
  var contentType: String { get }
  func encode(_ value: some Encodable) throws -> [UInt8]
}

/// Turns the bodies of answers into values.
public protocol BodyDecoding: Sendable {
  func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value
}

/// JSON with sorted keys, so that equal values give equal bytes.
public struct JSONEncoding: BodyEncoding {
  private let configure: @Sendable (JSONEncoder) -> Void

  /// - Parameter configure: sets strategies for keys, dates and the like.
  public init(configure: @escaping @Sendable (JSONEncoder) -> Void = { _ in }) {
    self.configure = configure
  }

  public var contentType: String { "application/json" }

  public func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    configure(encoder)
    return Array(try encoder.encode(value))
  }
}

public struct JSONDecoding: BodyDecoding {
  private let configure: @Sendable (JSONDecoder) -> Void

  /// - Parameter configure: sets strategies for keys, dates and the like.
  public init(configure: @escaping @Sendable (JSONDecoder) -> Void = { _ in }) {
    self.configure = configure
  }

  public func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    configure(decoder)
    return try decoder.decode(type, from: Data(body))
  }
}
