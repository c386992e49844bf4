import ZitareBase
import ZitareJobs

/// The commands on schedules, as an entry of a program's table.
extension CommandEntry {
  public static var schedule: CommandEntry {
    .family(
      "schedule", ServiceText.scheduleSummary.message,
      [
        ListSchedules<Services>.self, NextFireTimes<Services>.self, CheckExpression<Services>.self,
      ])
  }
}

/// A schedule as `--json` prints it, one object per line; times are UTC.
struct ScheduleLine: Encodable {
  let name: String
  let trigger: String
  /// The next slot; a job is due later by the schedule's jitter.
  let next: String?
  /// The last slot that fired.
  let last: String?
  let isPaused: Bool

  init(_ schedule: Schedule, _ stored: StoredSchedule?, now: Timestamp) {
    name = schedule.name.rawValue
    trigger = schedule.trigger.description
    isPaused = stored?.isPaused ?? false
    next = isPaused ? nil : schedule.trigger.next(after: now)?.iso8601
    last = stored?.lastSlot?.iso8601
  }

  /// The lines of all schedules of a program.
  static func all<Services>(in app: App<Services>) async throws -> [ScheduleLine] {
    let stored = try await app.jobStoreIfPresent()?.schedules() ?? []
    return try app.service.schedules(app.configuration).map { schedule in
      ScheduleLine(schedule, stored.first { $0.name == schedule.name }, now: app.now())
    }
  }
}

struct ListSchedules<Services: Sendable>: Command {
  static var name: String { "list" }
  static var summary: Message { ServiceText.scheduleList.message }

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(in app: App<Services>) async throws {
    for line in try await ScheduleLine.all(in: app) {
      guard !app.wantsJSON else {
        try app.console.json(line)
        continue
      }
      let next = line.isPaused ? app.text(ServiceText.schedulePaused) : line.next ?? "-"
      app.console.line("\(line.name) (\(line.trigger)) \(next)")
    }
  }
}

struct NextFireTimes<Services: Sendable>: Command {
  static var name: String { "next" }
  static var synopsis: String { "EXPR [--tz ZONE] [--from INSTANT] [--count N]" }
  static var summary: Message { ServiceText.scheduleNext.message }
  static var options: [OptionDescription] {
    [
      OptionDescription("--tz ZONE", ServiceText.scheduleZone.message),
      OptionDescription("--from INSTANT", ServiceText.scheduleFrom.message),
      OptionDescription("--count N", ServiceText.scheduleCount.message),
    ]
  }

  private let expression: String
  private let zone: String?
  private let start: Timestamp?
  private let count: Int

  init(_ arguments: inout Arguments) throws(UsageError) {
    zone = try arguments.option("--tz")
    start = try arguments.option("--from")
    let count: Count? = try arguments.option("--count", "-n")
    self.count = count?.number ?? 5
    expression = try arguments.positional("EXPR")
  }

  func run(in app: App<Services>) async throws {
    let trigger = try CronTrigger(expression, zone: zone)
    var time = start ?? app.now()
    var times: [Timestamp] = []
    while times.count < count, let next = trigger.expression.next(after: time, in: trigger.zone) {
      times.append(next)
      time = next
    }
    if app.wantsJSON { return try app.console.json(times.map(\.iso8601)) }
    for time in times {
      app.console.line(time.iso8601(offsetSeconds: trigger.zone.offset(at: time)))
    }
  }
}

struct CheckExpression<Services: Sendable>: Command {
  static var name: String { "check" }
  static var synopsis: String { "EXPR [--tz ZONE]" }
  static var summary: Message { ServiceText.scheduleCheck.message }
  static var options: [OptionDescription] {
    [OptionDescription("--tz ZONE", ServiceText.scheduleZone.message)]
  }

  private let expression: String
  private let zone: String?

  /// What `--json` prints.
  struct Line: Encodable {
    let expression: String
    let zone: String
    let next: String?
  }

  init(_ arguments: inout Arguments) throws(UsageError) {
    zone = try arguments.option("--tz")
    expression = try arguments.positional("EXPR")
  }

  func run(in app: App<Services>) async throws {
    let trigger = try CronTrigger(expression, zone: zone)
    let next = trigger.expression.next(after: app.now(), in: trigger.zone)
    if app.wantsJSON {
      return try app.console.json(
        Line(expression: expression, zone: trigger.zone.identifier, next: next?.iso8601))
    }
    app.console.line(
      "\(trigger.expression) \(trigger.zone.identifier): "
        + (next.map { $0.iso8601(offsetSeconds: trigger.zone.offset(at: $0)) } ?? "-"))
  }
}

/// A cron expression and a zone as they were typed; wrong ones are usage errors.
private struct CronTrigger {
  let expression: CronExpression
  let zone: TimeZoneRules

  init(_ text: String, zone identifier: String?) throws {
    do throws(CronError) {
      expression = try CronExpression(text)
    } catch {
      throw CommandFailure(.usage, "EXPR\n\(error)")
    }
    do throws(TimeZoneError) {
      zone = try TimeZoneRules(identifier: identifier ?? TimeZoneRules.systemIdentifier())
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
  }
}
