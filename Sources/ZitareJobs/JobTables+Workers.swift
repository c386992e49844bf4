internal import ZitareBase
internal import ZitareSQLite

/// What the table `worker` says of a worker that may have died.
struct StoredWorker {
  let id: Int64
  let token: WorkerID
  let boot: String
  let lock: FilePath
}

extension JobTables {
  /// The row of a worker, which it has from its first claim on.
  func row(of worker: WorkerID) throws(SQLiteError) -> Int64? {
    if let row = workerRows[worker] { return row }
    let row = try connection.first(
      "SELECT id FROM worker WHERE token = :token", [":token": .text(worker.rawValue)]
    ) { $0.integer(0) }
    workerRows[worker] = row
    return row
  }

  /// Adds the row of a worker.
  func insert(
    _ worker: WorkerID, lock: FilePath, bootID: String, now: Timestamp
  ) throws(SQLiteError) -> Int64 {
    try connection.run(
      "INSERT INTO worker (token, boot, lock, enrolled_at) VALUES (:token, :boot, :lock, :now)",
      [
        ":token": .text(worker.rawValue), ":boot": .text(bootID), ":lock": .text(lock.string),
        ":now": .integer(now.milliseconds),
      ])
    return connection.lastInsertedID
  }

  func workers() throws(SQLiteError) -> [StoredWorker] {
    try connection.rows("SELECT id, token, boot, lock FROM worker") { row in
      StoredWorker(
        id: row.integer(0), token: WorkerID(row.text(1)), boot: row.text(2),
        lock: FilePath(row.text(3)))
    }
  }

  func jobs(heldBy worker: Int64) throws(SQLiteError) -> [JobID] {
    try connection.rows(
      "SELECT id FROM job WHERE state = 3 AND worker_id = :worker ORDER BY id",
      [":worker": .integer(worker)]
    ) { JobID(rawValue: $0.integer(0)) }
  }

  func cancellations(for worker: Int64) throws(SQLiteError) -> [JobID: String] {
    let orders = try connection.rows(
      """
      SELECT id, reason FROM job WHERE state = 3 AND worker_id = :worker AND cancel_requested = 1
      """,
      [":worker": .integer(worker)]
    ) { (JobID(rawValue: $0.integer(0)), $0.optionalText(1) ?? Self.cancelReason) }
    return Dictionary(uniqueKeysWithValues: orders)
  }

  /// Extends the leases of what the worker still holds, even if they have run out: as long as
  /// nobody has claimed a job anew, a worker that slept with the machine may go on.
  func renew(_ worker: Int64, until: Duration) throws(SQLiteError) {
    try connection.run(
      "UPDATE job SET lease_until = :until WHERE state = 3 AND worker_id = :worker",
      [":until": .integer(until.milliseconds), ":worker": .integer(worker)])
  }

  /// Forgets a worker that stops in order and gives back what it holds.
  func remove(_ worker: Int64, now: Timestamp) throws(SQLiteError) {
    for id in try jobs(heldBy: worker) {
      guard let job = try held(id, claim: nil) else { continue }
      try putBack(job, attempt: job.attempt, at: now, reason: nil, now: now)
    }
    try connection.run("DELETE FROM worker WHERE id = :id", [":id": .integer(worker)])
  }

  /// Takes back the jobs of these dead workers and all whose lease has run out.
  func rescue(
    from dead: [StoredWorker], bootID: String, boot: Duration, now: Timestamp
  ) throws(SQLiteError) -> [Rescue] {
    var rescued: [Rescue] = []
    for worker in dead {
      for id in try jobs(heldBy: worker.id) {
        try rescued += abandon(id, "the worker died", now: now)
      }
      workerRows[worker.token] = nil
      try connection.run("DELETE FROM worker WHERE id = :id", [":id": .integer(worker.id)])
    }
    let expired = try connection.rows(
      """
      SELECT job.id FROM job LEFT JOIN worker ON worker.id = worker_id
      WHERE state = 3 AND (worker.id IS NULL OR boot <> :boot_id OR lease_until < :boot)
      """,
      [":boot_id": .text(bootID), ":boot": .integer(boot.milliseconds)]
    ) { JobID(rawValue: $0.integer(0)) }
    for id in expired { try rescued += abandon(id, "the worker's lease ran out", now: now) }
    try repairLimits(now: now)
    try repairDependencies(now: now)
    try repairBatches(now: now)
    return rescued
  }

  private func abandon(
    _ id: JobID, _ error: String, now: Timestamp
  ) throws(SQLiteError) -> [Rescue] {
    guard let job = try held(id, claim: nil) else { return [] }
    let state = try abandon(job, error, now: now)
    return [Rescue(job: id, kind: try kind(job.kindID), state: state)]
  }
}
