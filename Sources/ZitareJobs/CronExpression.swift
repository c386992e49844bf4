/// Times that repeat, in the notation of crontab(5): minute, hour, day of month, month, day of week.
///
/// Fields hold `*`, numbers, three-letter names, ranges and steps in lists; ranges may wrap, as
/// `22-2` and `fri-mon` do. `@yearly`, `@annually`, `@monthly`, `@weekly`, `@daily`, `@midnight` and
/// `@hourly` stand for whole expressions. As in Debian's cron(8), it decides a lot whether a field
/// starts with `*`:
/// - Both day fields must match if one of them does, otherwise either will do.
/// - If minute or hour do, the expression means the clock as it runs: it fires in both passes of an
///   hour that is repeated and never in one that is left out.
/// - Otherwise it means fixed times of the day: it fires in the first pass of a repeated hour, and
///   once at the first instant after a gap of less than three hours for all times inside it.
public struct CronExpression: Sendable, Hashable, CustomStringConvertible {
  /// The expression as it was written.
  public let description: String

  /// Bit n stands for the number n of the field.
  let minutes: UInt64
  let hours: UInt64
  let daysOfMonth: UInt64
  let months: UInt64
  /// Sunday is bit 0 only.
  let daysOfWeek: UInt64
  /// Whether a day must match both day fields.
  let needsBothDays: Bool
  /// Whether it means the clock as it runs rather than fixed times of the day.
  let followsClock: Bool

  /// Reads an expression; one that no date can match is refused as well.
  public init(_ text: String) throws(CronError) {
    var parser = try CronParser(text)
    let fields = try parser.fields()
    description = text
    minutes = try parser.numbers(fields[0], of: .minute)
    hours = try parser.numbers(fields[1], of: .hour)
    daysOfMonth = try parser.numbers(fields[2], of: .dayOfMonth)
    months = try parser.numbers(fields[3], of: .month)
    let week = try parser.numbers(fields[4], of: .dayOfWeek)
    daysOfWeek = (week | week >> 7) & 0x7f
    needsBothDays = parser.startsWithStar(fields[2]) || parser.startsWithStar(fields[4])
    followsClock = parser.startsWithStar(fields[0]) || parser.startsWithStar(fields[1])
    guard nextDay(from: 0) != nil else { throw parser.neverMatches(fields[2]) }
  }
}

extension CronExpression: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(try container.decode(String.self))
    } catch let error as CronError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
