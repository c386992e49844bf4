internal import ZitareBase
public import ZitareJobs

/// A queue without a store: a job runs as it is enqueued, and its followers right after it.
///
/// Parameters are encoded and decoded on the way, as in a real queue. Nothing is unique, limited,
/// put off or tried again.
public final class InlineQueue<Services: Sendable>: Sendable {
  private let registry: JobRegistry<Services>
  private let services: Services
  private let clock: TestClock
  private let state = Mutex((lastID: Int64(0), ran: [NewJob]()))

  public init(
    registry: JobRegistry<Services>, services: Services, clock: TestClock = TestClock()
  ) {
    self.registry = registry
    self.services = services
    self.clock = clock
  }

  /// What has run, in order, among it what failed.
  public var ran: [NewJob] { state.withLock { $0.ran } }

  /// Runs a job and returns its outcome; what follows from it has run by then.
  ///
  /// Throws what the job or one that follows throws, what its coding throws, or an
  /// `UnregisteredKind`.
  @discardableResult
  public func enqueue(_ job: some Job, attempt: Int = 1) async throws -> JobOutcome {
    try await run(NewJob(job), attempt: attempt)
  }

  private func run(_ job: NewJob, attempt: Int) async throws -> JobOutcome {
    let id = state.withLock { state in
      state.lastID += 1
      state.ran.append(job)
      return JobID(rawValue: state.lastID)
    }
    let context = JobContext(
      services: services, id: id, attempt: attempt, maxAttempts: max(attempt, job.maxAttempts),
      now: { [clock] in clock.now })
    guard let outcome = try await registry.run(job, in: context) else {
      throw UnregisteredKind(kind: job.kind)
    }
    if case .completed(let followers) = outcome {
      for follower in followers { _ = try await run(NewJob(follower), attempt: 1) }
    }
    return outcome
  }
}

/// A job was enqueued whose kind the registry does not have.
public struct UnregisteredKind: Error, Equatable, CustomStringConvertible {
  public let kind: JobKind

  public init(kind: JobKind) { self.kind = kind }

  public var description: String { "no type is registered for the kind \(kind)" }
}
