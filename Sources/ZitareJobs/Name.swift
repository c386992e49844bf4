/// A name with a type of its own, stored and shown as plain text.
public protocol Name: RawRepresentable<String>, Hashable, Comparable, Codable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  init(_ text: String)
}

extension Name {
  public init(rawValue: String) { self.init(rawValue) }
  public init(stringLiteral value: String) { self.init(value) }
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
  public var description: String { rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What a job does, such as `corpus.refresh`; stored, so it outlives renames of the type.
public struct JobKind: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// A line in which jobs wait for workers.
public struct QueueName: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// What sets a job apart from others of its kind; of those that are not finished only one exists.
public struct UniqueKey: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// What jobs share that may not run all at once, such as `host:mail.example.org`.
public struct LimitName: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// What a blocked job waits for, such as `login:main`.
public struct Condition: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// One start of one worker; random, so that no later worker is taken for it.
public struct WorkerID: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// The name under which a schedule keeps its place.
public struct ScheduleName: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}
