internal import ZitareBase

extension WorkerSession {
  /// Takes back the jobs of dead workers, at first and once a minute, and removes old ones.
  mutating func care() async throws(StoreError) {
    guard now >= nextCare, !isDraining else { return }
    nextCare = now + .seconds(60)
    let rescued = try await patiently { store throws(StoreError) in try await store.rescue() }
    for rescue in rescued {
      worker.events(
        .rescued(JobReference(id: rescue.job, kind: rescue.kind), state: rescue.state))
    }
    let retention = worker.configuration.retention
    // A slice each time, so that no transaction holds the lock for long.
    _ = try await patiently { store throws(StoreError) in
      try await store.prune(retention, limit: 1000)
    }
  }

  /// Extends the leases when a third of them is over, and drops the runs that lost theirs.
  mutating func renewLeases(as id: WorkerID) async throws(StoreError) {
    guard now >= nextRenewal else { return }
    nextRenewal = now + worker.configuration.lease / 3
    guard !running.isEmpty else { return }
    let held = try await patiently { store throws(StoreError) in try await store.renew(id) }
    for (id, job) in running where !held.contains(id) && job.cancellation != .leaseLost {
      worker.events(.leaseLost(job.reference))
      running[id]?.cancellation = .leaseLost
      job.task.cancel()
    }
  }

  mutating func beginDraining() {
    guard deadline == nil else { return }
    deadline = now + worker.configuration.grace
    worker.events(.draining(running: running.count))
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
