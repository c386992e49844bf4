import ZitareBase
import ZitareJobs
import ZitareJobsTesting

extension History {
  /// Jobs that have to do with each other.
  struct Group {
    var worker: WorkerID?
    /// A batch's members.
    var members: [JobID] = []
    /// What its worker has claimed.
    var claimed: [ClaimedJob] = []
  }

  /// What limits, rates, batches, dependencies, pauses and debounced jobs bring about.
  mutating func group(_ step: Step, in store: SQLiteJobStore) async throws -> Bool {
    if try await bound(step, in: store) { return true }
    switch step {
    case .enrollSecond: group.worker = try await store.enroll(Self.profile)
    case .enqueueLimited:
      let jobs = try (70..<73).map { Mutation.enqueue(try grouped(LimitedJob(number: $0))) }
      // A limit that is idle by the time of pruning.
      let other = try grouped(LimitedJob(number: 73, host: "two", rate: 6000))
      _ = try await store.apply([.enqueue(other)] + jobs)
    case .enqueueBatch:
      let batch = NewBatch(
        "letters", jobs: try (80..<82).map { try grouped(ScriptedJob(number: $0)) },
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
    case .claimGroup: group.claimed = try await exchange([], claim: 4, with: store)
    case .finishGroup:
      let done = group.claimed.filter { $0.id != group.members[1] }
      _ = try await exchange(done.map { ($0, .completed(followers: [])) }, claim: 0, with: store)
    case .killMember:
      let last = group.claimed.filter { $0.id == group.members[1] }
      _ = try await exchange(
        last.map { ($0, .dead(error: "no such address")) }, claim: 0, with: store)
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
    case .limitQueue: mutation = .limitQueue(Self.queue, .init(concurrency: 20))
    case .freeHost: mutation = .limit("host:one", nil)
    case .pauseQueue: mutation = .pauseQueue(Self.queue, isPaused: true)
    case .resumeQueue: mutation = .pauseQueue(Self.queue, isPaused: false)
    default: return false
    }
    _ = try await store.apply(mutation)
    return true
  }

  /// What waits here has not waited for long, so that claims go by priority however often they fail.
  private static let queue: QueueName = "group"
  private static let profile = WorkerProfile(
    queues: [WorkerQueue(queue)], kinds: StoreFixture.profile.kinds, lease: .seconds(60))

  private func grouped(_ job: some Job) throws -> NewJob {
    var job = try NewJob(job)
    job.queue = Self.queue
    return job
  }

  private func exchange(
    _ ended: [(ClaimedJob, Verdict)], claim limit: Int, with store: SQLiteJobStore
  ) async throws -> [ClaimedJob] {
    guard let worker = group.worker, limit > 0 || !ended.isEmpty else {
      preconditionFailure("an earlier step claims")
    }
    let outcomes = ended.map { EarnedOutcome(job: $0.id, claim: $0.claim, verdict: $1) }
    return try await store.exchange(outcomes, claim: limit, for: worker).claimed
  }
}
