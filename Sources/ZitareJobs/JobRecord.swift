public import ZitareBase

/// A job as it is stored.
public struct JobRecord: Sendable, Equatable {
  public let id: JobID
  public let kind: JobKind
  public let queue: QueueName
  public let state: JobState
  public let priority: Int
  public let runAt: Timestamp
  public let attempt: Int
  public let maxAttempts: Int
  public let createdAt: Timestamp
  /// When its current or last run began.
  public let claimedAt: Timestamp?
  public let finishedAt: Timestamp?
  /// Why it failed last, was cancelled, or can't be read.
  public let reason: String?
  /// What a blocked job waits for.
  public let condition: Condition?
  public let progress: JobProgress?
  public let isCancelRequested: Bool
  public let deadline: Timestamp?
  public let limit: LimitName?
  public let batch: BatchID?
  /// The JSON of its stored properties.
  public let parameters: [UInt8]
}

/// An attempt that did not complete.
public struct FailedAttempt: Sendable, Equatable {
  public let number: Int
  public let startedAt: Timestamp
  public let endedAt: Timestamp
  public let error: String
}

/// Which jobs to list.
public struct JobQuery: Sendable {
  public var states: Set<JobState>
  /// Nil for all.
  public var kinds: Set<JobKind>?
  public var queue: QueueName?
  public var batch: BatchID?
  /// Only jobs that were added then or later.
  public var since: Timestamp?
  public var limit: Int

  public init(
    states: Set<JobState> = Set(JobState.allCases), kinds: Set<JobKind>? = nil,
    queue: QueueName? = nil, batch: BatchID? = nil, since: Timestamp? = nil, limit: Int = 100
  ) {
    self.states = states
    self.kinds = kinds
    self.queue = queue
    self.batch = batch
    self.since = since
    self.limit = limit
  }
}

/// A queue as it is stored.
public struct QueueRecord: Sendable, Equatable {
  public let name: QueueName
  public let isPaused: Bool
  public let bounds: JobLimit.Bounds
  public let available: Int
  public let running: Int
}

/// A limit as it is stored.
public struct LimitRecord: Sendable, Equatable {
  public let name: LimitName
  public let bounds: JobLimit.Bounds
  /// Whether an operator has set the bounds, so that those of jobs don't count.
  public let isOperators: Bool
  public let running: Int
  /// Jobs that this limit alone holds back.
  public let blocked: Int
}

/// A job whose worker is gone.
public struct Rescue: Sendable, Equatable {
  public let job: JobID
  public let kind: JobKind
  /// `available`, or `dead` if that was its last attempt.
  public let state: JobState
}

/// How long finished jobs are kept, by how they ended.
public struct Retention: Sendable, Equatable {
  public var completed: Duration
  public var cancelled: Duration
  public var dead: Duration

  /// How many jobs a slice removes, so that its transaction is short: tens of milliseconds.
  public static let slice = 250

  public init(
    completed: Duration = .seconds(2 * 86_400), cancelled: Duration = .seconds(7 * 86_400),
    dead: Duration = .seconds(90 * 86_400)
  ) {
    self.completed = completed
    self.cancelled = cancelled
    self.dead = dead
  }
}
