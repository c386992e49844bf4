internal import ZitareBase

/// One run of a worker: the loop that trades outcomes for new jobs until it ends.
struct WorkerSession<Services: Sendable> {
  let worker: Worker<Services>
  let untilIdle: Bool
  var running: [JobID: RunningJob] = [:]
  /// Jobs that are held and have not started.
  var waiting: [ClaimedJob] = []
  /// Outcomes that are not recorded yet.
  var settled: [SettledRun] = []
  var summary = WorkSummary()
  /// When draining has to be over, from `stop` on.
  var deadline: Duration?
  var isGraceOver = false
  /// Why the worker drains, if not by `stop`.
  var failure: StoreError?
  var nextRenewal: Duration
  var nextCare: Duration
  var nextPrune: Duration

  struct RunningJob {
    let claimed: ClaimedJob
    let task: Task<Void, Never>
    /// When it has had its time; then, when it must have reacted.
    var deadline: Duration?
    var cancellation: Cancellation?

    var reference: JobReference { JobReference(id: claimed.id, kind: claimed.kind) }
  }

  /// Why a run was told to stop.
  enum Cancellation {
    case ordered(reason: String)
    case drained
    case leaseLost
    case timedOut(after: Duration)
  }

  struct SettledRun {
    let job: ClaimedJob
    let verdict: Verdict

    var reference: JobReference { JobReference(id: job.id, kind: job.kind) }
  }

  init(_ worker: Worker<Services>, untilIdle: Bool) {
    self.worker = worker
    self.untilIdle = untilIdle
    nextRenewal = .zero
    nextCare = .zero
    nextPrune = .zero
  }

  var now: Duration { worker.clocks.boot() }
  var isDraining: Bool { deadline != nil }

  mutating func run() async throws -> WorkSummary {
    let profile = WorkerProfile(
      queues: worker.configuration.queues, kinds: worker.registry.kinds,
      lease: worker.configuration.lease)
    let id = try await patiently { store throws(StoreError) in try await store.enroll(profile) }
    do {
      try await loop(as: id)
      if let failure { throw failure }
      if untilIdle { summary.leftScheduled = try await worker.store.counts()[.scheduled] ?? 0 }
    } catch {
      for job in running.values { job.task.cancel() }
      // The first error says more; what can't be given back now is rescued when the process ends.
      try? await worker.store.retire(id)
      throw error
    }
    try await patiently { store throws(StoreError) in try await store.retire(id) }
    for job in running.values { worker.events(.released(job.reference)) }
    return summary
  }

  private mutating func loop(as id: WorkerID) async throws(StoreError) {
    nextRenewal = now + worker.configuration.lease / 3
    while true {
      try await care()
      let claimed = try await exchange(as: id)
      if running.isEmpty && (isDraining || untilIdle && claimed == 0) { return }
      if isAbandoning { return }
      let time = worker.clocks.wall()
      let signals = await signals(within: try await pause(), of: time)
      try await handle(signals, as: id)
    }
  }

  /// Records what has ended and claims as much as there is room for.
  private mutating func exchange(as id: WorkerID) async throws(StoreError) -> Int {
    let configuration = worker.configuration
    let room = isDraining ? 0 : configuration.concurrency - running.count
    let spare = isDraining ? 0 : max(0, configuration.prefetch - waiting.count)
    guard room > 0 || !settled.isEmpty else { return 0 }
    let outcomes = settled.map {
      EarnedOutcome(job: $0.job.id, claim: $0.job.claim, verdict: $0.verdict)
    }
    let asked = now
    let exchange = try await patiently { store throws(StoreError) in
      try await store.exchange(outcomes, claim: room + spare, prefetch: spare, for: id)
    }
    let claimed = try await stillHeld(exchange.claimed, since: asked, as: id)
    let refused = Set(exchange.refused)
    for run in settled {
      if refused.contains(run.job.id) {
        lose(run.job)
      } else {
        summary.count(run.verdict)
        if let event = run.event(now: worker.clocks.wall()) { worker.events(event) }
      }
    }
    settled = []
    for casualty in exchange.casualties {
      summary.dead += 1
      worker.events(
        .dead(JobReference(id: casualty.job, kind: casualty.kind), error: casualty.reason))
    }
    waiting += claimed.filter(\.isPrefetched)
    for job in claimed where !job.isPrefetched { start(job) }
    return exchange.claimed.count
  }

  /// How long to wait for signals at most.
  private func pause() async throws(StoreError) -> Duration {
    var until = now + worker.configuration.idleSleep
    if let deadline { until = min(until, deadline) }
    if !running.isEmpty { until = min(until, nextRenewal) }
    for job in running.values { until = min(until, job.deadline ?? until) }
    if !isDraining { until = min(until, nextPrune, nextCare) }
    if !isDraining && running.count < worker.configuration.concurrency && worker.mailbox.isEmpty,
      let due = try await patiently({ store throws(StoreError) in try await store.nextDue() })
    {
      // No longer than the idle sleep, whatever the wall clock does meanwhile.
      until = min(until, now + (due - worker.clocks.wall()))
    }
    return max(until - now, .zero)
  }

  /// What there is to react to, a tick once `limit` is over.
  ///
  /// `time` is what the wall clock showed before the limit was chosen.
  private func signals(within limit: Duration, of time: Timestamp) async -> [WorkerSignal] {
    let mailbox = worker.mailbox
    guard mailbox.isEmpty else { return await mailbox.take() }
    let clocks = worker.clocks
    // An idle one also sees at once when the clock is set: jobs may be due then.
    let isIdle = running.isEmpty && limit >= .seconds(1)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          if isIdle {
            try await clocks.sleepUntil(time + min(limit, SystemTimer.longest))
          } else {
            try await clocks.sleep(limit)
          }
          mailbox.post(.tick)
        } catch {
          // Cancelled: something else came first.
        }
      }
      let signals = await mailbox.take()
      group.cancelAll()
      return signals
    }
  }

  /// Calls the store until it answers; what no waiting can mend is thrown.
  ///
  /// A run until idle gives up after about half a minute, a worker that is to stop after its grace
  /// time: whatever it holds is taken back once its process has ended.
  func patiently<R>(
    _ body: (any JobStore) async throws(StoreError) -> R
  ) async throws(StoreError) -> R {
    var delay = Duration.milliseconds(250)
    var limit: Duration?
    while true {
      do throws(StoreError) {
        return try await body(worker.store)
      } catch {
        guard error.isTransient, !untilIdle || delay < .seconds(16) else { throw error }
        if limit == nil, isDraining || worker.mailbox.contains(where: \.isStop) {
          limit = now + worker.configuration.grace
        }
        if let limit, now >= limit { throw error }
        worker.events(.storeUnavailable(error))
        do {
          try await worker.clocks.sleep(delay)
        } catch {
          throw .unavailable("the worker was cancelled while it waited")
        }
        delay = min(delay * 2, .seconds(30))
      }
    }
  }
}
