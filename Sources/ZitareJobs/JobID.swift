/// The number of a job in its store; never used twice.
public struct JobID: RawRepresentable, Hashable, Comparable, Codable, Sendable,
  CustomStringConvertible
{
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Reads what `description` writes.
  public init?(_ text: String) {
    guard let number = Int64(text), number > 0 else { return nil }
    rawValue = number
  }

  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int64.self)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public var description: String { String(rawValue) }
  public static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }
}
