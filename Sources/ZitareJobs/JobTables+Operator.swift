internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  func apply(_ mutation: Mutation, now: Timestamp) throws(SQLiteError) -> MutationResult {
    switch mutation {
    case .enqueue(let job): try enqueue(job, now: now)
    case .enqueueBatch(let batch): try enqueue(batch, now: now)
    case .retry(let id): try retry(id, now: now)
    case .cancel(let id): try cancel(id, now: now)
    case .discard(let id): try discard(id, now: now)
    case .release(let condition): try release(condition, now: now)
    case .hastenAll(let kind): try hastenAll(of: kind, now: now)
    case .hasten(let id): try hasten(id, now: now)
    case .pauseQueue(let queue, let isPaused): try pause(queue, isPaused)
    case .limitQueue(let queue, let bounds): try limit(queue, bounds, now: now)
    case .limit(let name, let bounds): try limit(name, bounds, now: now)
    case .fire(let schedule, let slot, let cursor, let job, let overlap, let boot):
      try fire(
        Firing(schedule: schedule, slot: slot, cursor: cursor, overlap: overlap, boot: boot), job,
        now: now)
    case .saveCursor(let schedule, let definition, let cursor, let missed, let anchor, let boot):
      try save(
        schedule, definition: definition, cursor: cursor, missed: missed, anchor: anchor,
        boot: boot, now: now)
    case .pause(let schedule, let isPaused): try pause(schedule, isPaused, now: now)
    }
  }

  func state(of id: JobID) throws(SQLiteError) -> JobState? {
    try connection.first(
      "SELECT state FROM job WHERE id = :id", [":id": .integer(id.rawValue)]
    ) { ZitareJobs.state($0.integer(0)) }
  }

  private func retry(_ id: JobID, now: Timestamp) throws(SQLiteError) -> MutationResult {
    switch try state(of: id) {
    case nil: return .notFound
    case .scheduled: return try hasten(id, now: now)
    case .dead, .cancelled: break
    case .some(let other): return .refused(other)
    }
    let unique = try connection.first(
      "SELECT unique_key FROM job WHERE id = :id", [":id": .integer(id.rawValue)]
    ) { $0.optionalBlob(0) }
    if let hash = unique ?? nil, let twin = try unfinished(unique: hash) {
      return .conflict(with: twin)
    }
    isWorthWaking = true
    try connection.run(
      """
      UPDATE job SET state = 1, run_at = :now, finished_at = NULL, deadline = NULL,
        max_attempts = max(max_attempts, attempt + 1)
      WHERE id = :id
      """,
      [":now": .integer(now.milliseconds), ":id": .integer(id.rawValue)])
    return .moved(to: .available)
  }

  /// Cancels a job that waits, or tells one that runs to stop, for a reason that is kept.
  func cancel(
    _ id: JobID, reason: String = JobTables.cancelReason, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    switch try state(of: id) {
    case nil: return .notFound
    case .running:
      isWorthWaking = true
      try connection.run(
        "UPDATE job SET cancel_requested = 1, reason = :reason WHERE id = :id",
        [":reason": .text(reason), ":id": .integer(id.rawValue)])
      return .moved(to: .running)
    case .scheduled, .available, .blocked:
      try connection.run(
        """
        UPDATE job SET state = 5, finished_at = :now, condition = NULL, reason = :reason
        WHERE id = :id
        """,
        [
          ":now": .integer(now.milliseconds), ":reason": .text(reason),
          ":id": .integer(id.rawValue),
        ])
      try conclude(id, as: .cancelled, now: now)
      return .moved(to: .cancelled)
    case .some(let other): return .refused(other)
    }
  }

  private func discard(_ id: JobID, now: Timestamp) throws(SQLiteError) -> MutationResult {
    switch try state(of: id) {
    case nil: return .notFound
    case .dead:
      try connection.run("UPDATE job SET state = 5 WHERE id = :id", [":id": .integer(id.rawValue)])
      return .moved(to: .cancelled)
    case .some(let other): return .refused(other)
    }
  }

  /// The time is kept for jobs that are about to wait for what has just come true.
  private func release(
    _ condition: Condition, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    try connection.run(
      """
      INSERT INTO release (condition, released_at) VALUES (:condition, :now)
      ON CONFLICT (condition) DO UPDATE SET released_at = excluded.released_at
      """,
      [":condition": .text(condition.rawValue), ":now": .integer(now.milliseconds)])
    return .changed(try unblock(condition, now: now))
  }

  /// Makes the jobs available that wait for a condition; writes nothing where there are none.
  func unblock(_ condition: Condition, now: Timestamp) throws(SQLiteError) -> Int {
    let ids = try connection.rows(
      "SELECT id FROM job WHERE state = 2 AND condition = :condition",
      [":condition": .text(condition.rawValue)]
    ) { $0.integer(0) }
    for id in ids {
      isWorthWaking = true
      try connection.run(
        """
        UPDATE job SET state = iif(run_at > :now, 0, 1), condition = NULL, run_at = max(run_at, :now)
        WHERE id = :id
        """,
        [":now": .integer(now.milliseconds), ":id": .integer(id)])
    }
    return ids.count
  }

  private func hastenAll(of kind: JobKind, now: Timestamp) throws(SQLiteError) -> MutationResult {
    let ids = try connection.rows(
      """
      SELECT job.id FROM job JOIN kind ON kind.id = kind_id WHERE state = 0 AND name = :kind
      """,
      [":kind": .text(kind.rawValue)]
    ) { JobID(rawValue: $0.integer(0)) }
    for id in ids { _ = try hasten(id, now: now) }
    return .changed(ids.count)
  }

  private func hasten(_ id: JobID, now: Timestamp) throws(SQLiteError) -> MutationResult {
    guard let state = try state(of: id) else { return .notFound }
    guard state == .scheduled else { return .refused(state) }
    isWorthWaking = true
    try connection.run(
      "UPDATE job SET state = 1, run_at = :now WHERE id = :id",
      [":now": .integer(now.milliseconds), ":id": .integer(id.rawValue)])
    return .moved(to: .available)
  }
}
