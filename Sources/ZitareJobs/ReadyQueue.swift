internal import ZitareBase
internal import ZitareSQLite

/// A job that may be claimed.
struct Candidate {
  let id: JobID
  let kind: JobKind
  let queue: QueueName
  let parameters: [UInt8]
  let attempt: Int
  let maxAttempts: Int
  let claim: Int64
  let runAt: Timestamp
  let limiter: Int64?
  let isUniqueWhileWaiting: Bool
  var isWatched: Bool
}

/// The available jobs of one queue, most urgent first.
struct ReadyQueue {
  let id: Int64
  let name: QueueName
  let weight: Int
  /// The limit of the queue itself.
  let limiter: Int64?
  private let tables: JobTables
  private let ready: Statement

  /// Nil for a queue that is paused or never had a job.
  init?(_ queue: WorkerQueue, in tables: JobTables) throws(SQLiteError) {
    guard let id = try tables.knownID(of: queue.name) else { return nil }
    let settings = try tables.connection.first(
      "SELECT paused, limiter_id FROM queue WHERE id = :id", [":id": .integer(id)]
    ) { (isPaused: $0.integer(0) != 0, limiter: $0.optionalInteger(1)) }
    guard let settings, !settings.isPaused else { return nil }
    ready = try tables.ready(in: id)
    (self.id, name, weight, limiter) = (id, queue.name, queue.weight, settings.limiter)
    self.tables = tables
  }

  /// Ends the reading, which must have happened before its rows are changed.
  func close() { ready.reset() }

  /// The next job of one of these kinds.
  func next(_ kinds: Set<JobKind>) throws(SQLiteError) -> Candidate? {
    while try ready.step() {
      let kind = try tables.kind(ready.withRow { $0.integer(1) })
      if kinds.contains(kind) { return ready.withRow { Candidate($0, kind, in: name) } }
    }
    return nil
  }

  /// The job that has waited longest, if it was due by `time` and is of one of these kinds.
  func oldest(
    waitingSince time: Timestamp, _ kinds: Set<JobKind>
  ) throws(SQLiteError) -> Candidate? {
    var oldest: (id: Int64, runAt: Int64)?
    var priority: Int64 = -1
    // Only priorities that some job has are looked at.
    while let head = try head(after: priority) {
      priority = head.priority
      if head.runAt < oldest?.runAt ?? time.milliseconds { oldest = (head.id, head.runAt) }
    }
    guard let oldest else { return nil }
    let kindID = try tables.connection.first(
      "SELECT kind_id FROM job WHERE id = :id", [":id": .integer(oldest.id)]
    ) { $0.integer(0) }
    guard let kindID, case let kind = try tables.kind(kindID), kinds.contains(kind) else {
      return nil
    }
    return try tables.connection.first(
      """
      SELECT id, kind_id, parameters, attempt, max_attempts, claim, run_at, limiter_id,
        unique_scope, is_watched
      FROM job WHERE id = :id
      """, [":id": .integer(oldest.id)]
    ) { Candidate($0, kind, in: name) }
  }

  private func head(
    after priority: Int64
  ) throws(SQLiteError) -> (priority: Int64, runAt: Int64, id: Int64)? {
    try tables.connection.first(
      """
      SELECT priority, run_at, id FROM job
      WHERE state = 1 AND queue_id = :queue AND priority > :priority
      ORDER BY priority, run_at, id LIMIT 1
      """,
      [":queue": .integer(id), ":priority": .integer(priority)]
    ) { ($0.integer(0), $0.integer(1), $0.integer(2)) }
  }
}

extension JobTables {
  /// The available jobs of a queue, most urgent first.
  static let ready: StaticString = """
    SELECT id, kind_id, parameters, attempt, max_attempts, claim, run_at, limiter_id, unique_scope,
      is_watched
    FROM job
    WHERE state = 1 AND queue_id = :queue  -- 1: available
    ORDER BY priority, run_at, id
    """

  /// The statement that reads a queue; each has its own, since several are read in turns.
  func ready(in queue: Int64) throws(SQLiteError) -> Statement {
    let statement: Statement
    if let known = readyStatements[queue] {
      statement = known
    } else {
      statement = try connection.prepare(Self.ready)
      readyStatements[queue] = statement
    }
    try statement.bind([":queue": .integer(queue)])
    return statement
  }
}

extension Candidate {
  /// A row of `JobTables.ready`.
  fileprivate init(_ row: borrowing Row, _ kind: JobKind, in queue: QueueName) {
    self.init(
      id: JobID(rawValue: row.integer(0)), kind: kind, queue: queue, parameters: row.blob(2),
      attempt: Int(row.integer(3)), maxAttempts: Int(row.integer(4)), claim: row.integer(5),
      runAt: Timestamp(milliseconds: row.integer(6)), limiter: row.optionalInteger(7),
      isUniqueWhileWaiting: row.integer(8) != 0, isWatched: row.integer(9) != 0)
  }
}
