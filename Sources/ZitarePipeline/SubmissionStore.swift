import FoundationEssentials
public import ZitareBase
public import ZitareJobs
import ZitareSQLite

/// Drafts and submissions.
///
/// They live in the job database, so that a submission and the job that delivers it become durable
/// together. An account's submissions go out one after the other in the order in which they were made:
/// only its oldest pending one has a job, and settling it enqueues the next.
public struct SubmissionStore: Sendable {
  private let jobs: SQLiteJobStore
  private let now: @Sendable () -> Timestamp

  public init(_ jobs: SQLiteJobStore, now: @escaping @Sendable () -> Timestamp = { .now() }) {
    self.jobs = jobs
    self.now = now
  }

  /// Keeps forms as drafts, or as pending submissions with their delivery enqueued: all or none.
  public func add(
    _ forms: [SubmissionForm], for account: AccountName = .standard, sending: Bool
  ) async throws -> [Submission] {
    let state: SubmissionState = sending ? .pending : .draft
    let now = now()
    let submissions = try forms.map { form in
      let id = SubmissionID()
      return Submission(
        id: id, account: account, state: state, body: try form.body(for: id), createdAt: now,
        updatedAt: now, attempts: 0, isUnsettled: false)
    }
    try await jobs.transaction { transaction in
      for submission in submissions { try Self.insert(submission, transaction.connection) }
      if sending { try Self.enqueueNext(transaction) }
    }
    return submissions
  }

  /// Keeps a corrected form as a new draft, under an id of its own, and discards the old submission;
  /// nil where that may have arrived already.
  public func replace(_ id: SubmissionID, with form: SubmissionForm) async throws -> Submission? {
    let new = SubmissionID()
    let body = try form.body(for: new)
    let now = now()
    return try await jobs.transaction { transaction in
      let connection = transaction.connection
      guard let old = try Self.submission(id, connection), old.isEditable else { return nil }
      let draft = Submission(
        id: new, account: old.account, state: .draft, body: body, createdAt: now, updatedAt: now,
        attempts: 0, isUnsettled: false)
      try Self.insert(draft, connection)
      try Self.update(old, to: .discarded, status: nil, answer: nil, now: now, connection)
      try Self.enqueueNext(transaction)
      return draft
    }
  }

  /// Moves submissions on a person's word, all in one transaction; says of each whether it went.
  ///
  /// Those stay that are in none of the `states` which the person was told of, or cannot go there from
  /// where they are. A move to pending enqueues the delivery; one from `maybeSent` says that it did not
  /// arrive.
  @discardableResult
  public func move(
    _ ids: [SubmissionID], from states: Set<SubmissionState>, to state: SubmissionState
  ) async throws -> [Bool] {
    let now = now()
    return try await jobs.transaction { transaction in
      let connection = transaction.connection
      let moved = try ids.map { id in
        guard let old = try Self.submission(id, connection), states.contains(old.state) else {
          return false
        }
        return try Self.settle(old, as: state, status: nil, answer: nil, now: now, connection)
      }
      try Self.enqueueNext(transaction)
      return moved
    }
  }

  /// Records that an attempt begins, durably, before its first byte leaves, and returns its number; nil
  /// where the submission is not pending any more or an attempt has begun since `last`.
  func beginAttempt(_ id: SubmissionID, after last: Int) async throws -> Int? {
    let now = now()
    return try await jobs.transaction { transaction in
      let isBegun =
        try transaction.connection.run(
          """
          UPDATE submission SET attempts = attempts + 1, unsettled = 1, updated_at = :now
          WHERE id = :id AND state = 1 AND attempts = :last  -- 1: pending
          """,
          [
            ":now": .integer(now.milliseconds), ":id": .text(id.text),
            ":last": .integer(Int64(last)),
          ]) == 1
      return isBegun ? last + 1 : nil
    }
  }

  /// Records that an attempt did not reach the server, or that the server did not take it and wants to
  /// be left alone for a while; nothing where another one has begun since.
  func endAttempt(
    _ id: SubmissionID, _ attempt: Int, holdingFor delay: Duration? = nil
  ) async throws {
    let now = now()
    try await jobs.transaction { transaction in
      try transaction.connection.run(
        """
        UPDATE submission SET unsettled = 0, not_before = :until, updated_at = :now
        WHERE id = :id AND state = 1 AND attempts = :attempt
        """,
        [
          ":until": .optional(delay.map { (now + $0).milliseconds }),
          ":now": .integer(now.milliseconds), ":id": .text(id.text),
          ":attempt": .integer(Int64(attempt)),
        ])
    }
  }

  /// Records that the server wants to be left alone, whatever became of the attempt.
  func hold(_ id: SubmissionID, _ attempt: Int, for delay: Duration?) async throws {
    guard let delay else { return }
    let until = now() + delay
    try await jobs.transaction { transaction in
      try transaction.connection.run(
        """
        UPDATE submission SET not_before = :until
        WHERE id = :id AND state = 1 AND attempts = :attempt
        """,
        [
          ":until": .integer(until.milliseconds), ":id": .text(id.text),
          ":attempt": .integer(Int64(attempt)),
        ])
    }
  }

  /// Records what became of a submission and enqueues the next one; false for a forbidden move, and
  /// where an attempt has begun after the one that is spoken of.
  @discardableResult
  func settle(
    _ id: SubmissionID, attempt: Int? = nil, as state: SubmissionState, status: Int?,
    answer: String?
  ) async throws -> Bool {
    let now = now()
    return try await jobs.transaction { transaction in
      let connection = transaction.connection
      guard let old = try Self.submission(id, connection),
        attempt == nil || attempt == old.attempts,
        try Self.settle(old, as: state, status: status, answer: answer, now: now, connection)
      else { return false }
      try Self.enqueueNext(transaction)
      return true
    }
  }

  /// Lets a delivery that waits for a login try once more.
  public func release(_ condition: Condition) async throws {
    _ = try await jobs.apply(.release(condition))
  }

  /// Enqueues the delivery of each account's oldest pending submission, unless it has a job.
  public func enqueueNext() async throws {
    try await jobs.transaction { try Self.enqueueNext($0) }
  }

  public func submission(_ id: SubmissionID) async throws -> Submission? {
    try await jobs.read { try Self.submission(id, $0) }
  }

  /// All submissions, the oldest first.
  public func all() async throws -> [Submission] {
    try await jobs.read { connection in
      try connection.rows(
        """
        SELECT id, state, body, created_at, updated_at, attempts, unsettled, answer_status, answer,
          account, not_before
        FROM submission ORDER BY number
        """, [:], Self.submission(in:))
    }
  }

  /// All submissions; none where nothing has been submitted yet and the table is still missing.
  public func allIfPresent() async throws -> [Submission] {
    let version = try await jobs.read { try $0.version(of: Self.component) }
    if version == 0 { return [] }
    guard version >= Self.migrations.count else {
      throw StoreError.olderSchema("the next run brings the tables of submissions up to date")
    }
    return try await all()
  }

  /// The account's oldest pending submission.
  public func next(of account: AccountName) async throws -> Submission? {
    try await jobs.read { connection in
      try connection.first(
        """
        SELECT id, state, body, created_at, updated_at, attempts, unsettled, answer_status, answer,
          account, not_before
        FROM submission WHERE state = 1 AND account = :account ORDER BY number LIMIT 1
        """, [":account": .text(account.text)], Self.submission(in:))
    }
  }

  /// The accounts with pending submissions, in the order of their names.
  public func accounts() async throws -> [AccountName] {
    try await jobs.read { connection in
      try connection.rows(
        "SELECT DISTINCT account FROM submission WHERE state = 1 ORDER BY account"
      ) { AccountName(stored: $0.text(0)) }
    }
  }

  /// What the deliveries that are blocked wait for, by their submissions.
  public func conditions() async throws -> [SubmissionID: Condition] {
    let blocked = try await jobs.jobs(
      JobQuery(states: [.blocked], kinds: [DeliverSubmission.kind], limit: 1000))
    return Dictionary(
      try blocked.compactMap { job in
        guard let condition = job.condition else { return nil }
        let parameters = try JSONDecoder().decode(
          DeliverSubmission.self, from: Data(job.parameters))
        return (parameters.submission, condition)
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension SubmissionStore {
  private static func insert(_ submission: Submission, _ connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO submission (id, account, state, body, created_at, updated_at)
      VALUES (:id, :account, :state, :body, :created, :created)
      """,
      [
        ":id": .text(submission.id.text), ":account": .text(submission.account.text),
        ":state": .integer(submission.state.rawValue), ":body": .blob(submission.body),
        ":created": .integer(submission.createdAt.milliseconds),
      ])
  }

  private static func settle(
    _ old: Submission, as state: SubmissionState, status: Int?, answer: String?, now: Timestamp,
    _ connection: Connection
  ) throws -> Bool {
    guard old.state.successors.contains(state) else { return false }
    try update(old, to: state, status: status, answer: answer, now: now, connection)
    return true
  }

  private static func update(
    _ old: Submission, to state: SubmissionState, status: Int?, answer: String?, now: Timestamp,
    _ connection: Connection
  ) throws {
    try connection.run(
      """
      UPDATE submission SET state = :state, unsettled = :unsettled, updated_at = :now,
        not_before = NULL, answer_status = coalesce(:status, answer_status),
        answer = coalesce(:answer, answer)
      WHERE id = :id
      """,
      [
        ":state": .integer(state.rawValue), ":id": .text(old.id.text),
        ":unsettled": .integer(state == .maybeSent ? 1 : 0), ":now": .integer(now.milliseconds),
        ":status": .optional(status.map { Int64($0) }), ":answer": .optional(answer),
      ])
  }

  private static func enqueueNext(_ transaction: JobTransaction) throws {
    let next = try transaction.connection.rows(
      "SELECT id, min(number) FROM submission WHERE state = 1 GROUP BY account"
    ) { $0.text(0) }
    for id in next { try transaction.enqueue(DeliverSubmission(SubmissionID(stored: id))) }
  }

  private static func submission(
    _ id: SubmissionID, _ connection: Connection
  ) throws -> Submission? {
    try connection.first(
      """
      SELECT id, state, body, created_at, updated_at, attempts, unsettled, answer_status, answer,
        account, not_before
      FROM submission WHERE id = :id
      """, [":id": .text(id.text)], submission(in:))
  }

  private static func submission(in row: borrowing Row) -> Submission {
    guard let state = SubmissionState(rawValue: Int(row.integer(1))) else {
      preconditionFailure("the table's CHECK allows no other state")
    }
    return Submission(
      id: SubmissionID(stored: row.text(0)), account: AccountName(stored: row.text(9)),
      state: state, body: row.blob(2), createdAt: Timestamp(milliseconds: row.integer(3)),
      updatedAt: Timestamp(milliseconds: row.integer(4)), attempts: Int(row.integer(5)),
      isUnsettled: row.integer(6) == 1,
      notBefore: row.optionalInteger(10).map { Timestamp(milliseconds: $0) },
      answerStatus: row.optionalInteger(7).map { Int($0) }, answer: row.optionalText(8))
  }
}

extension SubmissionStore {
  public static let component = "submissions"

  /// The steps that make the component's tables.
  public static let migrations: [StaticString] = [
    """
    CREATE TABLE submission (
      number INTEGER PRIMARY KEY AUTOINCREMENT,  -- the order in which they are delivered
      id TEXT NOT NULL UNIQUE,
      state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 5),
      body BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      unsettled INTEGER NOT NULL DEFAULT 0 CHECK (unsettled IN (0, 1)),
      answer_status INTEGER,
      answer TEXT,
      CHECK (unsettled = 0 OR state IN (1, 3))  -- 1: pending, 3: maybe sent
    ) STRICT;
    CREATE INDEX submission_pending ON submission (number) WHERE state = 1;
    """,
    """
    ALTER TABLE submission ADD COLUMN account TEXT NOT NULL DEFAULT 'default';
    ALTER TABLE submission ADD COLUMN not_before INTEGER;  -- the server asked to be left alone
    DROP INDEX submission_pending;
    CREATE INDEX submission_pending ON submission (account, number) WHERE state = 1;
    """,
  ]
}
