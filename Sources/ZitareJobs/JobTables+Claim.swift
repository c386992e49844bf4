internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  /// Makes scheduled jobs available whose time has come, up to 1,000 in one go.
  func stage(now: Timestamp) throws(SQLiteError) {
    let due = try connection.rows(
      "SELECT id FROM job WHERE state = 0 AND run_at <= :now ORDER BY run_at LIMIT 1000",
      [":now": .integer(now.milliseconds)]
    ) { $0.integer(0) }
    for id in due {
      try connection.run(
        "UPDATE job SET state = 1 WHERE id = :id", [":id": .integer(id)])
    }
  }

  /// The available jobs of a queue, most urgent first.
  static let ready: StaticString = """
    SELECT id, kind_id, parameters, attempt, max_attempts, claim, run_at FROM job
    WHERE state = 1 AND queue_id = :queue  -- 1: available
    ORDER BY priority, run_at, id
    """

  /// Claims up to `limit` jobs of the profile's kinds and queues.
  ///
  /// They are read first and then claimed by id: `UPDATE … RETURNING` costs three times the CPU in a
  /// Swift process, where glibc trims the heap at every call. A worker that finds nothing to do
  /// writes nothing, not even its own row.
  func claim(
    _ limit: Int, for worker: WorkerID, _ profile: WorkerProfile, lock: FilePath, _ clocks: Clocks,
    now: Timestamp
  ) throws(SQLiteError) -> [ClaimedJob] {
    var claimed: [ClaimedJob] = []
    for queue in profile.queues where claimed.count < limit {
      guard let queueID = try knownID(of: queue) else { continue }
      let ready = try connection.prepared(Self.ready)
      try ready.bind([":queue": .integer(queueID)])
      defer { ready.reset() }
      while claimed.count < limit {
        guard try ready.step() else { break }
        let kindID = ready.withRow { $0.integer(1) }
        let kind = try kind(kindID)
        guard profile.kinds.contains(kind) else { continue }
        claimed.append(
          ready.withRow { row in
            ClaimedJob(
              id: JobID(rawValue: row.integer(0)), claim: row.integer(5) + 1, kind: kind,
              queue: queue, parameters: row.blob(2), usedAttempts: Int(row.integer(3)),
              maxAttempts: Int(row.integer(4)), runAt: Timestamp(milliseconds: row.integer(6)),
              claimedAt: now)
          })
      }
    }
    guard !claimed.isEmpty else { return [] }
    let row =
      if let known = try row(of: worker) {
        known
      } else {
        try insert(worker, lock: lock, bootID: clocks.bootID, now: now)
      }
    let until = (clocks.boot() + profile.lease).milliseconds
    for job in claimed {
      try connection.run(
        """
        UPDATE job SET state = 3, claim = :claim, worker_id = :worker, lease_until = :until,
          claimed_at = :now
        WHERE id = :id AND state = 1
        """,
        [
          ":claim": .integer(job.claim), ":worker": .integer(row), ":until": .integer(until),
          ":now": .integer(now.milliseconds), ":id": .integer(job.id.rawValue),
        ])
    }
    return claimed
  }
}
