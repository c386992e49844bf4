internal import ZitareBase
internal import ZitareSQLite

extension JobTables {
  /// Adds a job, or finds the one that stands for it.
  func enqueue(_ job: NewJob, now: Timestamp) throws(SQLiteError) -> MutationResult {
    if job.batch != nil || !job.dependencies.isEmpty {
      if try isStoodFor(job, now: now) { return try meetTwin(of: job, now: now) }
    }
    switch try admission(of: job) {
    case .refused(let error): return .impossible(error)
    case .admitted(let needs): return try add(job, needs: needs, now: now)
    }
  }

  /// Adds a job that waits for others, or finds the one that stands for it.
  func add(_ job: NewJob, needs: [JobID], now: Timestamp) throws(SQLiteError) -> MutationResult {
    let condition: Condition? = needs.isEmpty ? nil : .dependencies
    guard let id = try insert(job, blockedBy: condition, now: now) else {
      return try meetTwin(of: job, now: now)
    }
    for need in needs { try watch(need, by: id) }
    return .enqueued(id)
  }

  enum Admission {
    /// What it names is not there or has ended.
    case refused(EnqueueError)
    /// It has to wait for these.
    case admitted(needs: [JobID])
  }

  func admission(of job: NewJob) throws(SQLiteError) -> Admission {
    if let batch = job.batch, try !isOpen(batch) { return .refused(.batch(batch)) }
    var needs: [JobID] = []
    for id in job.dependencies {
      switch try state(of: id) {
      case nil, .cancelled, .dead: return .refused(.dependency(id))
      case .scheduled, .available, .blocked, .running: needs.append(id)
      case .completed: continue
      }
    }
    return .admitted(needs: needs)
  }

  /// Inserts the row of a job; nil where another stands for it.
  func insert(
    _ job: NewJob, blockedBy condition: Condition?, now: Timestamp
  ) throws(SQLiteError) -> JobID? {
    let runAt = max(job.runAt ?? now, now)
    let state: JobState = condition != nil ? .blocked : runAt > now ? .scheduled : .available
    let inserted = try connection.run(
      """
      INSERT INTO job
        (kind_id, queue_id, state, priority, run_at, max_attempts, created_at, unique_key,
         parameters, condition, limiter_id, batch_id, deadline, once_key, once_until, unique_scope,
         is_watched)
      VALUES
        (:kind, :queue, :state, :priority, :run_at, :max_attempts, :now, :unique,
         :parameters, :condition, :limiter, :batch, :deadline, :once, :once_until, :scope,
         :is_watched)
      ON CONFLICT DO NOTHING
      """,
      [
        ":kind": .integer(try id(of: job.kind)), ":queue": .integer(try id(of: job.queue)),
        ":state": .integer(state.rawValue), ":priority": .integer(job.priority),
        ":run_at": .integer(runAt.milliseconds), ":max_attempts": .integer(job.maxAttempts),
        ":now": .integer(now.milliseconds), ":unique": .optional(job.uniqueHash),
        ":parameters": .blob(job.parameters), ":condition": .optional(condition?.rawValue),
        ":limiter": .optional(try job.limit.map { limit throws(SQLiteError) in try id(of: limit) }),
        ":batch": .optional(job.batch?.rawValue),
        ":deadline": .optional(job.deadline?.milliseconds),
        ":once": .optional(job.onceHash(now: now)),
        ":once_until": .optional(job.onceUntil(now: now)?.milliseconds),
        ":scope": .integer(job.uniqueness?.scope.rawValue ?? 0),
        ":is_watched": .integer(job.batch == nil ? 0 : 1),
      ])
    guard inserted > 0 else { return nil }
    isWorthWaking = true
    return JobID(rawValue: connection.lastInsertedID)
  }

  private func isStoodFor(_ job: NewJob, now: Timestamp) throws(SQLiteError) -> Bool {
    if let hash = job.onceHash(now: now), try row(once: hash) != nil { return true }
    guard let hash = job.uniqueHash else { return false }
    return try unfinished(unique: hash) != nil
  }

  /// Settles a job with the one that stands for it.
  func meetTwin(of job: NewJob, now: Timestamp) throws(SQLiteError) -> MutationResult {
    if let hash = job.onceHash(now: now), let twin = try row(once: hash) { return .kept(twin) }
    guard let hash = job.uniqueHash, let twin = try unfinished(unique: hash) else {
      preconditionFailure("only the unique keys can conflict")
    }
    return try join(job, twin, now: now)
  }

  /// The one unfinished job with this unique key.
  func unfinished(unique hash: [UInt8]) throws(SQLiteError) -> JobID? {
    try connection.first(
      "SELECT id FROM job WHERE unique_key = :hash AND state < 4",  // 4 and above: finished
      [":hash": .blob(hash)]
    ) { JobID(rawValue: $0.integer(0)) }
  }

  private func row(once hash: [UInt8]) throws(SQLiteError) -> JobID? {
    try connection.first("SELECT id FROM job WHERE once_key = :hash", [":hash": .blob(hash)]) {
      JobID(rawValue: $0.integer(0))
    }
  }
}
