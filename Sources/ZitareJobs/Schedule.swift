internal import ZitareBase

/// A job that is enqueued again and again at the times of a trigger, its slots.
public struct Schedule: Sendable {
  /// Under it the store keeps the schedule's place; a new name is a new schedule.
  public let name: ScheduleName
  public private(set) var trigger: Trigger
  public let catchUp: CatchUp
  public let overlap: Overlap
  public let jitter: Jitter
  private let make: @Sendable () -> any Job

  /// Describes a schedule; `make` builds the job of each slot.
  ///
  /// Where no `overlap` is given, slots are skipped while the job of an earlier one is not finished,
  /// but none is where all that were missed are to be made up for.
  public init(
    _ name: ScheduleName, trigger: Trigger, catchUp: CatchUp = .once, overlap: Overlap? = nil,
    jitter: Jitter = .none, make: @escaping @Sendable () -> any Job
  ) {
    self.name = name
    self.trigger = trigger
    self.catchUp = catchUp
    if case .all = catchUp.mode {
      self.overlap = overlap ?? .allow
    } else {
      self.overlap = overlap ?? .skip
    }
    self.jitter = jitter
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

  /// What becomes of a slot while jobs of earlier ones are not finished, whether they run, wait
  /// for their time or for another attempt.
  public enum Overlap: String, Sendable, CaseIterable {
    /// It does not fire.
    case skip
    /// Its job waits for their end; if one waits already, it does not fire.
    case queue
    /// Its job runs beside them.
    case allow
    /// Those that wait are cancelled, those that run are told to stop, and its job starts after
    /// that.
    case replace
  }

  /// The same schedule by a trigger whose zone was read anew or whose anchor is known.
  func with(_ trigger: Trigger) -> Schedule {
    var schedule = self
    schedule.trigger = trigger
    return schedule
  }

  /// The job of a slot that fires at `now`, due after the schedule's jitter.
  ///
  /// The jobs of slots that are made up for are spread from `now` on: after a long sleep many
  /// schedules have one.
  func job(of slot: Timestamp, at now: Timestamp) throws -> NewJob {
    let start = now - slot > catchUp.grace ? now : slot
    let delay = jitter.delay(
      of: name, slot: slot, before: trigger.next(after: start).map { $0 - start })
    return try NewJob(make(), at: start + delay)
  }
}
