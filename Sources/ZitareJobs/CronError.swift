/// Why a cron expression, or the text of another trigger, was refused: where it is wrong, and what
/// would be right.
public struct CronError: Error, Equatable, CustomStringConvertible {
  public enum Field: String, Sendable {
    case expression, alias, second, minute, hour, month
    case dayOfMonth = "day-of-month"
    case dayOfWeek = "day-of-week"
    /// The zone of `CRON_TZ=` or `at`.
    case zone = "timezone"
    /// The interval of `@every`.
    case duration
    /// The date and time of `at`.
    case instant
  }

  /// As it was written; of one that is too long only the start.
  public let expression: String
  public let field: Field
  /// The part that is wrong.
  public let token: String
  /// The characters of the expression before the token.
  public let offset: Int
  /// One sentence that says what is wrong and how to mend it.
  public let reason: String

  /// Three lines: the expression, carets below the token, the sentence.
  public var description: String {
    let line = String(expression.map { $0.isWhitespace || $0.asciiValue ?? 32 < 32 ? " " : $0 })
    let carets = String(repeating: "^", count: max(1, token.count))
    return """
      \(line)
      \(String(repeating: " ", count: offset))\(carets)
      \(field == .expression || field == .alias ? "" : "\(field.rawValue): ")\(reason)
      """
  }
}
