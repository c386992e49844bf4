import ZitareBase
public import ZitareJobs

/// The configuration keys of one schedule, `schedule.<name>.cron` and the like.
public struct ScheduleKeys: Sendable {
  public let name: ScheduleName
  public let cron: ConfigurationKey<String>
  public let zone: ConfigurationKey<String?>
  public let jitter: ConfigurationKey<Duration>
  public let jitterPerRun: ConfigurationKey<Bool>
  public let catchUp: ConfigurationKey<CatchUp>
  public let deadline: ConfigurationKey<Duration?>
  public let overlap: ConfigurationKey<String?>

  /// What becomes of missed slots, as the configuration names it.
  public enum CatchUp: String, Sendable, CaseIterable {
    case once, skip, all

    var mode: Schedule.CatchUp.Mode {
      switch self {
      case .once: .once
      case .skip: .skip
      case .all: Schedule.CatchUp.all.mode
      }
    }
  }

  /// What `cron` says where the schedule is not wanted.
  private static let off = "off"
  private static let longest: Duration = .seconds(366 * 86_400)

  public init(
    _ name: ScheduleName, cron: String, jitter: Duration = .zero, catchUp: CatchUp = .once,
    help: String
  ) {
    self.name = name
    self.cron = .text(
      "schedule.\(name).cron", default: cron,
      help: "\(help) Five or six fields as in crontab(5), \"@every 90m\", \"@reboot\", "
        + "\"at 2030-01-31 08:00\", or \"\(Self.off)\".",
      complaint: { text in
        guard text != Self.off else { return nil }
        do throws(CronError) {
          _ = try Self.trigger(text, name: name, zone: .utc)
          return nil
        } catch {
          return "is no cron expression: \(error.reason)"
        }
      })
    zone = .text(
      "schedule.\(name).zone", example: "Europe/Berlin",
      help: "The time zone it is read in. Default: the system's.",
      complaint: { text in
        do throws(TimeZoneError) {
          _ = try TimeZoneRules(identifier: text)
          return nil
        } catch {
          return "is no time zone: \(error)"
        }
      })
    self.jitter = .duration(
      "schedule.\(name).jitter", default: jitter, in: .zero ... .seconds(86_400),
      help: "Jobs are due up to this much later, always by the same amount, and before the next "
        + "time.")
    jitterPerRun = .boolean(
      "schedule.\(name).jitter_per_run", default: false,
      help: "Whether each time has its own amount instead, which restarts do not change.")
    self.catchUp = .choice(
      "schedule.\(name).catch_up", default: catchUp,
      help: "Which of the times that passed while no worker ran are made up for: the latest, none "
        + "(but up to a minute late), or all, the newest 100 at most.")
    deadline = .duration(
      "schedule.\(name).deadline", example: "6h", in: .seconds(1)...Self.longest,
      help: "Nothing is made up for that is later than this. Default: no limit.")
    overlap = .text(
      "schedule.\(name).overlap", example: Schedule.Overlap.skip.rawValue,
      help:
        "What becomes of a time when the job of an earlier one is not finished: \"skip\" leaves "
        + "it out, \"queue\" lets one wait, \"allow\" runs them side by side, \"replace\" stops the "
        + "earlier one. Default: skip, and allow where all are made up for.",
      complaint: { text in
        Schedule.Overlap(rawValue: text) == nil
          ? "is none of \(Schedule.Overlap.allCases.map(\.rawValue).joined(separator: ", "))" : nil
      })
  }

  public var fields: [ConfigurationField] {
    [
      cron.field, zone.field, jitter.field, jitterPerRun.field, catchUp.field, deadline.field,
      overlap.field,
    ]
  }

  /// The schedule as configured; nil where it is off.
  ///
  /// Several schedules may share these keys, each under a name of its own. `standardZone` is the
  /// zone where the configuration names none; nil for the system's.
  public func schedule(
    in configuration: Configuration, named name: ScheduleName? = nil,
    standardZone: String? = nil, make: @escaping @Sendable () -> any Job
  ) throws -> Schedule? {
    guard configuration[cron] != Self.off else { return nil }
    let identifier =
      configuration[zone] ?? standardZone ?? TimeZoneRules.systemIdentifier()
    let name = name ?? self.name
    let zone = try TimeZoneRules(identifier: identifier)
    return Schedule(
      name, trigger: try Self.trigger(configuration[cron], name: name, zone: zone),
      catchUp: Schedule.CatchUp(
        configuration[catchUp].mode, deadline: configuration[deadline]),
      overlap: configuration[overlap].flatMap { Schedule.Overlap(rawValue: $0) },
      jitter: configuration[jitterPerRun]
        ? .perRun(upTo: configuration[jitter]) : .fixed(upTo: configuration[jitter]),
      make: make)
  }

  /// What intervals are counted from does not matter here: a scheduler knows.
  private static func trigger(
    _ text: String, name: ScheduleName, zone: TimeZoneRules
  ) throws(CronError) -> Schedule.Trigger {
    try Schedule.Trigger(text, name: name, zone: zone, anchor: Timestamp(seconds: 0))
  }
}
