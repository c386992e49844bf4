internal import ZitareBase
internal import ZitareSQLite

extension Condition {
  /// What a job waits for that runs after a batch.
  static func batch(_ id: BatchID) -> Condition { Condition("batch:\(id)") }
}

extension JobTables {
  /// Adds a batch with its members, and the job that runs after them.
  func enqueue(_ batch: NewBatch, now: Timestamp) throws(SQLiteError) -> MutationResult {
    guard batch.jobs.count <= NewBatch.limit else {
      return .impossible(.batchTooLarge(batch.name, jobs: batch.jobs.count))
    }
    var members: [(job: NewJob, needs: [JobID])] = []
    for job in batch.jobs {
      switch try admission(of: job) {
      case .refused(let error): return .impossible(error)
      case .admitted(let needs): members.append((job, needs))
      }
    }
    try connection.run(
      "INSERT INTO batch (name, created_at) VALUES (:name, :now)",
      [":name": .text(batch.name), ":now": .integer(now.milliseconds)])
    let id = BatchID(rawValue: connection.lastInsertedID)
    var jobs: [JobID] = []
    for (member, needs) in members {
      var job = member
      job.batch = id
      switch try add(job, needs: needs, now: now) {
      case .enqueued(let id), .kept(let id), .replaced(let id): jobs.append(id)
      case let result: preconditionFailure("a job that was checked came to \(result)")
      }
    }
    if var completion = batch.completion {
      completion.uniqueness = nil  // it belongs to this batch alone
      completion.idempotencyKey = nil
      completion.batch = nil
      guard let last = try insert(completion, blockedBy: .batch(id), now: now) else {
        preconditionFailure("a job without keys has no twin")
      }
      try connection.run(
        "UPDATE batch SET completion_id = :last WHERE id = :id",
        [":last": .integer(last.rawValue), ":id": .integer(id.rawValue)])
      try connection.run(
        "UPDATE job SET is_watched = 1 WHERE id = :last", [":last": .integer(last.rawValue)])
    }
    try finish(id, now: now)
    return .enqueuedBatch(id, jobs: jobs)
  }

  func isOpen(_ batch: BatchID) throws(SQLiteError) -> Bool {
    try connection.first(
      "SELECT 1 FROM batch WHERE id = :id AND finished_at IS NULL",
      [":id": .integer(batch.rawValue)]
    ) { _ in true } ?? false
  }

  /// Finishes the batch of a job that has ended, if it was the last.
  func finishBatch(of job: JobID, now: Timestamp) throws(SQLiteError) {
    if let batch = try batch(of: job) { try finish(batch, now: now) }
  }

  /// The batch that a job is in.
  func batch(of job: JobID) throws(SQLiteError) -> BatchID? {
    let batch = try connection.first(
      "SELECT batch_id FROM job WHERE id = :id", [":id": .integer(job.rawValue)]
    ) { row in row.optionalInteger(0).map { BatchID(rawValue: $0) } }
    return batch ?? nil
  }

  /// Finishes the batches whose last jobs a program of an earlier release has ended.
  func repairBatches(now: Timestamp) throws(SQLiteError) {
    let open = try connection.rows("SELECT id FROM batch WHERE finished_at IS NULL") {
      BatchID(rawValue: $0.integer(0))
    }
    for batch in open { try finish(batch, now: now) }
  }

  /// Marks a batch as finished whose members have all ended, once, and lets its last job run.
  private func finish(_ id: BatchID, now: Timestamp) throws(SQLiteError) {
    let finished = try connection.run(
      """
      UPDATE batch SET finished_at = :now WHERE id = :id AND finished_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM job WHERE batch_id = :id AND state < 4)
      """,
      [":now": .integer(now.milliseconds), ":id": .integer(id.rawValue)])
    if finished > 0 { _ = try unblock(.batch(id), now: now) }
  }

  /// What became of the batch that a job completes; nil for other jobs.
  func counts(completedBy job: JobID) throws(SQLiteError) -> BatchCounts? {
    let batch = try connection.first(
      "SELECT id FROM batch WHERE completion_id = :job", [":job": .integer(job.rawValue)]
    ) { BatchID(rawValue: $0.integer(0)) }
    return try batch.map { batch throws(SQLiteError) in try counts(of: batch) }
  }

  func batch(_ id: BatchID) throws(SQLiteError) -> BatchRecord? {
    let record = try connection.first(
      "SELECT id, name, created_at, finished_at, completion_id FROM batch WHERE id = :id",
      [":id": .integer(id.rawValue)]
    ) { BatchRow($0) }
    return try record.map { row throws(SQLiteError) in try self.record(row) }
  }

  /// The newest first.
  func batches(limit: Int) throws(SQLiteError) -> [BatchRecord] {
    let rows = try connection.rows(
      """
      SELECT id, name, created_at, finished_at, completion_id FROM batch
      ORDER BY id DESC LIMIT :limit
      """, [":limit": .integer(limit)]
    ) { BatchRow($0) }
    return try rows.map { row throws(SQLiteError) in try record(row) }
  }

  private struct BatchRow {
    let id: BatchID
    let name: String
    let createdAt: Timestamp
    let finishedAt: Timestamp?
    let completion: JobID?

    init(_ row: borrowing Row) {
      id = BatchID(rawValue: row.integer(0))
      name = row.text(1)
      createdAt = Timestamp(milliseconds: row.integer(2))
      finishedAt = row.optionalInteger(3).map { Timestamp(milliseconds: $0) }
      completion = row.optionalInteger(4).map { JobID(rawValue: $0) }
    }
  }

  private func record(_ row: BatchRow) throws(SQLiteError) -> BatchRecord {
    BatchRecord(
      id: row.id, name: row.name, createdAt: row.createdAt, finishedAt: row.finishedAt,
      completion: row.completion, counts: try counts(of: row.id))
  }

  private func counts(of batch: BatchID) throws(SQLiteError) -> BatchCounts {
    let counts = try connection.rows(
      "SELECT state, count(*) FROM job WHERE batch_id = :batch GROUP BY state",
      [":batch": .integer(batch.rawValue)]
    ) { (ZitareJobs.state($0.integer(0)), Int($0.integer(1))) }
    var sum = BatchCounts()
    for (state, count) in counts {
      switch state {
      case .scheduled, .available, .blocked, .running: sum.unfinished += count
      case .completed: sum.completed += count
      case .cancelled: sum.cancelled += count
      case .dead: sum.dead += count
      }
    }
    return sum
  }
}
