/// Times that repeat, in the notation of crontab(5): minute, hour, day of month, month, day of week,
/// and before them a second if there are six fields.
///
/// Fields hold `*`, numbers, three-letter names, ranges and steps in lists; ranges may wrap, as
/// `22-2` and `fri-mon` do, and `n/step` goes from n to the end. `@yearly`, `@annually`, `@monthly`,
/// `@weekly`, `@daily`, `@midnight` and `@hourly` stand for whole expressions. Beyond crontab(5):
/// - Days of the month: `L` is the last one, `L-3` the third before it, `15W` the day from Monday to
///   Friday that is nearest the 15th and in the same month, `LW` the last one of these.
/// - Days of the week: `5L` and `FRIL` are the last Friday of the month, `MON#2` the second Monday.
/// - `?` in a day field is `*`.
/// - `H` is a number drawn from the name of the schedule, always the same for a name: `H` from the
///   whole field (days of the month to 28), `H(a-b)` from a range, `H/n` with steps of n from it on.
///
/// As in Debian's cron(8), it decides a lot whether a field starts with `*`:
/// - Both day fields must match if one of them does, otherwise either will do.
/// - If second, minute or hour do, the expression means the clock as it runs: it fires in both passes
///   of an hour that is repeated and never in one that is left out.
/// - Otherwise it means fixed times of the day: it fires in the first pass of a repeated hour, and
///   once at the first instant after a gap of less than three hours for all times inside it.
public struct CronExpression: Sendable, Hashable, CustomStringConvertible {
  /// The expression as it was written.
  public let description: String

  /// Bit n stands for the number n of the field; second 0 only where there are five fields.
  let seconds: UInt64
  let minutes: UInt64
  let hours: UInt64
  let dates: CronDates
  /// Whether it means the clock as it runs rather than fixed times of the day.
  let followsClock: Bool

  /// Reads an expression; one that no date can match is refused as well.
  ///
  /// `H` needs the name of the schedule.
  public init(_ text: String, name: ScheduleName? = nil) throws(CronError) {
    var parser = try CronParser(text, name: name)
    let fields = try parser.fields()
    description = text
    seconds =
      try fields.second.map { field throws(CronError) in
        try parser.numbers(field, of: .second)
      } ?? 1
    minutes = try parser.numbers(fields.minute, of: .minute)
    hours = try parser.numbers(fields.hour, of: .hour)
    let months = try parser.numbers(fields.month, of: .month)
    dates = try parser.dates(fields.dayOfMonth, fields.dayOfWeek, months: months)
    followsClock =
      parser.startsWithStar(fields.second ?? fields.minute)
      || parser.startsWithStar(fields.minute) || parser.startsWithStar(fields.hour)
    guard dates.canMatch else { throw parser.neverMatches(fields, dates) }
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
