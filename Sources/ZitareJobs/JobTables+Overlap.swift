internal import ZitareBase
internal import ZitareSQLite

/// An unfinished job of a schedule's earlier slots.
struct EarlierJob {
  let id: JobID
  let state: JobState
  /// Whether it runs and one more run has been asked for.
  let hasSuccessor: Bool

  var isWaiting: Bool { state != .running || hasSuccessor }
}

extension Schedule.Overlap {
  /// The job of an earlier slot for which a further one is skipped.
  func obstacle(among jobs: [EarlierJob]) -> (job: JobID, reason: SkippedSlot.Reason)? {
    switch self {
    case .allow, .replace: nil
    case .skip: jobs.first.map { ($0.id, .unfinished) }
    case .queue: jobs.first(where: \.isWaiting).map { ($0.id, .waiting) }
    }
  }
}

extension JobTables {
  /// The jobs of a schedule that are not finished, the oldest first.
  func unfinishedJobs(of schedule: ScheduleName) throws(SQLiteError) -> [EarlierJob] {
    try connection.rows(
      """
      SELECT id, state, successor IS NOT NULL FROM job
      WHERE schedule = :schedule AND schedule IS NOT NULL AND state < 4 ORDER BY id
      """,
      [":schedule": .text(schedule.rawValue)]
    ) { row in
      EarlierJob(
        id: JobID(rawValue: row.integer(0)), state: ZitareJobs.state(row.integer(1)),
        hasSuccessor: row.integer(2) != 0)
    }
  }

  /// Adds a job that waits for the end of others, however that comes.
  func enqueue(
    _ job: NewJob, afterEndOf others: [JobID], now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    guard !others.isEmpty else { return try enqueue(job, now: now) }
    guard let id = try insert(job, blockedBy: .dependencies, now: now) else {
      return try meetTwin(of: job, now: now)
    }
    for other in others { try watch(other, by: id, untilEnd: true) }
    return .enqueued(id)
  }

  /// Cancels what waits, tells what runs to stop, and adds a job that starts after that.
  ///
  /// What is on its way out no longer stands for jobs of its unique key.
  func enqueue(
    _ job: NewJob, insteadOf earlier: [EarlierJob], now: Timestamp
  ) throws(SQLiteError) -> MutationResult {
    for other in earlier {
      _ = try cancel(other.id, reason: "replaced by the job of a later slot", now: now)
      guard other.state == .running else { continue }
      try connection.run(
        "UPDATE job SET unique_key = NULL, successor = NULL WHERE id = :id",
        [":id": .integer(other.id.rawValue)])
    }
    let running = earlier.filter { $0.state == .running }.map(\.id)
    return try enqueue(job, afterEndOf: running, now: now)
  }
}
