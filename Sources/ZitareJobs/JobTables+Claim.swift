internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  /// Makes jobs available whose time has come, and ends those whose deadline has passed, up to a
  /// slice of each in one go; a second call in a transaction does nothing.
  func stage(now: Timestamp) throws(SQLiteError) {
    guard !isStaged else { return }
    isStaged = true
    guard try isAnythingDue(now: now) else { return }
    let overdue = try connection.rows(
      """
      SELECT id FROM job WHERE deadline IS NOT NULL AND state < 3 AND deadline < :now
      ORDER BY deadline LIMIT :limit
      """,
      [":now": .integer(now.milliseconds), ":limit": .integer(Self.slice)]
    ) { JobID(rawValue: $0.integer(0)) }
    for id in overdue { try die(id, "its deadline passed before it started", now: now) }
    let due = try connection.rows(
      "SELECT id FROM job WHERE state = 0 AND run_at <= :now ORDER BY run_at LIMIT :limit",
      [":now": .integer(now.milliseconds), ":limit": .integer(Self.slice)]
    ) { $0.integer(0) }
    for id in due {
      try connection.run("UPDATE job SET state = 1 WHERE id = :id", [":id": .integer(id)])
    }
    try releaseRated(now: now)
  }

  /// One statement for the usual answer, which is no.
  private func isAnythingDue(now: Timestamp) throws(SQLiteError) -> Bool {
    try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM job WHERE state = 0 AND run_at <= :now)
        OR EXISTS (SELECT 1 FROM job WHERE deadline IS NOT NULL AND state < 3 AND deadline < :now)
        OR EXISTS (SELECT 1 FROM limiter WHERE wake_at <= :now)
      """,
      [":now": .integer(now.milliseconds)]
    ) { $0.integer(0) != 0 } ?? false
  }

  /// Claims up to `limit` jobs of the profile's kinds and queues; the last `prefetch` of them do not
  /// start yet.
  ///
  /// They are read first and then claimed by id: `UPDATE … RETURNING` costs three times the CPU in a
  /// Swift process, where glibc trims the heap at every call. A worker that finds nothing to do
  /// writes nothing, not even its own row.
  func claim(
    _ limit: Int, prefetch: Int, for worker: WorkerID, _ profile: WorkerProfile, lock: FilePath,
    _ clocks: Clocks, now: Timestamp
  ) throws(SQLiteError) -> [ClaimedJob] {
    guard limit > 0 else { return [] }
    var pass = ClaimPass(self, profile.kinds, now: now)
    let chosen = try pass.choose(limit, from: profile.queues)
    try pass.settle()
    guard !chosen.isEmpty else { return [] }
    let row =
      if let known = try row(of: worker) {
        known
      } else {
        try insert(worker, lock: lock, bootID: clocks.bootID, now: now)
      }
    let until = (clocks.boot() + profile.lease).milliseconds
    var claimed: [ClaimedJob] = []
    for job in chosen {
      let isPrefetched = claimed.count >= limit - prefetch
      try take(job, for: row, until: until, isPrefetched: isPrefetched, now: now)
      claimed.append(
        ClaimedJob(
          id: job.id, claim: job.claim + 1, kind: job.kind, queue: job.queue,
          parameters: job.parameters, usedAttempts: job.attempt, maxAttempts: job.maxAttempts,
          runAt: job.runAt, claimedAt: now, isPrefetched: isPrefetched,
          batchID: job.isWatched ? try batch(of: job.id) : nil,
          batch: job.isWatched ? try counts(completedBy: job.id) : nil))
    }
    return claimed
  }

  private func take(
    _ job: Candidate, for worker: Int64, until: Int64, isPrefetched: Bool, now: Timestamp
  ) throws(SQLiteError) {
    try connection.run(
      """
      UPDATE job SET state = 3, claim = :claim, worker_id = :worker, lease_until = :until,
        claimed_at = :now, is_prefetched = :is_prefetched, is_watched = :is_watched
      WHERE id = :id AND state = 1
      """,
      [
        ":claim": .integer(job.claim + 1), ":worker": .integer(worker), ":until": .integer(until),
        ":now": .integer(now.milliseconds), ":is_prefetched": .integer(isPrefetched ? 1 : 0),
        ":is_watched": .integer(job.isWatched ? 1 : 0), ":id": .integer(job.id.rawValue),
      ])
    guard job.isUniqueWhileWaiting else { return }
    try connection.run(
      "UPDATE job SET unique_key = NULL WHERE id = :id", [":id": .integer(job.id.rawValue)])
  }
}
