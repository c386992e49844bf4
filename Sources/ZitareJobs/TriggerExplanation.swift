public import ZitareBase

/// What a trigger means, in English, and what about it is hardly meant.
public struct TriggerExplanation: Sendable {
  /// When it comes.
  public let words: String
  /// What becomes of it when the zone's clocks are changed; nil where they are not, or do not matter.
  public let clockChanges: String?
  public let warnings: [CronWarning]

  /// Explains a trigger as it is from `now` on.
  public init(_ trigger: Schedule.Trigger, now: Timestamp) {
    switch trigger {
    case .cron(let expression, let zone):
      warnings = CronLint(expression, zone, now).warnings
      let isNever = warnings.contains { $0.code == .neverInZone }
      words =
        expression.words + (isNever ? " In \(zone.identifier) there is never such a time." : "")
      let changes = zone.segment(containing: now.seconds).end < Self.farFuture
      clockChanges =
        !changes || isNever ? nil : expression.followsClock ? Self.following : Self.fixed
    case .every(let interval, let anchor):
      words = "Every \(interval.units) from \(anchor.iso8601) on, whatever clocks show."
      clockChanges = nil
      warnings = []
    case .reboot:
      words = "Once after each start of the machine."
      clockChanges = nil
      warnings = []
    case .at(let time):
      words = "Once, at \(time.iso8601)."
      clockChanges = nil
      warnings = []
    }
  }

  private static let following =
    "It follows the clock: twice in an hour that is repeated, not at all in one that is skipped."
  private static let fixed =
    "Its times are fixed: once in an hour that is repeated, right after one that is skipped."
  /// The start of the year 10000, in seconds since the epoch.
  private static let farFuture: Int64 = 253_402_300_800
}
