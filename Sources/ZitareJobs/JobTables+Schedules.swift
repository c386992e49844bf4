internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  /// Enqueues the job of a slot, once: whoever inserts the slot's row first has fired it.
  func fire(
    _ schedule: ScheduleName, slot: Timestamp, cursor: Timestamp, _ job: NewJob, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    let name = Value.text(schedule.rawValue)
    let isPaused = try connection.first(
      "SELECT paused FROM schedule WHERE name = :name", [":name": name]
    ) { $0.integer(0) != 0 }
    guard let isPaused else { return .notFound }
    let hasFired = try connection.first(
      "SELECT 1 FROM fire WHERE schedule = :name AND slot = :slot",
      [":name": name, ":slot": .integer(slot.milliseconds)]
    ) { _ in true }
    if isPaused || hasFired != nil { return .suppressed }
    let result = try enqueue(job, now: now)
    let id: JobID
    switch result {
    case .enqueued(let new): id = new
    case .kept(let old): id = old
    default: preconditionFailure("enqueueing came to \(result)")
    }
    try connection.run(
      "INSERT INTO fire (schedule, slot, job_id, fired_at) VALUES (:name, :slot, :job, :now)",
      [
        ":name": name, ":slot": .integer(slot.milliseconds), ":job": .integer(id.rawValue),
        ":now": .integer(now.milliseconds),
      ])
    try connection.run(
      "UPDATE schedule SET cursor = :cursor WHERE name = :name",
      [":cursor": .integer(cursor.milliseconds), ":name": name])
    return result
  }

  func save(
    _ schedule: ScheduleName, definition: String, cursor: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    try connection.run(
      """
      INSERT INTO schedule (name, definition, cursor) VALUES (:name, :definition, :cursor)
      ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, cursor = excluded.cursor
      """,
      [
        ":name": .text(schedule.rawValue), ":definition": .text(definition),
        ":cursor": .integer(cursor.milliseconds),
      ])
    return .saved
  }

  func pause(_ schedule: ScheduleName, _ isPaused: Bool) throws(SQLiteError) -> MutationResult {
    isWorthWaking = true
    let changed = try connection.run(
      "UPDATE schedule SET paused = :paused WHERE name = :name",
      [":paused": .integer(isPaused ? 1 : 0), ":name": .text(schedule.rawValue)])
    return changed > 0 ? .saved : .notFound
  }

  func schedules() throws(SQLiteError) -> [StoredSchedule] {
    try connection.rows(
      """
      SELECT name, definition, cursor, paused, (SELECT max(slot) FROM fire WHERE schedule = name)
      FROM schedule ORDER BY name
      """
    ) { row in
      StoredSchedule(
        name: ScheduleName(row.text(0)), definition: row.text(1),
        cursor: Timestamp(milliseconds: row.integer(2)), isPaused: row.integer(3) != 0,
        lastSlot: row.optionalInteger(4).map { Timestamp(milliseconds: $0) })
    }
  }
}
