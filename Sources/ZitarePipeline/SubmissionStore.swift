public import ZitareBase
public import ZitareJobs
import ZitareSQLite

/// Drafts and submissions.
///
/// They live in the job database, so that a submission and the job that delivers it become durable
/// together. Submissions go out one after the other in the order in which they were made: only the
/// oldest pending one has a job, and settling it enqueues the next.
public struct SubmissionStore: Sendable {
  private let jobs: SQLiteJobStore
  private let now: @Sendable () -> Timestamp

  public init(_ jobs: SQLiteJobStore, now: @escaping @Sendable () -> Timestamp = { .now() }) {
    self.jobs = jobs
    self.now = now
  }

  /// Keeps a form as a draft, or as a pending submission with its delivery enqueued.
  public func add(_ form: SubmissionForm, sending: Bool) async throws -> Submission {
    let id = SubmissionID()
    let body = try form.body(for: id)
    let state: SubmissionState = sending ? .pending : .draft
    let now = now()
    try await jobs.transaction { transaction in
      try transaction.connection.run(
        """
        INSERT INTO submission (id, state, body, created_at, updated_at)
        VALUES (:id, :state, :body, :created, :updated)
        """,
        [
          ":id": .text(id.text), ":state": .integer(state.rawValue), ":body": .blob(body),
          ":created": .integer(now.milliseconds), ":updated": .integer(now.milliseconds),
        ])
      if sending { try Self.enqueueNext(transaction) }
    }
    return Submission(
      id: id, state: state, body: body, createdAt: now, updatedAt: now, attempts: 0,
      isUnsettled: false, answerStatus: nil, answer: nil)
  }

  /// Moves a submission on a person's word; false where it cannot go there from where it is.
  ///
  /// A move to pending enqueues the delivery; one from `maybeSent` says that it did not arrive.
  public func move(_ id: SubmissionID, to state: SubmissionState) async throws -> Bool {
    try await settle(id, as: state, status: nil, answer: nil)
  }

  /// Records that an attempt begins, durably, before its first byte leaves.
  func beginAttempt(_ id: SubmissionID) async throws {
    let now = now()
    try await jobs.transaction { transaction in
      try transaction.connection.run(
        """
        UPDATE submission SET attempts = attempts + 1, unsettled = 1, updated_at = :now
        WHERE id = :id AND state = 1  -- 1: pending
        """, [":now": .integer(now.milliseconds), ":id": .text(id.text)])
    }
  }

  /// Records that the last attempt did not reach the server, or that the server did not take it.
  func endAttempt(_ id: SubmissionID) async throws {
    let now = now()
    try await jobs.transaction { transaction in
      try transaction.connection.run(
        "UPDATE submission SET unsettled = 0, updated_at = :now WHERE id = :id AND state = 1",
        [":now": .integer(now.milliseconds), ":id": .text(id.text)])
    }
  }

  /// Records what became of a submission and enqueues the next one; false for a forbidden move.
  @discardableResult
  func settle(
    _ id: SubmissionID, as state: SubmissionState, status: Int?, answer: String?
  ) async throws -> Bool {
    let now = now()
    return try await jobs.transaction { transaction in
      let connection = transaction.connection
      guard let old = try Self.submission(id, connection), old.state.successors.contains(state)
      else { return false }
      try connection.run(
        """
        UPDATE submission SET state = :state, unsettled = :unsettled, updated_at = :now,
          answer_status = coalesce(:status, answer_status), answer = coalesce(:answer, answer)
        WHERE id = :id
        """,
        [
          ":state": .integer(state.rawValue), ":id": .text(id.text),
          ":unsettled": .integer(state == .maybeSent ? 1 : 0), ":now": .integer(now.milliseconds),
          ":status": status.map { .integer($0) } ?? .null,
          ":answer": answer.map { .text($0) } ?? .null,
        ])
      try Self.enqueueNext(transaction)
      return true
    }
  }

  /// Lets a delivery that waits for a login try once more.
  public func release(_ condition: Condition) async throws {
    _ = try await jobs.apply(.release(condition))
  }

  /// Enqueues the delivery of the oldest pending submission, if there is one without a job.
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
        SELECT id, state, body, created_at, updated_at, attempts, unsettled, answer_status, answer
        FROM submission ORDER BY number
        """, [:], Self.submission(in:))
    }
  }

  /// All submissions; none where nothing has been submitted yet and the table is still missing.
  public func allIfPresent() async throws -> [Submission] {
    let version = try await jobs.read { try $0.version(of: Self.component) }
    return version == 0 ? [] : try await all()
  }

  private static func enqueueNext(_ transaction: JobTransaction) throws {
    let next = try transaction.connection.first(
      "SELECT id FROM submission WHERE state = 1 ORDER BY number LIMIT 1"
    ) { $0.text(0) }
    guard let next else { return }
    try transaction.enqueue(DeliverSubmission(SubmissionID(stored: next)))
  }

  private static func submission(
    _ id: SubmissionID, _ connection: Connection
  ) throws -> Submission? {
    try connection.first(
      """
      SELECT id, state, body, created_at, updated_at, attempts, unsettled, answer_status, answer
      FROM submission WHERE id = :id
      """, [":id": .text(id.text)], submission(in:))
  }

  private static func submission(in row: borrowing Row) -> Submission {
    guard let state = SubmissionState(rawValue: Int(row.integer(1))) else {
      preconditionFailure("the table's CHECK allows no other state")
    }
    return Submission(
      id: SubmissionID(stored: row.text(0)), state: state, body: row.blob(2),
      createdAt: Timestamp(milliseconds: row.integer(3)),
      updatedAt: Timestamp(milliseconds: row.integer(4)), attempts: Int(row.integer(5)),
      isUnsettled: row.integer(6) == 1, answerStatus: row.optionalInteger(7).map { Int($0) },
      answer: row.optionalText(8))
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
    """
  ]
}
