internal import ZitareBase
internal import ZitareSQLite

/// What has to be known of a running job to settle it.
struct HeldJob {
  let id: JobID
  let kindID: Int64
  let attempt: Int
  let maxAttempts: Int
  let claimedAt: Timestamp
  /// Why somebody wants it cancelled; nil where nobody does.
  let cancelReason: String?
  let successor: [UInt8]?
  let limiter: Int64?
  /// Whether others wait for its end.
  let isWatched: Bool
  let isPrefetched: Bool
  /// How often it has been claimed.
  let claims: Int
}

extension JobTables {
  /// Records an outcome, or says false where its claim has passed to somebody else.
  func record(_ outcome: EarnedOutcome, now: Timestamp) throws(SQLiteError) -> Bool {
    if case .completed(let followers) = outcome.verdict {
      guard try complete(outcome, now: now) else { return false }
      for follower in followers { _ = try enqueue(follower, now: now) }
      return true
    }
    if case .started = outcome.verdict { return try start(outcome, now: now) }
    guard let job = try held(outcome.job, claim: outcome.claim) else { return false }
    switch outcome.verdict {
    case .started, .completed: preconditionFailure("handled above")
    case .retry(let time, let error) where job.attempt + 1 < job.maxAttempts:
      try fail(job, error, now: now)
      try putBack(job, attempt: job.attempt + 1, at: time, reason: error, now: now)
    case .dead(let error), .retry(_, let error):
      try fail(job, error, now: now)
      try finish(job, as: .dead, attempt: job.attempt + 1, reason: error, now: now)
      try succeed(job, now: now)
    case .cancelled(let reason):
      try finish(job, as: .cancelled, attempt: job.attempt, reason: reason, now: now)
    case .snoozed(let time):
      try putBack(job, attempt: job.attempt, at: time, reason: nil, now: now)
    case .released:
      try putBack(job, attempt: job.attempt, at: now, reason: nil, now: now)
    case .blocked(let condition):
      if try wasReleased(condition, since: job.claimedAt) {
        try putBack(job, attempt: job.attempt, at: now, reason: nil, now: now)
      } else {
        try block(job, condition, reason: nil, now: now)
      }
    case .unreadable(let error):
      try block(job, .readable(try kind(job.kindID)), reason: error, now: now)
    }
    return true
  }

  func record(
    _ progress: JobProgress, of job: JobID, claim: Int64
  ) throws(SQLiteError) {
    try connection.run(
      "UPDATE job SET progress = :progress WHERE id = :id AND state = 3 AND claim = :claim",
      [
        ":progress": .text(progress.stored), ":id": .integer(job.rawValue),
        ":claim": .integer(claim),
      ])
  }

  /// A running job under this claim, or under any where it is nil.
  func held(_ id: JobID, claim: Int64?) throws(SQLiteError) -> HeldJob? {
    try connection.first(
      """
      SELECT kind_id, attempt, max_attempts, claimed_at,
        iif(cancel_requested, coalesce(reason, :told), NULL), successor, limiter_id, is_watched,
        is_prefetched, claim
      FROM job
      WHERE id = :id AND state = 3 AND (:claim IS NULL OR claim = :claim)
      """,
      [
        ":told": .text(Self.cancelReason), ":id": .integer(id.rawValue),
        ":claim": .optional(claim),
      ]
    ) { row in
      HeldJob(
        id: id, kindID: row.integer(0), attempt: Int(row.integer(1)),
        maxAttempts: Int(row.integer(2)), claimedAt: Timestamp(milliseconds: row.integer(3)),
        cancelReason: row.optionalText(4), successor: row.optionalBlob(5),
        limiter: row.optionalInteger(6), isWatched: row.integer(7) != 0,
        isPrefetched: row.integer(8) != 0, claims: Int(row.integer(9)))
    }
  }

  /// Uses an attempt of a job whose worker is gone, and returns the state that it comes to.
  ///
  /// One that had not started keeps its attempts. Between its start and the record of that it might
  /// have been the one that killed the worker, so this holds a few times only.
  func abandon(_ job: HeldJob, _ error: String, now: Timestamp) throws(SQLiteError) -> JobState {
    if job.isPrefetched && job.claims < job.maxAttempts + 3 {
      try putBack(job, attempt: job.attempt, at: now, reason: nil, now: now)
      return job.cancelReason == nil ? .available : .cancelled
    }
    try fail(job, error, now: now)
    let attempt = job.attempt + 1
    if attempt < job.maxAttempts {
      try putBack(job, attempt: attempt, at: now, reason: error, now: now)
      return job.cancelReason == nil ? .available : .cancelled
    }
    try finish(job, as: .dead, attempt: attempt, reason: error, now: now)
    try succeed(job, now: now)
    return .dead
  }

  /// Makes a job wait until `time`, unless somebody wants it cancelled.
  ///
  /// That it will run again also settles what was asked for while it ran.
  func putBack(
    _ job: HeldJob, attempt: Int, at time: Timestamp, reason: String?, now: Timestamp
  ) throws(SQLiteError) {
    if let reason = job.cancelReason {
      return try finish(job, as: .cancelled, attempt: attempt, reason: reason, now: now)
    }
    isWorthWaking = true
    try settle(
      job, as: time > now ? .scheduled : .available, attempt: attempt,
      runAt: max(time, now), reason: reason, now: now)
  }

  private func block(
    _ job: HeldJob, _ condition: Condition, reason: String?, now: Timestamp
  ) throws(SQLiteError) {
    if let reason = job.cancelReason {
      return try finish(job, as: .cancelled, attempt: job.attempt, reason: reason, now: now)
    }
    try settle(
      job, as: .blocked, attempt: job.attempt, condition: condition, reason: reason, now: now)
  }

  private func finish(
    _ job: HeldJob, as state: JobState, attempt: Int, reason: String, now: Timestamp
  ) throws(SQLiteError) {
    try settle(job, as: state, attempt: attempt, finishedAt: now, reason: reason, now: now)
  }

  static let cancelReason = "told to stop"

  private func complete(_ outcome: EarnedOutcome, now: Timestamp) throws(SQLiteError) -> Bool {
    let changed = try connection.run(
      """
      UPDATE job SET state = 4, attempt = attempt + 1, finished_at = :now, worker_id = NULL,
        lease_until = NULL, progress = NULL, reason = NULL, cancel_requested = 0,
        is_prefetched = 0
      WHERE id = :id AND state = 3 AND claim = :claim AND successor IS NULL AND is_watched = 0
        AND limiter_id IS NULL
      """,
      [
        ":now": .integer(now.milliseconds), ":id": .integer(outcome.job.rawValue),
        ":claim": .integer(outcome.claim),
      ])
    if changed > 0 { return true }
    guard let job = try held(outcome.job, claim: outcome.claim) else { return false }
    try settle(
      job, as: .completed, attempt: job.attempt + 1, finishedAt: now, reason: nil, now: now)
    try succeed(job, now: now)
    return true
  }

  /// Adds the further run that was asked for while a finished job ran.
  private func succeed(_ job: HeldJob, now: Timestamp) throws(SQLiteError) {
    guard let parameters = job.successor else { return }
    isWorthWaking = true
    try connection.run(
      """
      INSERT INTO job
        (kind_id, queue_id, state, priority, run_at, max_attempts, created_at, unique_key,
         parameters, limiter_id, schedule)
      SELECT kind_id, queue_id, 1, priority, :now, max_attempts, :now, unique_key, :parameters,
        limiter_id, schedule
      FROM job WHERE id = :id
      ON CONFLICT DO NOTHING
      """,
      [
        ":now": .integer(now.milliseconds), ":parameters": .blob(parameters),
        ":id": .integer(job.id.rawValue),
      ])
  }

  private func settle(
    _ job: HeldJob, as state: JobState, attempt: Int, runAt: Timestamp? = nil,
    finishedAt: Timestamp? = nil, condition: Condition? = nil, reason: String?, now: Timestamp
  ) throws(SQLiteError) {
    try connection.run(
      """
      UPDATE job SET state = :state, attempt = :attempt, run_at = coalesce(:run_at, run_at),
        finished_at = :finished_at, condition = :condition, reason = :reason, worker_id = NULL,
        lease_until = NULL, progress = NULL, cancel_requested = 0, successor = NULL,
        is_prefetched = 0
      WHERE id = :id
      """,
      [
        ":state": .integer(state.rawValue), ":attempt": .integer(attempt),
        ":run_at": .optional(runAt?.milliseconds),
        ":finished_at": .optional(finishedAt?.milliseconds),
        ":condition": .optional(condition?.rawValue), ":reason": .optional(reason.map(Self.short)),
        ":id": .integer(job.id.rawValue),
      ])
    if let limiter = job.limiter { try releaseHeldBack(by: limiter, now: now) }
    guard job.isWatched else { return }
    isWorthWaking = true  // a queue with a limit has room again
    if state.isFinal { try conclude(job.id, as: state, now: now) }
  }

  private func start(_ outcome: EarnedOutcome, now: Timestamp) throws(SQLiteError) -> Bool {
    let changed = try connection.run(
      """
      UPDATE job SET is_prefetched = 0, claimed_at = :now
      WHERE id = :id AND state = 3 AND claim = :claim
      """,
      [
        ":now": .integer(now.milliseconds), ":id": .integer(outcome.job.rawValue),
        ":claim": .integer(outcome.claim),
      ])
    return changed > 0
  }

  private func fail(_ job: HeldJob, _ error: String, now: Timestamp) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO attempt (job_id, number, started_at, ended_at, error)
      VALUES (:job, :number, :started, :ended, :error)
      """,
      [
        ":job": .integer(job.id.rawValue), ":number": .integer(job.attempt + 1),
        ":started": .integer(job.claimedAt.milliseconds), ":ended": .integer(now.milliseconds),
        ":error": .text(Self.short(error)),
      ])
  }

  /// Errors may quote what a server sent; 4 KB of it say enough.
  private static func short(_ text: String) -> String { String(text.prefix(4096)) }

  private func wasReleased(
    _ condition: Condition, since time: Timestamp
  ) throws(SQLiteError) -> Bool {
    try connection.first(
      "SELECT 1 FROM release WHERE condition = :condition AND released_at >= :time",
      [":condition": .text(condition.rawValue), ":time": .integer(time.milliseconds)]
    ) { _ in true } ?? false
  }
}
