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
  /// For jobs that this program does not know.
  public var excludedKinds: Set<JobKind>
  public var limit: Int

  public init(
    states: Set<JobState> = Set(JobState.allCases), kinds: Set<JobKind>? = nil,
    excluding: Set<JobKind> = [], limit: Int = 100
  ) {
    self.states = states
    self.kinds = kinds
    excludedKinds = excluding
    self.limit = limit
  }
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

  public init(
    completed: Duration = .seconds(2 * 86_400), cancelled: Duration = .seconds(7 * 86_400),
    dead: Duration = .seconds(90 * 86_400)
  ) {
    self.completed = completed
    self.cancelled = cancelled
    self.dead = dead
  }
}
