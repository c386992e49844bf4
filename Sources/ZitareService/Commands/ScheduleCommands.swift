import ZitareBase
import ZitareJobs

/// The commands on schedules, as an entry of a program's table.
extension CommandEntry {
  public static var schedule: CommandEntry {
    .family(
      "schedule", ServiceText.scheduleSummary.message,
      [
        ListSchedules<Services>.self, NextSlots<Services>.self, ExplainTrigger<Services>.self,
        CheckTriggers<Services>.self, PauseSchedule<Services>.self,
        ResumeSchedule<Services>.self,
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
  /// The last slot that did not, since a job of an earlier one was not finished.
  let skipped: Skipped?
  /// The last slots that came due while nobody looked and were not made up for.
  let missed: Missed?
  let isPaused: Bool

  struct Skipped: Encodable {
    let slot: String
    let reason: String
  }
  struct Missed: Encodable {
    let count: Int
    /// When that was seen.
    let time: String
  }

  init(_ schedule: Schedule, _ stored: StoredSchedule?, now: Timestamp) {
    name = schedule.name.rawValue
    trigger = schedule.trigger.description
    isPaused = stored?.isPaused ?? false
    let trigger = schedule.trigger.anchored(at: stored?.anchor)
    next = isPaused ? nil : trigger.next(after: now)?.iso8601
    last = stored?.lastSlot?.iso8601
    skipped = stored?.lastSkipped.map { Skipped(slot: $0.slot.iso8601, reason: "\($0.reason)") }
    missed = stored?.lastMissed.map { Missed(count: $0.count, time: $0.time.iso8601) }
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
    for line in try await ScheduleLine.all(in: app) { try line.print(in: app) }
  }
}

extension ScheduleLine {
  func print<Services>(in app: App<Services>) throws {
    if app.wantsJSON { return try app.console.json(self) }
    let next = isPaused ? app.text(ServiceText.schedulePaused) : next ?? "-"
    app.console.line("\(name) (\(trigger)) \(next)\(ending(in: app))")
  }

  /// What came of the schedule last where it is not that it fired; times in this notation sort.
  fileprivate func ending<Services>(in app: App<Services>) -> String {
    let times = [last, skipped?.slot, missed?.time].compactMap { $0 }
    guard let latest = times.max(), latest != last else { return "" }
    if let skipped, skipped.slot == latest {
      return ", " + app.text(ServiceText.scheduleSkipped, ["slot": skipped.slot])
    }
    guard let missed else { return "" }
    return ", " + app.text(ServiceText.scheduleMissed, ["count": "\(missed.count)"])
  }
}
