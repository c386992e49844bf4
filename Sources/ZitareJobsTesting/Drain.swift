public import ZitareBase
public import ZitareJobs

/// One run of a job and what it came to.
public struct DrainedRun: Sendable, Equatable {
  public let job: JobReference
  /// From 1; a run that snoozed or waited has used none.
  public let attempt: Int
  public let ending: Ending

  public init(job: JobReference, attempt: Int, ending: Ending) {
    self.job = job
    self.attempt = attempt
    self.ending = ending
  }

  public enum Ending: Sendable, Equatable {
    case completed
    case retrying(at: Timestamp, error: String)
    case dead(error: String)
    case snoozed(until: Timestamp)
    case cancelled(reason: String)
    case blocked(Condition)
    case unreadable(error: String)
  }
}

extension JobStore {
  /// Runs what is available, one job after the other, until nothing is left, and returns what ran.
  ///
  /// With `end` it goes on with all that comes due up to then, among it retries, for which it moves
  /// the clock; that must be the clock of the store. It stands at `end` afterwards.
  @discardableResult
  public func drain<Services: Sendable>(
    _ registry: JobRegistry<Services>, services: Services, clock: TestClock,
    queues: [WorkerQueue] = ["default"], through end: Timestamp? = nil,
    jitter: @escaping @Sendable () -> Double = { 0.5 }
  ) async throws -> [DrainedRun] {
    let log = RunLog()
    while true {
      let worker = Worker(
        store: self, registry: registry, services: services,
        configuration: WorkerConfiguration(queues: queues, concurrency: 1),
        clocks: clock.clocks(), jitter: jitter, events: { log.note($0) })
      _ = try await worker.runUntilIdle()
      guard let end, let due = try await nextDue(), due <= end, clock.now < end else { break }
      // What is due at an instant may become so right after it, such as a deadline.
      clock.advance(by: max(due - clock.now, .milliseconds(1)))
    }
    if let end, clock.now < end { clock.advance(by: end - clock.now) }
    return log.runs
  }
}

/// Makes runs of the events of a worker.
private final class RunLog: Sendable {
  private let state = Mutex((attempts: [JobID: Int](), runs: [DrainedRun]()))

  var runs: [DrainedRun] { state.withLock { $0.runs } }

  func note(_ event: JobEvent) {
    switch event {
    case .started(let job, let attempt): state.withLock { $0.attempts[job.id] = attempt }
    case .completed(let job, _): end(job, .completed)
    case .retrying(let job, let time, let error): end(job, .retrying(at: time, error: error))
    case .dead(let job, let error): end(job, .dead(error: error))
    case .snoozed(let job, let time): end(job, .snoozed(until: time))
    case .cancelled(let job, let reason): end(job, .cancelled(reason: reason))
    case .blocked(let job, let condition): end(job, .blocked(condition))
    case .unreadable(let job, let error): end(job, .unreadable(error: error))
    default: break
    }
  }

  /// A job that died while it waited has not run.
  private func end(_ job: JobReference, _ ending: DrainedRun.Ending) {
    state.withLock { state in
      guard let attempt = state.attempts.removeValue(forKey: job.id) else { return }
      state.runs.append(DrainedRun(job: job, attempt: attempt, ending: ending))
    }
  }
}
