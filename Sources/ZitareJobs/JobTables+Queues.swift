internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  func pause(_ queue: QueueName, _ isPaused: Bool) throws(SQLiteError) -> MutationResult {
    isWorthWaking = true
    try connection.run(
      "UPDATE queue SET paused = :paused WHERE id = :id",
      [":paused": .integer(isPaused ? 1 : 0), ":id": .integer(try id(of: queue))])
    return .saved
  }

  func limit(
    _ queue: QueueName, _ bounds: JobLimit.Bounds?, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    isWorthWaking = true
    let name = "queue \(queue)"
    var limiter: Int64?
    if let bounds {
      try store(bounds, of: name, isOperators: true)
      limiter = try limiterID(name)
    }
    try connection.run(
      "UPDATE queue SET limiter_id = :limiter WHERE id = :id",
      [":limiter": .optional(limiter), ":id": .integer(try id(of: queue))])
    return .saved
  }

  func limit(
    _ name: LimitName, _ bounds: JobLimit.Bounds?, now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    isWorthWaking = true
    if let bounds {
      try store(bounds, of: name.rawValue, isOperators: true)
    } else {
      let changed = try connection.run(
        "UPDATE limiter SET is_operators = 0 WHERE name = :name", [":name": .text(name.rawValue)])
      guard changed > 0 else { return .notFound }
    }
    if let id = try limiterID(name.rawValue) { try releaseHeldBack(by: id, now: now) }
    return .saved
  }

  func queues() throws(SQLiteError) -> [QueueRecord] {
    try connection.rows(
      """
      SELECT queue.name, paused, concurrency, rate_count, rate_period, rate_burst,
        (SELECT count(*) FROM job WHERE state = 1 AND queue_id = queue.id),
        (SELECT count(*) FROM job INDEXED BY job_held WHERE state = 3 AND queue_id = queue.id)
      FROM queue LEFT JOIN limiter ON limiter.id = limiter_id ORDER BY queue.name
      """
    ) { row in
      QueueRecord(
        name: QueueName(row.text(0)), isPaused: row.integer(1) != 0,
        bounds: JobLimit.Bounds(row, from: 2), available: Int(row.integer(6)),
        running: Int(row.integer(7)))
    }
  }

  func limits() throws(SQLiteError) -> [LimitRecord] {
    try connection.rows(
      """
      SELECT name, concurrency, rate_count, rate_period, rate_burst, is_operators,
        (SELECT count(*) FROM job WHERE limiter_id = limiter.id AND state = 3),
        (SELECT count(*) FROM job WHERE state = 2 AND condition = 'limit:' || name)
      FROM limiter WHERE name NOT LIKE 'queue %' ORDER BY name
      """
    ) { row in
      LimitRecord(
        name: LimitName(row.text(0)), bounds: JobLimit.Bounds(row, from: 1),
        isOperators: row.integer(5) != 0, running: Int(row.integer(6)),
        blocked: Int(row.integer(7)))
    }
  }
}
