internal import ZitareBase
internal import ZitareSQLite

extension Condition {
  /// What a job waits for that names others which must complete first.
  static let dependencies: Condition = "dependencies"
}

extension JobTables {
  /// Lets `id` wait until `need` has completed, or until its end, however that comes.
  func watch(_ need: JobID, by id: JobID, untilEnd: Bool = false) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO dependency (needs_id, job_id, until_end) VALUES (:need, :id, :until_end)
      ON CONFLICT DO NOTHING
      """,
      [
        ":need": .integer(need.rawValue), ":id": .integer(id.rawValue),
        ":until_end": .integer(untilEnd ? 1 : 0),
      ])
    try connection.run(
      "UPDATE job SET is_watched = 1 WHERE id = :need", [":need": .integer(need.rawValue)])
  }

  /// Tells those who wait for the end of a job that it has come: jobs, and its batch.
  ///
  /// Where it did not complete, those that depend on it die, and those that depend on them.
  func conclude(_ id: JobID, as state: JobState, now: Timestamp) throws(SQLiteError) {
    var ended = [(id: id, state: state)]
    while let (id, state) = ended.popLast() {
      for dependent in try dependents(of: id) {
        if state == .completed || dependent.untilEnd {
          try releaseIfMet(dependent.job, now: now)
        } else {
          let reason =
            "job \(id), which it waited for, \(state == .dead ? "died" : "was cancelled")"
          if try bury(dependent.job, reason, now: now) { ended.append((dependent.job, .dead)) }
        }
      }
      try finishBatch(of: id, now: now)
    }
  }

  /// Ends a job that waits, and those that depend on it.
  func die(_ id: JobID, _ reason: String, now: Timestamp) throws(SQLiteError) {
    if try bury(id, reason, now: now) { try conclude(id, as: .dead, now: now) }
  }

  /// The jobs for whose end `id` waits.
  func dependencies(of id: JobID) throws(SQLiteError) -> [JobID] {
    try connection.rows(
      "SELECT needs_id FROM dependency WHERE job_id = :id ORDER BY needs_id",
      [":id": .integer(id.rawValue)]
    ) { JobID(rawValue: $0.integer(0)) }
  }

  /// Tells those who wait for jobs that a program of an earlier release has ended.
  func repairDependencies(now: Timestamp) throws(SQLiteError) {
    let ended = try connection.rows(
      """
      SELECT DISTINCT needs_id, coalesce(state, 6) FROM dependency LEFT JOIN job ON id = needs_id
      WHERE state IS NULL OR state >= 4
      """
    ) { (JobID(rawValue: $0.integer(0)), ZitareJobs.state($0.integer(1))) }
    for (id, state) in ended { try conclude(id, as: state, now: now) }
  }

  /// The jobs that wait for this one, which they do no more.
  private func dependents(
    of id: JobID
  ) throws(SQLiteError) -> [(job: JobID, untilEnd: Bool)] {
    let dependents = try connection.rows(
      "SELECT job_id, until_end FROM dependency WHERE needs_id = :id ORDER BY job_id",
      [":id": .integer(id.rawValue)]
    ) { (job: JobID(rawValue: $0.integer(0)), untilEnd: $0.integer(1) != 0) }
    if !dependents.isEmpty {
      try connection.run(
        "DELETE FROM dependency WHERE needs_id = :id", [":id": .integer(id.rawValue)])
    }
    return dependents
  }

  private func releaseIfMet(_ id: JobID, now: Timestamp) throws(SQLiteError) {
    let released = try connection.run(
      """
      UPDATE job SET state = iif(run_at > :now, 0, 1), condition = NULL
      WHERE id = :id AND state = 2 AND condition = :condition
        AND NOT EXISTS (SELECT 1 FROM dependency WHERE job_id = :id)
      """,
      [
        ":now": .integer(now.milliseconds), ":id": .integer(id.rawValue),
        ":condition": .text(Condition.dependencies.rawValue),
      ])
    if released > 0 { isWorthWaking = true }
  }

  /// Whether the job still waited and is dead now.
  private func bury(
    _ id: JobID, _ reason: String, now: Timestamp
  ) throws(SQLiteError) -> Bool {
    let buried = try connection.run(
      """
      UPDATE job SET state = 6, finished_at = :now, condition = NULL, reason = :reason
      WHERE id = :id AND state < 3
      """,
      [":now": .integer(now.milliseconds), ":reason": .text(reason), ":id": .integer(id.rawValue)])
    guard buried > 0 else { return false }
    try connection.run("DELETE FROM dependency WHERE job_id = :id", [":id": .integer(id.rawValue)])
    let kindID = try connection.first(
      "SELECT kind_id FROM job WHERE id = :id", [":id": .integer(id.rawValue)]
    ) { $0.integer(0) }
    if let kindID {
      casualties.append(Casualty(job: id, kind: try kind(kindID), reason: reason))
    }
    return true
  }
}
