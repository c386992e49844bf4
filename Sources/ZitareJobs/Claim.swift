public import ZitareBase

/// A job that a worker holds under a lease.
public struct ClaimedJob: Sendable, Equatable {
  public let id: JobID
  /// The number of this claim; an outcome counts only under the one it was earned with.
  public let claim: Int64
  public let kind: JobKind
  public let queue: QueueName
  public let parameters: [UInt8]
  /// How many attempts earlier claims have used.
  public let usedAttempts: Int
  public let maxAttempts: Int
  public let runAt: Timestamp
  public let claimedAt: Timestamp
}

/// How one run of a claimed job ended.
public struct EarnedOutcome: Sendable, Equatable {
  public let job: JobID
  public let claim: Int64
  public let verdict: Verdict

  public init(job: JobID, claim: Int64, verdict: Verdict) {
    self.job = job
    self.claim = claim
    self.verdict = verdict
  }
}

/// What an exchange of outcomes for new work came to.
public struct Exchange: Sendable, Equatable {
  public let claimed: [ClaimedJob]
  /// Outcomes that did not count, since the claim had passed to somebody else.
  public let refused: [JobID]
}

/// What a worker takes on.
public struct WorkerProfile: Sendable, Equatable {
  /// Queues in the order in which they are served.
  public let queues: [QueueName]
  /// Only jobs of these kinds are claimed; others stay.
  public let kinds: Set<JobKind>
  /// How long a claim holds without renewal.
  public let lease: Duration

  public init(queues: [QueueName], kinds: Set<JobKind>, lease: Duration) {
    self.queues = queues
    self.kinds = kinds
    self.lease = lease
  }
}
