import ZitareBase
public import ZitareJobs

/// The configuration keys of one schedule: `schedule.<name>.cron`, `.zone` and `.jitter`.
public struct ScheduleKeys: Sendable {
  public let name: ScheduleName
  public let cron: ConfigurationKey<String>
  public let zone: ConfigurationKey<String?>
  public let jitter: ConfigurationKey<Duration>

  /// What `cron` says where the schedule is not wanted.
  private static let off = "off"

  public init(_ name: ScheduleName, cron: String, jitter: Duration = .zero, help: String) {
    self.name = name
    self.cron = .text(
      "schedule.\(name).cron", default: cron,
      help: "\(help) Five or six fields as in crontab(5), \"@every 90m\", or \"\(Self.off)\".",
      complaint: { text in
        guard text != Self.off else { return nil }
        do throws(CronError) {
          let trigger = try Self.trigger(text, name: name, zone: .utc)
          if case .reboot = trigger { return "is @reboot, which only a program can ask for" }
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
      help: "Jobs are due up to this much later, always by the same amount.")
  }

  public var fields: [ConfigurationField] { [cron.field, zone.field, jitter.field] }

  /// The schedule as configured; nil where it is off.
  ///
  /// Several schedules may share these keys, each under a name of its own. `standardZone` is the
  /// zone where the configuration names none; nil for the system's.
  public func schedule(
    in configuration: Configuration, named name: ScheduleName? = nil,
    standardZone: String? = nil, catchUp: Schedule.CatchUp = .once,
    make: @escaping @Sendable () -> any Job
  ) throws -> Schedule? {
    guard configuration[cron] != Self.off else { return nil }
    let identifier =
      configuration[zone] ?? standardZone ?? TimeZoneRules.systemIdentifier()
    let name = name ?? self.name
    let zone = try TimeZoneRules(identifier: identifier)
    return Schedule(
      name, trigger: try Self.trigger(configuration[cron], name: name, zone: zone),
      catchUp: catchUp, jitter: configuration[jitter], make: make)
  }

  /// Intervals are counted from the start of 1970, so that a restart does not move them.
  private static func trigger(
    _ text: String, name: ScheduleName, zone: TimeZoneRules
  ) throws(CronError) -> Schedule.Trigger {
    try Schedule.Trigger(text, name: name, zone: zone, anchor: Timestamp(seconds: 0))
  }
}
