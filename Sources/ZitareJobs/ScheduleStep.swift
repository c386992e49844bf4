public import ZitareBase

/// What a schedule has to do when somebody looks at the clock: a pure function of its cursor and
/// the time.
public struct ScheduleStep: Sendable, Equatable {
  /// The slots to fire, oldest first.
  public let slots: [Timestamp]
  /// How many slots came due and do not fire, counted up to 10,000.
  public let missed: Int
  /// Up to here all slots are settled once those have fired.
  public let cursor: Timestamp
  /// Nil where the clock went on as clocks do.
  public let clock: ClockChange?

  public enum ClockChange: Sendable {
    /// It was put back by at most three hours: nothing fires until it passes the cursor again.
    case held
    /// It was put back further, as from a wrong year: the schedule goes on from `now`, and what
    /// fires again is stopped by the store.
    case reset
  }

  /// Settles the slots after `cursor`, up to and including `now`.
  public init(
    _ trigger: Schedule.Trigger, _ catchUp: Schedule.CatchUp, cursor: Timestamp, now: Timestamp
  ) {
    guard now >= cursor else {
      let isFar = cursor - now > Self.longestHold
      self.init(cursor: isFar ? now : cursor, clock: isFar ? .reset : .held)
      return
    }
    let slots = Self.slots(of: trigger, catchUp, after: cursor, through: now)
    let limit = slots.count + Self.countLimit
    let due = Self.count(trigger, after: cursor, through: now, limit: limit)
    self.init(slots: slots, missed: due - slots.count, cursor: now)
  }

  private init(
    slots: [Timestamp] = [], missed: Int = 0, cursor: Timestamp, clock: ClockChange? = nil
  ) {
    self.slots = slots
    self.missed = missed
    self.cursor = cursor
    self.clock = clock
  }

  /// As in cron(8): a smaller step back is a correction that will be caught up with.
  private static let longestHold: Duration = .seconds(3 * 3600)
  private static let countLimit = 10_000

  private static func slots(
    of trigger: Schedule.Trigger, _ catchUp: Schedule.CatchUp, after cursor: Timestamp,
    through now: Timestamp
  ) -> [Timestamp] {
    let limit: Int
    var oldest = cursor
    if let deadline = catchUp.deadline { oldest = max(oldest, justBefore(now - deadline)) }
    switch catchUp.mode {
    case .once: limit = 1
    case .skip:
      limit = 1
      oldest = max(oldest, justBefore(now - catchUp.grace))
    case .all(let most): limit = most
    }
    var slots: [Timestamp] = []
    var end = now
    while slots.count < limit, let slot = trigger.last(through: end, after: oldest) {
      slots.append(slot)
      end = justBefore(slot)
    }
    return slots.reversed()
  }

  /// Slots are sought after an instant, and one as late as allowed still fires.
  private static func justBefore(_ time: Timestamp) -> Timestamp { time - .milliseconds(1) }

  private static func count(
    _ trigger: Schedule.Trigger, after cursor: Timestamp, through now: Timestamp, limit: Int
  ) -> Int {
    var count = 0
    var time = cursor
    while count < limit, let slot = trigger.next(after: time), slot <= now {
      count += 1
      time = slot
    }
    return count
  }
}
