import ZitareBase
import ZitareJobs
import ZitareJobsTesting

extension History {
  /// Jobs that have to do with each other.
  struct Group {
    /// A batch's members.
    var members: [JobID] = []
    /// What has been claimed of the limit's and the batch's jobs.
    var claimed: [ClaimedJob] = []
  }

  /// What limits, rates, batches, dependencies, pauses and debounced jobs bring about.
  mutating func group(
    _ step: Step, in store: SQLiteJobStore, for worker: WorkerID?
  ) async throws -> Bool {
    if try await bound(step, in: store) { return true }
    switch step {
    case .enqueueLimited:
      let jobs = try (70..<73).map { Mutation.enqueue(try first(LimitedJob(number: $0))) }
      // A limit that is idle by the time of pruning.
      let other = try first(LimitedJob(number: 73, host: "two", rate: 6000))
      _ = try await store.apply([.enqueue(other)] + jobs)
    case .enqueueBatch:
      let batch = NewBatch(
        "letters", jobs: try (80..<82).map { try first(ScriptedJob(number: $0)) },
        completion: try NewJob(ScriptedJob(number: 82)))
      let result = try await store.apply(.enqueueBatch(batch))
      guard case .enqueuedBatch(_, let jobs) = result else { fatalError("\(result)") }
      group.members = jobs
    case .enqueueDependent:
      let dependents = try group.members.map { member in
        var job = try NewJob(ScriptedJob(number: 83))
        job.dependencies = [member]
        return Mutation.enqueue(job)
      }
      _ = try await store.apply(dependents)
    case .claimLimited:
      guard let worker else { return false }
      group.claimed = try await store.exchange([], claim: 4, for: worker).claimed
    case .finishLimited:
      let done = group.claimed.filter { $0.kind == LimitedJob.kind || $0.id == group.members[0] }
      try await end(done, .completed(followers: []), in: store, for: worker)
    case .killMember:
      let last = group.claimed.filter { $0.id == group.members[1] }
      try await end(last, .dead(error: "no such address"), in: store, for: worker)
    case .enqueueLate, .putOff:
      var job = try NewJob(ScriptedJob(number: 90, key: "late"))
      job.uniqueness?.conflict = .debounce(quiet: .seconds(5), atMost: .seconds(60))
      _ = try await store.apply(.enqueue(job))
    default: return false
    }
    return true
  }

  /// What bounds jobs, and holds a queue back.
  private func bound(_ step: Step, in store: SQLiteJobStore) async throws -> Bool {
    let mutation: Mutation
    switch step {
    case .limitHost:
      let rate = RateLimit(60, per: .seconds(60), burst: 2)
      mutation = .limit("host:one", .init(concurrency: 1, rate: rate))
    case .limitQueue: mutation = .limitQueue("default", .init(concurrency: 20))
    case .freeHost: mutation = .limit("host:one", nil)
    case .pauseQueue: mutation = .pauseQueue("default", isPaused: true)
    case .resumeQueue: mutation = .pauseQueue("default", isPaused: false)
    default: return false
    }
    _ = try await store.apply(mutation)
    return true
  }

  /// A job that is claimed before all others.
  private func first(_ job: some Job) throws -> NewJob {
    var job = try NewJob(job)
    job.priority = 0
    return job
  }

  private func end(
    _ jobs: [ClaimedJob], _ verdict: Verdict, in store: SQLiteJobStore, for worker: WorkerID?
  ) async throws {
    guard let worker, !jobs.isEmpty else { fatalError("nothing to end") }
    let outcomes = jobs.map { EarnedOutcome(job: $0.id, claim: $0.claim, verdict: verdict) }
    _ = try await store.exchange(outcomes, claim: 0, for: worker)
  }
}
