public import ZitareBase

/// What a store keeps of a schedule.
public struct StoredSchedule: Sendable, Equatable {
  public let name: ScheduleName
  /// What the schedule looked like when the cursor was saved, in its owner's notation.
  public let definition: String
  /// All slots up to here are settled.
  public let cursor: Timestamp
  public let isPaused: Bool
  /// The last slot that fired.
  public let lastSlot: Timestamp?
  /// Since when the schedule is as it is: its intervals are counted from here.
  public let anchor: Timestamp?
  /// The start of the machine that it last knew of; nil where the present one is to count as known.
  public let boot: String?
  public let lastSkipped: SkippedSlot?
  public let lastMissed: MissedSlots?

  public init(
    name: ScheduleName, definition: String, cursor: Timestamp, isPaused: Bool = false,
    lastSlot: Timestamp? = nil, anchor: Timestamp? = nil, boot: String? = nil,
    lastSkipped: SkippedSlot? = nil, lastMissed: MissedSlots? = nil
  ) {
    self.name = name
    self.definition = definition
    self.cursor = cursor
    self.isPaused = isPaused
    self.lastSlot = lastSlot
    self.anchor = anchor
    self.boot = boot
    self.lastSkipped = lastSkipped
    self.lastMissed = lastMissed
  }
}

/// A slot that did not fire, since a job of an earlier one was not finished.
public struct SkippedSlot: Sendable, Equatable {
  public let slot: Timestamp
  public let reason: Reason

  public init(slot: Timestamp, reason: Reason) {
    self.slot = slot
    self.reason = reason
  }

  /// The raw values are stored.
  public enum Reason: Int64, Sendable, CustomStringConvertible {
    case unfinished = 1
    case waiting = 2

    public var description: String {
      switch self {
      case .unfinished: "the job of an earlier slot is not finished"
      case .waiting: "the job of an earlier slot waits already"
      }
    }
  }
}

/// Slots that came due while nobody looked and were not made up for.
public struct MissedSlots: Sendable, Equatable {
  /// 10,000 stands for more, too.
  public let count: Int
  /// When that was seen.
  public let time: Timestamp

  public init(count: Int, time: Timestamp) {
    self.count = count
    self.time = time
  }
}
