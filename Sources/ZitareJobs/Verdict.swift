public import ZitareBase

/// What is to become of a job after a run.
public enum Verdict: Sendable, Equatable {
  case completed(followers: [NewJob])
  /// The attempt failed and another follows.
  case retry(at: Timestamp, error: String)
  /// The last attempt failed, or a further one can't help.
  case dead(error: String)
  case snoozed(until: Timestamp)
  case cancelled(reason: String)
  case blocked(Condition)
  /// The program can't read the parameters; the job waits for one that can.
  case unreadable(error: String)
  /// It was held without having started, and starts now.
  case started
  /// The worker stops; the job goes back as if it had not been claimed.
  case released
}

extension Condition {
  /// What jobs of a kind wait for whose parameters could not be read; a worker that starts releases
  /// it, since it may be of a release that can.
  static func readable(_ kind: JobKind) -> Condition { Condition("\(readablePrefix)\(kind)") }

  static let readablePrefix = "parameters:"
}

extension Verdict {
  /// What follows from a run that returned.
  static func after(_ outcome: JobOutcome, now: Timestamp) throws -> Verdict {
    switch outcome {
    case .completed(let followers): .completed(followers: try followers.map { try NewJob($0) })
    case .snooze(let delay): .snoozed(until: now + delay)
    case .cancel(let reason): .cancelled(reason: reason)
    case .wait(let condition): .blocked(condition)
    }
  }

  /// What follows from a run that threw; `fraction`, from 0 up to 1, is the jitter.
  static func after(
    _ error: any Error, in job: ClaimedJob, policy: RetryPolicy, now: Timestamp, fraction: Double
  ) -> Verdict {
    let advice = error as? any RetryAdvice
    let attempt = job.usedAttempts + 1
    guard advice?.isTransient ?? true, attempt < job.maxAttempts else {
      return .dead(error: "\(error)")
    }
    let delay = policy.delay(
      afterAttempt: attempt, fraction: fraction, floor: advice?.retryAfter)
    return .retry(at: now + delay, error: "\(error)")
  }
}
