internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  /// Removes finished jobs, old fire times, ended batches and idle limits, at most `limit` of each
  /// sort, and returns how many jobs.
  func prune(_ retention: Retention, limit: Int, now: Timestamp) throws(SQLiteError) -> Int {
    let ages: [(state: JobState, age: Duration)] = [
      (.completed, retention.completed), (.cancelled, retention.cancelled),
      (.dead, retention.dead),
    ]
    var removed = 0
    for (state, age) in ages {
      removed += try pruneJobs(state, before: now - age, limit: limit, now: now)
    }
    try pruneSlots(before: now - retention.dead, limit: limit)
    try connection.run(
      """
      DELETE FROM batch WHERE id IN (
        SELECT id FROM batch WHERE finished_at < :before
          AND NOT EXISTS (SELECT 1 FROM job WHERE batch_id = batch.id)
        LIMIT :limit)
      """,
      [":before": .integer((now - retention.dead).milliseconds), ":limit": .integer(limit)])
    try pruneLimits(limit, now: now)
    return removed
  }

  private func pruneJobs(
    _ state: JobState, before: Timestamp, limit: Int, now: Timestamp
  ) throws(SQLiteError) -> Int {
    let ids = try connection.rows(
      """
      SELECT id FROM job WHERE state >= 4 AND state = :state AND finished_at < :before
        AND (once_until IS NULL OR once_until <= :now)
      ORDER BY finished_at LIMIT :limit
      """,
      [
        ":state": .integer(state.rawValue), ":before": .integer(before.milliseconds),
        ":now": .integer(now.milliseconds), ":limit": .integer(limit),
      ]
    ) { $0.integer(0) }
    for id in ids { try connection.run("DELETE FROM job WHERE id = :id", [":id": .integer(id)]) }
    return ids.count
  }

  /// A schedule's last slot stays: `status` shows it, and a clock set back must not fire it again.
  private func pruneSlots(before: Timestamp, limit: Int) throws(SQLiteError) {
    let slots = try connection.rows(
      """
      SELECT rowid FROM fire WHERE fired_at < :before
        AND slot < (SELECT max(slot) FROM fire AS later WHERE later.schedule = fire.schedule)
      LIMIT :limit
      """,
      [":before": .integer(before.milliseconds), ":limit": .integer(limit)]
    ) { $0.integer(0) }
    for id in slots {
      try connection.run("DELETE FROM fire WHERE rowid = :id", [":id": .integer(id)])
    }
  }

  /// Removes the limits among the next `count` that no job, queue or operator needs and whose rate
  /// has all its tokens back, so that a new row of the same name grants nothing beyond it.
  ///
  /// The last row stays, or its number would be given to another limit.
  private func pruneLimits(_ count: Int, now: Timestamp) throws(SQLiteError) {
    let rows = try connection.rows(
      """
      SELECT id, NOT is_operators AND id < (SELECT max(id) FROM limiter)
        AND (rate_count IS NULL OR tokens
          + max(0, :now - refilled_at) * 1.0 * rate_count / rate_period >= rate_burst)
        AND NOT EXISTS (SELECT 1 FROM job WHERE limiter_id = limiter.id)
        AND NOT EXISTS (SELECT 1 FROM queue WHERE limiter_id = limiter.id)
      FROM limiter WHERE id > :after ORDER BY id LIMIT :count
      """,
      [
        ":now": .integer(now.milliseconds), ":after": .integer(lastLimiter),
        ":count": .integer(count),
      ]
    ) { (id: $0.integer(0), isIdle: $0.integer(1) != 0) }
    lastLimiter = rows.count < count ? 0 : rows.last?.id ?? 0
    for row in rows where row.isIdle {
      try connection.run("DELETE FROM limiter WHERE id = :id", [":id": .integer(row.id)])
    }
  }
}
