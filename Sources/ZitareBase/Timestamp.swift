import Glibc

/// An instant: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
  public let milliseconds: Int64

  @inlinable
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  @inlinable
  public init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }

  /// The instant that the system's wall clock shows.
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Whole seconds since the epoch, rounded down also before it.
  @inlinable
  public var seconds: Int64 { milliseconds.dividedDown(by: 1000).quotient }

  public init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
  public static func + (left: Timestamp, right: Duration) -> Timestamp {
    Timestamp(milliseconds: left.milliseconds + right.milliseconds)
  }
  public static func - (left: Timestamp, right: Duration) -> Timestamp {
    Timestamp(milliseconds: left.milliseconds - right.milliseconds)
  }
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}

extension Duration {
  /// The whole milliseconds in this duration, rounded towards zero.
  public var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

extension Int64 {
  /// Floor division: the remainder is never negative for a positive divisor.
  ///
  /// Inlinable, so that other modules divide by their constants without a division.
  @inlinable
  public func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
