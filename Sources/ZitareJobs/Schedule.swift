internal import ZitareBase

/// A job that is enqueued again and again at the times of a trigger, its slots.
public struct Schedule: Sendable {
  /// Under it the store keeps the schedule's place; a new name is a new schedule.
  public let name: ScheduleName
  public let trigger: Trigger
  public let catchUp: CatchUp
  /// How long after its slot the job becomes due: always the same for a name.
  public let delay: Duration
  private let make: @Sendable () -> any Job

  /// Describes a schedule; `make` builds the job of each slot.
  ///
  /// A jitter spreads schedules that share their slots: the job is due a fixed number of seconds
  /// later, from 0 to `jitter`, but before the next slot.
  public init(
    _ name: ScheduleName, trigger: Trigger, catchUp: CatchUp = .once, jitter: Duration = .zero,
    make: @escaping @Sendable () -> any Job
  ) {
    precondition(jitter >= .zero, "\(name): a jitter can't be negative")
    self.name = name
    self.trigger = trigger
    self.catchUp = catchUp
    delay = Self.delay(of: name, upTo: jitter)
    self.make = make
  }

  /// What becomes of slots that came due while nobody looked.
  public struct CatchUp: Sendable, Hashable {
    public enum Mode: Sendable, Hashable {
      /// The latest one fires, however late.
      case once
      /// The latest one fires if it is at most `grace` late.
      case skip
      /// The newest ones fire, oldest first.
      case all(limit: Int)
    }

    public let mode: Mode
    /// Up to here a slot is on time.
    public let grace: Duration
    /// Slots that are later than this do not fire, whatever the mode.
    public let deadline: Duration?

    public init(_ mode: Mode, grace: Duration = .seconds(60), deadline: Duration? = nil) {
      self.mode = mode
      self.grace = grace
      self.deadline = deadline
    }

    public static let once = CatchUp(.once)
    public static let skip = CatchUp(.skip)
    public static let all = CatchUp(.all(limit: 100))
  }

  /// The job of a slot that fires at `now`, due after the schedule's delay.
  ///
  /// The jobs of slots that are made up for are spread from `now` on: after a long sleep many
  /// schedules have one.
  func job(of slot: Timestamp, at now: Timestamp) throws -> NewJob {
    let start = now - slot > catchUp.grace ? now : slot
    let due = start + delay
    guard let next = trigger.next(after: start) else { return try NewJob(make(), at: due) }
    return try NewJob(make(), at: max(start, min(due, next - .seconds(1))))
  }

  /// The first 8 bytes of the SHA-256 of the name, big-endian, modulo the seconds of the jitter and
  /// one more.
  private static func delay(of name: ScheduleName, upTo jitter: Duration) -> Duration {
    let number = SHA256.digest(name.rawValue.utf8).prefix(8).reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    return .seconds(Int64(number % UInt64(jitter.components.seconds + 1)))
  }
}
