import ZitareBase
import ZitareJobs

/// The options of commands that try a trigger: the zone it is read in and the name for `H`.
struct TriggerOptions {
  private let zone: String?
  private let name: ScheduleName?

  static let synopsis = "[--tz ZONE] [--name NAME]"

  static var descriptions: [OptionDescription] {
    [
      OptionDescription("--tz ZONE", ServiceText.scheduleZone.message),
      OptionDescription("--name NAME", ServiceText.scheduleName.message),
    ]
  }

  init(_ arguments: inout Arguments) throws(UsageError) {
    zone = try arguments.option("--tz")
    let name: String? = try arguments.option("--name")
    self.name = name.map { ScheduleName($0) }
  }

  /// The zone that was asked for, or the system's.
  func rules() throws(CommandFailure) -> TimeZoneRules {
    do throws(TimeZoneError) {
      return try TimeZoneRules(identifier: zone ?? TimeZoneRules.systemIdentifier())
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
  }

  /// Reads a trigger as it was typed; an interval is counted from now.
  func trigger(
    _ text: String, in zone: TimeZoneRules, now: Timestamp
  ) throws(CronError) -> Schedule.Trigger {
    try Schedule.Trigger(text, name: name, zone: zone, anchor: now, now: now)
  }

  /// The same where a wrong one ends the command.
  func required(_ text: String, now: Timestamp) throws(CommandFailure) -> Schedule.Trigger {
    let zone = try rules()
    do throws(CronError) {
      return try trigger(text, in: zone, now: now)
    } catch {
      throw CommandFailure(.usage, "EXPR\n\(error)")
    }
  }
}

extension Schedule.Trigger {
  /// The zone whose clocks show its slots.
  var zone: TimeZoneRules {
    switch self {
    case .cron(_, let zone): zone
    case .every, .reboot, .at: .utc
    }
  }
}
