internal import ZitareBase
internal import ZitareSQLite

/// A slot that comes up.
struct Firing {
  let schedule: ScheduleName
  let slot: Timestamp
  let cursor: Timestamp
  let overlap: Schedule.Overlap
  /// The machine's start in which this is to happen once; nil for schedules that go by clocks.
  let boot: String?
}

extension JobTables {
  /// Enqueues the job of a slot, once: whoever inserts the slot's row first has fired it.
  func fire(
    _ firing: Firing, _ job: NewJob, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    let stored = try connection.first(
      "SELECT paused, boot FROM schedule WHERE name = :name",
      [":name": .text(firing.schedule.rawValue)]
    ) { (isPaused: $0.integer(0) != 0, boot: $0.optionalText(1)) }
    guard let stored else { return .notFound }
    if let boot = firing.boot, boot == stored.boot { return .suppressed }
    guard !stored.isPaused, try !hasFired(firing) else { return .suppressed }
    let (result, id, reason) = try run(job, of: firing, now: now)
    try connection.run(
      """
      INSERT INTO fire (schedule, slot, job_id, fired_at, skipped)
      VALUES (:name, :slot, :job, :now, :skipped)
      """,
      [
        ":name": .text(firing.schedule.rawValue), ":slot": .integer(firing.slot.milliseconds),
        ":job": .integer(id.rawValue), ":now": .integer(now.milliseconds),
        ":skipped": .optional(reason?.rawValue),
      ])
    try connection.run(
      "UPDATE schedule SET cursor = :cursor, boot = coalesce(:boot, boot) WHERE name = :name",
      [
        ":cursor": .integer(firing.cursor.milliseconds), ":boot": .optional(firing.boot),
        ":name": .text(firing.schedule.rawValue),
      ])
    return result
  }

  private func hasFired(_ firing: Firing) throws(SQLiteError) -> Bool {
    try connection.first(
      "SELECT 1 FROM fire WHERE schedule = :name AND slot = :slot",
      [
        ":name": .text(firing.schedule.rawValue), ":slot": .integer(firing.slot.milliseconds),
      ]
    ) { _ in true } ?? false
  }

  /// What becomes of the slot, the job that stands for it or in its way, and why it is skipped.
  private func run(
    _ job: NewJob, of firing: Firing, now: Timestamp
  ) throws(SQLiteError) -> (MutationResult, JobID, SkippedSlot.Reason?) {
    let earlier = try unfinishedJobs(of: firing.schedule)
    let obstacle = firing.overlap.obstacle(among: earlier)
    if let obstacle {
      return (.skipped(obstacle.reason, obstacle.job), obstacle.job, obstacle.reason)
    }
    let result: MutationResult
    switch firing.overlap {
    case .allow, .skip: result = try enqueue(job, now: now)
    case .queue: result = try enqueue(job, afterEndOf: earlier.map(\.id), now: now)
    case .replace: result = try enqueue(job, insteadOf: earlier, now: now)
    }
    let id: JobID
    switch result {
    case .enqueued(let new): id = new
    case .kept(let old), .replaced(let old): id = old
    default: preconditionFailure("enqueueing came to \(result)")
    }
    try connection.run(
      "UPDATE job SET schedule = :name WHERE id = :id AND schedule IS NULL",
      [":name": .text(firing.schedule.rawValue), ":id": .integer(id.rawValue)])
    return (result, id, nil)
  }

  /// Stores what a scheduler has settled; a cursor comes with the definition it is right for.
  func save(
    _ schedule: ScheduleName, definition: String, cursor: Timestamp, missed: Int,
    anchor: Timestamp?, boot: String?, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    let missed = missed > 0 ? missed : nil
    try connection.run(
      """
      INSERT INTO schedule (name, definition, cursor, anchor, boot, missed, missed_at)
      VALUES (:name, :definition, :cursor, :anchor, :boot, :missed, :missed_at)
      ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, cursor = excluded.cursor,
        anchor = coalesce(excluded.anchor, anchor), boot = coalesce(excluded.boot, boot),
        missed = coalesce(excluded.missed, missed),
        missed_at = coalesce(excluded.missed_at, missed_at)
      """,
      [
        ":name": .text(schedule.rawValue), ":definition": .text(definition),
        ":cursor": .integer(cursor.milliseconds), ":anchor": .optional(anchor?.milliseconds),
        ":boot": .optional(boot), ":missed": .optional(missed.map(Int64.init)),
        ":missed_at": .optional(missed == nil ? nil : now.milliseconds),
      ])
    return .saved
  }

  /// Stops a schedule, or lets it go on from now: what came up meanwhile, a start of the machine
  /// too, is no downtime.
  func pause(
    _ schedule: ScheduleName, _ isPaused: Bool, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    isWorthWaking = true
    let name = Value.text(schedule.rawValue)
    if isPaused {
      let changed = try connection.run(
        "UPDATE schedule SET paused = 1 WHERE name = :name", [":name": name])
      return changed > 0 ? .saved : .notFound
    }
    let resumed = try connection.run(
      """
      UPDATE schedule SET paused = 0, cursor = max(cursor, :now), boot = NULL
      WHERE name = :name AND paused = 1
      """,
      [":now": .integer(now.milliseconds), ":name": name])
    if resumed > 0 { return .saved }
    let isKnown = try connection.first(
      "SELECT 1 FROM schedule WHERE name = :name", [":name": name]
    ) { _ in true }
    return isKnown == nil ? .notFound : .saved
  }

  func schedules() throws(SQLiteError) -> [StoredSchedule] {
    try connection.rows(
      """
      SELECT name, definition, cursor, paused, anchor, boot, missed, missed_at,
        (SELECT slot FROM fire WHERE fire.schedule = name AND fire.skipped IS NULL
         ORDER BY slot DESC LIMIT 1),
        skip.slot, skip.skipped
      FROM schedule LEFT JOIN fire AS skip ON skip.schedule = name AND skip.skipped IS NOT NULL
        AND skip.slot = (
          SELECT max(slot) FROM fire WHERE fire.schedule = name AND fire.skipped IS NOT NULL)
      ORDER BY name
      """
    ) { row in
      StoredSchedule(
        name: ScheduleName(row.text(0)), definition: row.text(1),
        cursor: Timestamp(milliseconds: row.integer(2)), isPaused: row.integer(3) != 0,
        lastSlot: row.optionalInteger(8).map { Timestamp(milliseconds: $0) },
        anchor: row.optionalInteger(4).map { Timestamp(milliseconds: $0) },
        boot: row.optionalText(5),
        lastSkipped: SkippedSlot(row.optionalInteger(9), row.integer(10)),
        lastMissed: MissedSlots(row.optionalInteger(6), row.integer(7)))
    }
  }
}

extension SkippedSlot {
  fileprivate init?(_ slot: Int64?, _ reason: Int64) {
    guard let slot, let reason = Reason(rawValue: reason) else { return nil }
    self.init(slot: Timestamp(milliseconds: slot), reason: reason)
  }
}

extension MissedSlots {
  fileprivate init?(_ count: Int64?, _ time: Int64) {
    guard let count else { return nil }
    self.init(count: Int(count), time: Timestamp(milliseconds: time))
  }
}
