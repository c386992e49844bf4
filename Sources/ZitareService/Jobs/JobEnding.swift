import ZitareJobs

/// What became of jobs that somebody waited for, worst last.
struct JobEnding: Sendable, Equatable {
  var completed = 0
  var retrying = 0
  var waiting = 0
  var cancelled = 0
  /// The kinds of those that died.
  var dead: [JobKind] = []

  /// What `--json` prints of it.
  struct Line: Encodable, Equatable {
    let completed: Int
    let retrying: Int
    let waiting: Int
    let cancelled: Int
    let dead: Int

    init(_ ending: JobEnding) {
      completed = ending.completed
      retrying = ending.retrying
      waiting = ending.waiting
      cancelled = ending.cancelled
      dead = ending.dead.count
    }
  }

  mutating func add(_ other: JobEnding) {
    completed += other.completed
    retrying += other.retrying
    waiting += other.waiting
    cancelled += other.cancelled
    dead += other.dead
  }

  mutating func count(_ record: JobRecord) {
    switch record.state {
    case .completed: completed += 1
    case .scheduled: retrying += 1
    case .dead: dead.append(record.kind)
    case .cancelled: cancelled += 1
    case .blocked, .available, .running: waiting += 1
    }
  }

  mutating func count(_ event: JobEvent) {
    switch event {
    case .completed: completed += 1
    case .retrying, .snoozed: retrying += 1
    case .dead(let job, _): dead.append(job.kind)
    case .cancelled: cancelled += 1
    case .blocked, .unreadable: waiting += 1
    case .started, .progress, .cutOff, .stuck, .released, .leaseLost, .rescued, .fired,
      .suppressed, .skipped, .tooLate, .missed, .clockHeld, .clockReset, .zoneUnreadable,
      .storeUnavailable, .draining:
      break
    }
  }
}

extension ServiceDefinition {
  /// The exit code for what became of jobs: the worst of them decides.
  func exitCode(of ending: JobEnding) -> ExitCode {
    if let code = ending.dead.map(deadExitCode).min(by: { $0.rawValue < $1.rawValue }) {
      return code
    }
    return ending.retrying > 0 ? .tryLater : .success
  }
}

extension MutationResult {
  /// The job that an enqueueing made or kept.
  var jobID: JobID? {
    switch self {
    case .enqueued(let id), .kept(let id), .replaced(let id): id
    case .enqueuedBatch, .impossible, .moved, .changed, .suppressed, .skipped, .refused, .conflict,
      .notFound, .saved:
      nil
    }
  }
}
