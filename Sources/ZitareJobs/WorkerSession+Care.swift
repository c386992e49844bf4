internal import ZitareBase

extension WorkerSession {
  /// Takes back the jobs of dead workers, at first, once a minute and once in a shorter lease, and
  /// removes old ones.
  ///
  /// Where a newer release has taken over the store, the worker drains.
  mutating func care() async throws(StoreError) {
    let now = now  // both from one instant, so that an idle worker wakes up once for them
    try await prune(at: now)
    guard now >= nextCare, !isDraining else { return }
    nextCare = now + min(.seconds(60), worker.configuration.lease)
    let rescued: [Rescue]
    do {
      rescued = try await patiently { store throws(StoreError) in try await store.rescue() }
    } catch {
      guard case .newerSchema = error else { throw error }
      failure = error
      return beginDraining()
    }
    for rescue in rescued {
      worker.events(
        .rescued(JobReference(id: rescue.job, kind: rescue.kind), state: rescue.state))
    }
  }

  /// Removes old jobs a slice at a time, so that no transaction holds the lock for long; the next
  /// slice follows soon, or the next look in a minute.
  private mutating func prune(at now: Duration) async throws(StoreError) {
    guard now >= nextPrune, !isDraining else { return }
    let retention = worker.configuration.retention
    let removed = try await patiently { store throws(StoreError) in
      try await store.prune(retention, limit: Retention.slice)
    }
    nextPrune = now + (removed >= Retention.slice ? .milliseconds(100) : .seconds(60))
  }

  /// Extends the leases when a third of them is over, and drops the runs that lost theirs.
  mutating func renewLeases(as id: WorkerID) async throws(StoreError) {
    guard now >= nextRenewal else { return }
    nextRenewal = now + worker.configuration.lease / 3
    guard !(running.isEmpty && waiting.isEmpty) else { return }
    let held = try await renew(as: id)
    waiting.removeAll { !held.contains($0.id) }
    for (id, job) in running where !held.contains(id) { lose(job.claimed) }
  }

  private func renew(as id: WorkerID) async throws(StoreError) -> Set<JobID> {
    try await patiently { store throws(StoreError) in try await store.renew(id) }
  }

  /// The claimed jobs that this worker may start: all, unless it was stopped for longer than their
  /// lease before it learned of them, and others have them by now.
  mutating func stillHeld(
    _ claimed: [ClaimedJob], since asked: Duration, as id: WorkerID
  ) async throws(StoreError) -> [ClaimedJob] {
    guard !claimed.isEmpty, now - asked >= worker.configuration.lease else { return claimed }
    let held = try await renew(as: id)
    for job in claimed where !held.contains(job.id) { lose(job) }
    return claimed.filter { held.contains($0.id) }
  }

  /// Stops a run whose claim has passed to somebody else; what it comes to does not count.
  mutating func lose(_ job: ClaimedJob) {
    if let run = running[job.id], run.claimed.claim == job.claim {
      if case .leaseLost = run.cancellation { return }
      running[job.id]?.cancellation = .leaseLost
      run.task.cancel()
    }
    worker.events(.leaseLost(JobReference(id: job.id, kind: job.kind)))
  }

  /// Cancels runs that have had their time, and tells of those that do not react.
  mutating func endOverdue() {
    for (id, job) in running {
      guard let deadline = job.deadline, now >= deadline else { continue }
      if job.cancellation == nil, let timeout = worker.registry[job.claimed.kind]?.timeout {
        cancel(id, .timedOut(after: timeout))
        let limit = now + worker.configuration.patience
        running[id]?.deadline = limit
      } else {
        running[id]?.deadline = nil
        worker.events(.stuck(job.reference))
      }
    }
  }

  mutating func beginDraining() {
    guard deadline == nil else { return }
    deadline = now + worker.configuration.grace
    worker.events(.draining(running: running.count))
    settled += waiting.map { SettledRun(job: $0, verdict: .released) }
    waiting = []
  }

  /// Cancels what outlasts the grace time; what outlasts that is left behind.
  mutating func endGrace() {
    guard !isGraceOver else { return }
    isGraceOver = true
    deadline = now + worker.configuration.patience
    for (id, job) in running where job.cancellation == nil {
      running[id]?.cancellation = .drained
      job.task.cancel()
    }
  }

  /// Whether jobs ignore their cancellation for too long; they go back to the store as they are.
  var isAbandoning: Bool {
    guard isGraceOver, let deadline else { return false }
    return now >= deadline && settled.isEmpty
  }
}
