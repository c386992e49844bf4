/// Something in a cron expression that is allowed, and hardly what was meant.
public struct CronWarning: Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    /// A step that does not divide its field: the last interval is shorter.
    case unevenStep = "uneven-step"
    /// A step that leaves one number.
    case stepWholeField = "step-whole-field"
    /// Either day field will do.
    case domDowOr = "dom-dow-or"
    /// Both day fields must match.
    case domDowAnd = "dom-dow-and"
    /// A fixed time that clocks leave out on some day to come.
    case dstGap = "dst-gap"
    /// Hours of a range rather than `*`: not every hour that clocks show when they are changed.
    case dstFixedRange = "dst-fixed-range"
    /// A day that some months lack.
    case shortMonths = "short-months"
    /// 29 February and no other day.
    case leapOnly = "leap-only"
    /// Some of the months that are listed never match.
    case partlyImpossible = "partly-impossible"
    /// A fifth weekday.
    case notEveryMonth = "not-every-month"
    /// Sixty times a minute.
    case everySecond = "every-second"
    /// Only times that the zone leaves out.
    case neverInZone = "never-in-zone"
  }

  public let code: Code
  /// One sentence that says what happens and, where it helps, what to write instead.
  public let reason: String

  /// The code and the reason: `dst-gap: 02:30 does not exist on …`.
  public var description: String { "\(code.rawValue): \(reason)" }
}
