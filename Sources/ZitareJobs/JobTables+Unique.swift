internal import ZitareBase
internal import ZitareSQLite

/// What has to be known of a job that stands for a new one.
private struct Twin {
  let state: JobState
  let createdAt: Timestamp
}

extension JobTables {
  /// Lets the unfinished job `id` stand for a new one.
  ///
  /// A waiting one will see the present when it runs and stays as it is, unless the new one says
  /// otherwise; a running one may have looked too early and is marked to run once more.
  func join(_ job: NewJob, _ id: JobID, now: Timestamp) throws(SQLiteError) -> MutationResult {
    let twin = try connection.first(
      "SELECT state, created_at FROM job WHERE id = :id",
      [":id": .integer(id.rawValue)]
    ) { row in
      Twin(
        state: ZitareJobs.state(row.integer(0)),
        createdAt: Timestamp(milliseconds: row.integer(1)))
    }
    guard let twin, let conflict = job.uniqueness?.conflict else {
      preconditionFailure("the caller has found the row by its key")
    }
    if twin.state == .running {
      isWorthWaking = true
      try connection.run(
        "UPDATE job SET successor = :parameters WHERE id = :id",
        [":parameters": .blob(job.parameters), ":id": .integer(id.rawValue)])
      return .kept(id)
    }
    let runAt: Timestamp
    switch conflict {
    case .keep: return .kept(id)
    case .replace: runAt = job.runAt ?? now
    case .debounce(let quiet, let atMost):
      runAt = min(now + quiet, atMost.map { twin.createdAt + $0 } ?? now + quiet)
    }
    isWorthWaking = true
    try connection.run(
      """
      UPDATE job SET state = :state, run_at = :run_at, parameters = :parameters,
        priority = :priority
      WHERE id = :id
      """,
      [
        // What a blocked one waits for has not come true by being asked for again.
        ":state": .integer(
          (twin.state == .blocked ? .blocked : runAt > now ? JobState.scheduled : .available)
            .rawValue),
        ":run_at": .integer(max(runAt, now).milliseconds), ":parameters": .blob(job.parameters),
        ":priority": .integer(job.priority), ":id": .integer(id.rawValue),
      ])
    return .replaced(id)
  }
}
