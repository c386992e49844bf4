internal import FoundationEssentials
internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  func job(_ id: JobID) throws(SQLiteError) -> JobRecord? {
    try connection.first(
      """
      SELECT job.id, kind.name, queue.name, state, priority, run_at, attempt, max_attempts,
        created_at, claimed_at, finished_at, reason, condition, progress, cancel_requested,
        parameters, deadline, limiter.name, batch_id
      FROM job JOIN kind ON kind.id = kind_id JOIN queue ON queue.id = queue_id
        LEFT JOIN limiter ON limiter.id = job.limiter_id
      WHERE job.id = :id
      """,
      [":id": .integer(id.rawValue)]
    ) { JobRecord($0) }
  }

  func jobs(_ query: JobQuery) throws(SQLiteError) -> [JobRecord] {
    try connection.rows(
      """
      SELECT job.id, kind.name, queue.name, state, priority, run_at, attempt, max_attempts,
        created_at, claimed_at, finished_at, reason, condition, progress, cancel_requested,
        parameters, deadline, limiter.name, batch_id
      FROM job JOIN kind ON kind.id = kind_id JOIN queue ON queue.id = queue_id
        LEFT JOIN limiter ON limiter.id = job.limiter_id
      WHERE (:states >> state) & 1
        AND (:kinds IS NULL OR kind.name IN (SELECT value FROM json_each(:kinds)))
        AND (:queue IS NULL OR queue.name = :queue) AND (:batch IS NULL OR batch_id = :batch)
        AND created_at >= :since
      ORDER BY job.id DESC LIMIT :limit
      """,
      Self.values(of: query)
    ) { JobRecord($0) }
  }

  func ids(_ query: JobQuery) throws(SQLiteError) -> [JobID] {
    try connection.rows(
      """
      SELECT job.id
      FROM job JOIN kind ON kind.id = kind_id JOIN queue ON queue.id = queue_id
      WHERE (:states >> state) & 1
        AND (:kinds IS NULL OR kind.name IN (SELECT value FROM json_each(:kinds)))
        AND (:queue IS NULL OR queue.name = :queue) AND (:batch IS NULL OR batch_id = :batch)
        AND created_at >= :since
      ORDER BY job.id DESC LIMIT :limit
      """,
      Self.values(of: query)
    ) { JobID(rawValue: $0.integer(0)) }
  }

  private static func values(of query: JobQuery) -> Bindings {
    [
      ":states": .integer(query.states.reduce(0) { $0 | 1 << $1.rawValue }),
      ":kinds": .optional(query.kinds.map(json)), ":queue": .optional(query.queue?.rawValue),
      ":batch": .optional(query.batch?.rawValue),
      ":since": .integer(query.since?.milliseconds ?? .min), ":limit": .integer(query.limit),
    ]
  }

  /// Unfinished jobs of kinds that are not among these, by their kinds.
  func unknownKinds(besides known: Set<JobKind>) throws(SQLiteError) -> [JobKind: Int] {
    let counts = try connection.rows(
      """
      SELECT kind.name, count(*) FROM job JOIN kind ON kind.id = kind_id
      WHERE job.id IN (
        SELECT id FROM job WHERE state = 0 UNION ALL SELECT id FROM job WHERE state = 1
        UNION ALL SELECT id FROM job WHERE state = 2 UNION ALL SELECT id FROM job WHERE state = 3)
        AND kind.name NOT IN (SELECT value FROM json_each(:known))
      GROUP BY kind.name
      """,
      [":known": .text(Self.json(known))]
    ) { (JobKind($0.text(0)), Int($0.integer(1))) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// Jobs whose parameters no program could read, by their kinds.
  func unreadableKinds() throws(SQLiteError) -> [JobKind: Int] {
    let counts = try connection.rows(
      """
      SELECT kind.name, count(*) FROM job JOIN kind ON kind.id = kind_id
      WHERE state = 2 AND condition = :prefix || kind.name GROUP BY kind.name
      """,
      [":prefix": .text(Condition.readablePrefix)]
    ) { (JobKind($0.text(0)), Int($0.integer(1))) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// Counted in the partial index of each state, never over the whole history.
  func counts() throws(SQLiteError) -> [JobState: Int] {
    let counts = try connection.rows(
      """
      SELECT 0, count(*) FROM job WHERE state = 0
      UNION ALL SELECT 1, count(*) FROM job WHERE state = 1
      UNION ALL SELECT 2, count(*) FROM job WHERE state = 2
      UNION ALL SELECT 3, count(*) FROM job WHERE state = 3
      UNION ALL SELECT 4, count(*) FROM job WHERE state >= 4 AND state = 4
      UNION ALL SELECT 5, count(*) FROM job WHERE state >= 4 AND state = 5
      UNION ALL SELECT 6, count(*) FROM job WHERE state >= 4 AND state = 6
      """
    ) { (ZitareJobs.state($0.integer(0)), Int($0.integer(1))) }
    return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
  }

  func nextDue() throws(SQLiteError) -> Timestamp? {
    let due = try connection.first(
      """
      SELECT min(time) FROM (
        SELECT min(run_at) AS time FROM job WHERE state = 0
        UNION ALL SELECT min(deadline) + 1 FROM job WHERE deadline IS NOT NULL AND state < 3
        UNION ALL SELECT min(wake_at) FROM limiter WHERE wake_at IS NOT NULL)
      """
    ) { row in row.optionalInteger(0).map { Timestamp(milliseconds: $0) } }
    return due ?? nil
  }

  func attempts(of job: JobID) throws(SQLiteError) -> [FailedAttempt] {
    try connection.rows(
      """
      SELECT number, started_at, ended_at, error FROM attempt WHERE job_id = :job ORDER BY number
      """,
      [":job": .integer(job.rawValue)]
    ) { row in
      FailedAttempt(
        number: Int(row.integer(0)), startedAt: Timestamp(milliseconds: row.integer(1)),
        endedAt: Timestamp(milliseconds: row.integer(2)), error: row.text(3))
    }
  }

  /// A JSON array of names, for `json_each`.
  private static func json(_ kinds: Set<JobKind>) -> String {
    guard let json = try? JSONEncoder().encode(kinds.sorted()) else {
      preconditionFailure("text always has a JSON form")
    }
    return String(decoding: json, as: UTF8.self)
  }
}

extension JobRecord {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      id: JobID(rawValue: row.integer(0)), kind: JobKind(row.text(1)),
      queue: QueueName(row.text(2)), state: ZitareJobs.state(row.integer(3)),
      priority: Int(row.integer(4)), runAt: Timestamp(milliseconds: row.integer(5)),
      attempt: Int(row.integer(6)), maxAttempts: Int(row.integer(7)),
      createdAt: Timestamp(milliseconds: row.integer(8)),
      claimedAt: row.optionalInteger(9).map { Timestamp(milliseconds: $0) },
      finishedAt: row.optionalInteger(10).map { Timestamp(milliseconds: $0) },
      reason: row.optionalText(11), condition: row.optionalText(12).map { Condition($0) },
      progress: JobProgress(stored: row.optionalText(13)),
      isCancelRequested: row.integer(14) != 0,
      deadline: row.optionalInteger(16).map { Timestamp(milliseconds: $0) },
      limit: row.optionalText(17).map { LimitName($0) },
      batch: row.optionalInteger(18).map { BatchID(rawValue: $0) }, parameters: row.blob(15))
  }
}

extension JobProgress {
  /// The form in the column `progress`.
  var stored: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let json = try? encoder.encode(self) else {
      preconditionFailure("text and numbers always have a JSON form")
    }
    return String(decoding: json, as: UTF8.self)
  }

  /// What a later release may have stored in another form is no progress to this one.
  fileprivate init?(stored: String?) {
    guard let stored,
      let progress = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8))
    else { return nil }
    self = progress
  }
}
