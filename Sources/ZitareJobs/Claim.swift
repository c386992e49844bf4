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
  /// Whether it is held without having started.
  public let isPrefetched: Bool
  /// The batch that it is in.
  public let batchID: BatchID?
  /// What became of the batch after which it runs.
  public let batch: BatchCounts?
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
  /// Jobs that died without a worker's doing, by a deadline or by one they waited for.
  public let casualties: [Casualty]
}

/// A job that died while it waited.
public struct Casualty: Sendable, Equatable {
  public let job: JobID
  public let kind: JobKind
  public let reason: String
}

/// A queue that a worker serves, and how often.
///
/// Where several have jobs, each gets claims in proportion to its weight.
public struct WorkerQueue: Sendable, Hashable {
  public let name: QueueName
  public let weight: Int

  public init(_ name: QueueName, weight: Int = 1) {
    precondition((1...1000).contains(weight), "\(name): weights go from 1 to 1000")
    self.name = name
    self.weight = weight
  }
}

extension WorkerQueue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(QueueName(value)) }
}

/// What a worker takes on.
public struct WorkerProfile: Sendable, Equatable {
  public let queues: [WorkerQueue]
  /// Only jobs of these kinds are claimed; others stay.
  public let kinds: Set<JobKind>
  /// How long a claim holds without renewal.
  public let lease: Duration

  public init(queues: [WorkerQueue], kinds: Set<JobKind>, lease: Duration) {
    self.queues = queues
    self.kinds = kinds
    self.lease = lease
  }
}
