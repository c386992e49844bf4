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
      help: "\(help) Five fields as in crontab(5), or \"\(Self.off)\".",
      complaint: { text in
        guard text != Self.off else { return nil }
        do throws(CronError) {
          _ = try CronExpression(text)
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
    return Schedule(
      name ?? self.name,
      trigger: .cron(
        try CronExpression(configuration[cron]), zone: try TimeZoneRules(identifier: identifier)),
      catchUp: catchUp, jitter: configuration[jitter], make: make)
  }
}
