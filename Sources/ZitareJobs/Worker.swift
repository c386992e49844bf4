/// Runs the jobs of a store, several at once, each under a lease that it renews.
///
/// A worker runs once: after `run` or `runUntilIdle` has returned, make another. Jobs end by
/// cancellation of their task when an operator cancels them, when their lease is lost and when the
/// grace time of a `stop` is over.
public final class Worker<Services: Sendable>: Sendable {
  let store: any JobStore
  let registry: JobRegistry<Services>
  let services: Services
  let configuration: WorkerConfiguration
  let clocks: Clocks
  let jitter: @Sendable () -> Double
  let events: @Sendable (JobEvent) -> Void
  let executor: (any TaskExecutor)?
  let mailbox = Mailbox<WorkerSignal>()

  /// - Parameters:
  ///   - jitter: gives fractions from 0 up to 1 for the delays of retries.
  ///   - executor: runs the worker and its jobs; nil stands for the shared one.
  public init(
    store: any JobStore, registry: JobRegistry<Services>, services: Services,
    configuration: WorkerConfiguration = WorkerConfiguration(), clocks: Clocks = .system,
    jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    events: @escaping @Sendable (JobEvent) -> Void = { _ in },
    executor: (any TaskExecutor)? = nil
  ) {
    self.store = store
    self.registry = registry
    self.services = services
    self.configuration = configuration
    self.clocks = clocks
    self.jitter = jitter
    self.events = events
    self.executor = executor
  }

  /// Works until `stop`, and then until the jobs that run have ended or the grace time is over.
  ///
  /// Throws a `StoreError` that no waiting can mend, such as tables of a newer release.
  public func run() async throws { _ = try await work(untilIdle: false) }

  /// Works until nothing is available any more; it does not wait for jobs that are due later.
  public func runUntilIdle() async throws -> WorkSummary { try await work(untilIdle: true) }

  /// Ends the intake: jobs that run may finish within the grace time, others go back untouched.
  public func stop() { mailbox.post(.stop) }

  private func work(untilIdle: Bool) async throws -> WorkSummary {
    // A task of its own: a caller that is cancelled still drains, as after `stop`.
    let work = Task(executorPreference: executor) { [self] in
      let ticks = store.wakeups()
      async let _ = { [mailbox] in for await _ in ticks { mailbox.post(.woken) } }()
      var session = WorkerSession(self, untilIdle: untilIdle)
      return try await session.run()
    }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      stop()
    }
  }
}

/// What a worker's loop reacts to.
enum WorkerSignal: Sendable {
  case finished(JobID, claim: Int64, RunResult)
  case progress(JobID, claim: Int64, JobProgress)
  /// The store has changed.
  case woken
  /// The time of the last wait is over.
  case tick
  case stop

  var isStop: Bool { if case .stop = self { true } else { false } }
}

/// How a run ended, before anything is made of it.
enum RunResult: Sendable {
  case returned(JobOutcome)
  case threw(any Error)
  case unreadable(any Error)
}
