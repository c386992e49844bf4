internal import ZitareBase

extension WorkerSession {
  /// Starts a claimed job in a task of its own, which can be cancelled alone and left behind.
  mutating func start(_ job: ClaimedJob) {
    let reference = JobReference(id: job.id, kind: job.kind)
    let gate = ProgressGate(interval: .milliseconds(250))
    let (worker, mailbox) = (worker, worker.mailbox)
    let context = JobContext(
      services: worker.services, id: job.id, attempt: job.usedAttempts + 1,
      maxAttempts: job.maxAttempts, claim: job.claim, batchID: job.batchID,
      batch: job.batch, now: worker.clocks.wall
    ) { progress in
      guard gate.admits(progress, at: worker.clocks.boot()) else { return }
      mailbox.post(.progress(job.id, claim: job.claim, progress))
    }
    worker.events(.started(reference, attempt: context.attempt))
    let task = Task(executorPreference: worker.executor) {
      mailbox.post(
        .finished(job.id, claim: job.claim, await worker.result(of: job, context)))
    }
    // After a lost lease the same worker may be the one to claim the job anew.
    running[job.id]?.task.cancel()
    let timeout = worker.registry[job.kind]?.timeout
    running[job.id] = RunningJob(claimed: job, task: task, deadline: timeout.map { now + $0 })
  }

  /// Starts jobs that are held ready, as far as there is room.
  private mutating func startWaiting() {
    while running.count < worker.configuration.concurrency, !waiting.isEmpty {
      let job = waiting.removeFirst()
      start(job)
      settled.append(SettledRun(job: job, verdict: .started))
    }
  }

  mutating func handle(
    _ signals: [WorkerSignal], as id: WorkerID
  ) async throws(StoreError) {
    var isWoken = false
    for signal in signals {
      switch signal {
      case .finished(let job, let claim, let result): settle(job, claim: claim, result)
      case .progress(let job, let claim, let progress):
        try await report(progress, of: job, claim: claim)
      case .woken: isWoken = true
      case .tick: break
      case .stop: beginDraining()
      }
    }
    if isWoken && !(running.isEmpty && waiting.isEmpty) { try await cancelOrdered(as: id) }
    try await renewLeases(as: id)  // before others start: they may have passed to somebody else
    startWaiting()
    endOverdue()
    if let deadline, now >= deadline { endGrace() }
  }

  private mutating func settle(_ id: JobID, claim: Int64, _ result: RunResult) {
    guard let job = running[id], job.claimed.claim == claim else { return }
    running[id] = nil
    if case .leaseLost = job.cancellation { return }
    let verdict = verdict(on: result, of: job)
    settled.append(SettledRun(job: job.claimed, verdict: verdict))
  }

  private func verdict(on result: RunResult, of job: RunningJob) -> Verdict {
    let now = worker.clocks.wall()
    switch result {
    case .unreadable(let error): return .unreadable(error: "\(error)")
    case .returned(let outcome):
      do {
        return try .after(outcome, now: now)
      } catch {
        return failed(error, job.claimed, now: now)
      }
    case .threw(let error):
      switch job.cancellation {
      case .ordered(let reason): return .cancelled(reason: reason)
      case .drained, .leaseLost: return .released
      case .timedOut(let time): return failed(TimeoutError(limit: time), job.claimed, now: now)
      case nil: return failed(error, job.claimed, now: now)
      }
    }
  }

  private func failed(_ error: any Error, _ job: ClaimedJob, now: Timestamp) -> Verdict {
    let policy = worker.registry[job.kind]?.retry ?? .never
    if (error as? any RetryAdvice)?.isCutOff == true {
      worker.events(.cutOff(JobReference(id: job.id, kind: job.kind)))
    }
    return .after(error, in: job, policy: policy, now: now, fraction: worker.jitter())
  }

  private func report(
    _ progress: JobProgress, of id: JobID, claim: Int64
  ) async throws(StoreError) {
    guard let job = running[id], job.claimed.claim == claim else { return }
    worker.events(.progress(job.reference, progress))
    do throws(StoreError) {
      try await worker.store.record(progress, of: id, claim: claim)
    } catch {
      guard error.isTransient else { throw error }
      worker.events(.storeUnavailable(error))  // the next report tells more anyway
    }
  }

  private mutating func cancelOrdered(as id: WorkerID) async throws(StoreError) {
    let ordered = try await patiently { store throws(StoreError) in
      try await store.cancellations(for: id)
    }
    for (job, reason) in ordered {
      if let index = waiting.firstIndex(where: { $0.id == job }) {
        let verdict = Verdict.cancelled(reason: reason)
        settled.append(SettledRun(job: waiting.remove(at: index), verdict: verdict))
      } else {
        cancel(job, .ordered(reason: reason))
      }
    }
  }

  mutating func cancel(_ id: JobID, _ cancellation: Cancellation) {
    guard running[id]?.cancellation == nil else { return }
    running[id]?.cancellation = cancellation
    running[id]?.task.cancel()
  }
}

/// What an attempt failed with that took too long.
struct TimeoutError: Error, CustomStringConvertible {
  let limit: Duration
  var description: String { "it was stopped after \(limit.milliseconds) ms, the most it may take" }
}

extension WorkerSession.SettledRun {
  /// What there is to tell once the outcome is recorded.
  func event(now: Timestamp) -> JobEvent? {
    switch verdict {
    case .started: nil  // told when it did
    case .completed: .completed(reference, after: now - job.claimedAt)
    case .retry(let time, let error): .retrying(reference, at: time, error: error)
    case .dead(let error): .dead(reference, error: error)
    case .snoozed(let time): .snoozed(reference, until: time)
    case .cancelled(let reason): .cancelled(reference, reason: reason)
    case .blocked(let condition): .blocked(reference, condition)
    case .unreadable(let error): .unreadable(reference, error: error)
    case .released: .released(reference)
    }
  }
}

extension Worker {
  /// Reads the parameters of a job and runs it.
  func result(of job: ClaimedJob, _ context: JobContext<Services>) async -> RunResult {
    guard let entry = registry[job.kind] else {
      preconditionFailure("only kinds of the registry are claimed")
    }
    let run: JobRegistry<Services>.Run
    do {
      run = try entry.prepare(job.parameters)
    } catch {
      return .unreadable(error)
    }
    do {
      return .returned(try await run(context))
    } catch {
      return .threw(error)
    }
  }
}
