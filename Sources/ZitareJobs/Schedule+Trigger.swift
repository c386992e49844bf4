public import ZitareBase

extension Schedule {
  /// When the slots of a schedule come.
  public enum Trigger: Sendable, CustomStringConvertible {
    case cron(CronExpression, zone: TimeZoneRules)
    /// Whole multiples of an interval after an instant, in elapsed time whatever clocks show.
    ///
    /// A scheduler counts from when it first saw the schedule as it is, whatever the anchor.
    case every(Duration, anchor: Timestamp)
    /// Once after each start of the machine. No clock says when, so it has no times.
    case reboot
    /// Once.
    case at(Timestamp)

    /// What is stored to see whether a schedule was edited: `0 0 * * * Europe/Berlin`.
    public var description: String {
      switch self {
      case .cron(let expression, let zone): "\(expression) \(zone.identifier)"
      case .every(let interval, _): "@every \(interval.units)"
      case .reboot: "@reboot"
      case .at(let time): "at \(time.iso8601)"
      }
    }

    /// The same trigger with its zone's data read anew; nil where they have not changed.
    ///
    /// Slots that are settled stay so: only what comes next is computed anew.
    public func reloaded() throws(TimeZoneError) -> Schedule.Trigger? {
      switch self {
      case .cron(let expression, let zone):
        try zone.reloaded().map { .cron(expression, zone: $0) }
      case .every, .reboot, .at: nil
      }
    }

    /// The same trigger as a store knows it since an instant: intervals are counted from there.
    public func anchored(at anchor: Timestamp?) -> Schedule.Trigger {
      guard case .every(let interval, _) = self, let anchor else { return self }
      return .every(interval, anchor: anchor)
    }

    /// The first slot after an instant; nil where there is none.
    public func next(after time: Timestamp) -> Timestamp? {
      switch self {
      case .cron(let expression, let zone): expression.next(after: time, in: zone)
      case .every(let interval, let anchor): interval.firstMultiple(from: anchor, after: time)
      case .reboot: nil
      case .at(let slot): slot > time ? slot : nil
      }
    }

    /// The last slot before an instant; nil where there is none.
    public func previous(before time: Timestamp) -> Timestamp? {
      switch self {
      case .cron(let expression, let zone): expression.previous(before: time, in: zone)
      case .every, .reboot, .at:
        last(through: time - .milliseconds(1), after: Timestamp(milliseconds: .min))
      }
    }

    /// The last slot up to and including `limit` and after `time`; nil where there is none.
    public func last(through limit: Timestamp, after time: Timestamp) -> Timestamp? {
      switch self {
      case .cron(let expression, let zone):
        return expression.last(through: limit, after: time, in: zone)
      case .every(let interval, let anchor):
        let slot = interval.lastMultiple(from: anchor, through: limit)
        return slot.flatMap { $0 > time ? $0 : nil }
      case .reboot: return nil
      case .at(let slot): return slot > time && slot <= limit ? slot : nil
      }
    }
  }
}

extension Duration {
  /// The first instant after `time` that is whole intervals after an anchor, at least one; nil
  /// after the year 9999.
  fileprivate func firstMultiple(from anchor: Timestamp, after time: Timestamp) -> Timestamp? {
    guard time.seconds < Self.end else { return nil }
    if time < anchor { return anchor + self }
    return anchor + .milliseconds(((time - anchor).milliseconds / milliseconds + 1) * milliseconds)
  }

  /// The last such instant up to and including `limit`.
  fileprivate func lastMultiple(from anchor: Timestamp, through limit: Timestamp) -> Timestamp? {
    guard limit > anchor else { return nil }
    let count = (limit - anchor).milliseconds / milliseconds
    return count > 0 ? anchor + .milliseconds(count * milliseconds) : nil
  }

  /// The start of the year 10000, in seconds since the epoch.
  private static let end: Int64 = 253_402_300_800
}
