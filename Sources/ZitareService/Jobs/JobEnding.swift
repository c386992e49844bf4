import ZitareJobs

/// What became of jobs that somebody waited for, worst last.
struct JobEnding: Sendable, Equatable {
  var completed = 0
  var retrying = 0
  var waiting = 0
  var cancelled = 0
  /// The kinds of those that died.
  var dead: [JobKind] = []

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
    case .retrying: retrying += 1
    case .dead(let job, _): dead.append(job.kind)
    case .cancelled: cancelled += 1
    case .blocked, .unreadable: waiting += 1
    case .started, .progress, .snoozed, .stuck, .released, .leaseLost, .rescued, .fired,
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
