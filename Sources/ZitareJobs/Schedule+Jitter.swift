internal import ZitareBase

extension Schedule {
  /// How long after its slot a job is due, so that schedules that share their slots are spread.
  ///
  /// It is a whole number of seconds from 0 to a most, but always before the next slot. The job is
  /// stored with the time it is due, which therefore outlives restarts.
  public enum Jitter: Sendable, Hashable {
    case none
    /// Always the same for a schedule.
    case fixed(upTo: Duration)
    /// Another for each slot, always the same for it.
    case perRun(upTo: Duration)
  }
}

extension Schedule.Jitter {
  /// The delay of a slot's job that comes before the next slot, `interval` later.
  ///
  /// The first 8 bytes of the SHA-256 of the name, big-endian, modulo the seconds of the jitter and
  /// one more; where it differs by slot, a tab and the slot's milliseconds follow the name.
  func delay(
    of name: ScheduleName, slot: Timestamp, before interval: Duration?
  ) -> Duration {
    let most: Duration
    let text: String
    switch self {
    case .none: return .zero
    case .fixed(let limit): (most, text) = (limit, name.rawValue)
    case .perRun(let limit): (most, text) = (limit, "\(name.rawValue)\t\(slot.milliseconds)")
    }
    let bound = min(most, (interval ?? most + .seconds(1)) - .seconds(1))
    let number = SHA256.digest(text.utf8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return .seconds(Int64(number % UInt64(max(0, bound.components.seconds) + 1)))
  }
}
