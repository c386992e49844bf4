internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  /// Adds a job, or finds the unfinished one of its unique key.
  ///
  /// A waiting one will see the present when it runs, so it stays as it is; a running one may have
  /// looked too early and is marked to run once more.
  func enqueue(_ job: NewJob, now: Timestamp) throws(SQLiteError) -> MutationResult {
    let runAt = max(job.runAt ?? now, now)
    let hash = job.uniqueHash
    let inserted = try connection.run(
      """
      INSERT INTO job
        (kind_id, queue_id, state, priority, run_at, max_attempts, created_at, unique_key, parameters)
      VALUES
        (:kind, :queue, :state, :priority, :run_at, :max_attempts, :now, :unique, :parameters)
      ON CONFLICT DO NOTHING
      """,
      [
        ":kind": .integer(try id(of: job.kind)), ":queue": .integer(try id(of: job.queue)),
        ":state": .integer((runAt > now ? JobState.scheduled : .available).rawValue),
        ":priority": .integer(job.priority), ":run_at": .integer(runAt.milliseconds),
        ":max_attempts": .integer(job.maxAttempts), ":now": .integer(now.milliseconds),
        ":unique": .optional(hash), ":parameters": .blob(job.parameters),
      ])
    isWorthWaking = true
    if inserted > 0 { return .enqueued(JobID(rawValue: connection.lastInsertedID)) }
    guard let hash, let twin = try unfinished(unique: hash) else {
      preconditionFailure("only the unique key can conflict")
    }
    try connection.run(
      "UPDATE job SET successor = :parameters WHERE id = :id AND state = 3",  // 3: running
      [":parameters": .blob(job.parameters), ":id": .integer(twin.rawValue)])
    return .kept(twin)
  }

  /// The one unfinished job with this unique key.
  func unfinished(unique hash: [UInt8]) throws(SQLiteError) -> JobID? {
    try connection.first(
      "SELECT id FROM job WHERE unique_key = :hash AND state < 4",  // 4 and above: finished
      [":hash": .blob(hash)]
    ) { JobID(rawValue: $0.integer(0)) }
  }
}
