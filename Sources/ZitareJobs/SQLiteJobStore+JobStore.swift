public import ZitareBase

extension SQLiteJobStore {
  public func apply(_ mutations: [Mutation]) async throws(StoreError) -> [MutationResult] {
    let writer = try writing()
    return try await writer.submit { tables in
      let now = writer.clocks.wall()
      return try mutations.map { try tables.apply($0, now: now) }
    }
  }

  public func exchange(
    _ outcomes: [EarnedOutcome], claim limit: Int, prefetch: Int, for worker: WorkerID
  ) async throws(StoreError) -> Exchange {
    try await writing().exchange(outcomes, claim: limit, prefetch: prefetch, for: worker)
  }

  public func record(
    _ progress: JobProgress, of job: JobID, claim: Int64
  ) async throws(StoreError) {
    try await writing().submit { try $0.record(progress, of: job, claim: claim) }
  }

  public func enroll(_ profile: WorkerProfile) async throws(StoreError) -> WorkerID {
    try await writing().enroll(profile)
  }

  public func retire(_ worker: WorkerID) async throws(StoreError) {
    try await writing().retire(worker)
  }

  public func renew(_ worker: WorkerID) async throws(StoreError) -> Set<JobID> {
    try await writing().renew(worker)
  }

  public func cancellations(for worker: WorkerID) async throws(StoreError) -> [JobID: String] {
    try await reading { tables in
      try tables.row(of: worker).map { try tables.cancellations(for: $0) } ?? [:]
    }
  }

  public func rescue() async throws(StoreError) -> [Rescue] { try await writing().rescue() }

  public func prune(_ retention: Retention, limit: Int) async throws(StoreError) -> Int {
    let writer = try writing()
    return try await writer.submit {
      try $0.prune(retention, limit: limit, now: writer.clocks.wall())
    }
  }

  public func job(_ id: JobID) async throws(StoreError) -> JobRecord? {
    try await reading { try $0.job(id) }
  }

  public func jobs(_ query: JobQuery) async throws(StoreError) -> [JobRecord] {
    try await reading { try $0.jobs(query) }
  }

  public func counts() async throws(StoreError) -> [JobState: Int] {
    try await reading { try $0.counts() }
  }

  public func nextDue() async throws(StoreError) -> Timestamp? {
    try await reading { try $0.nextDue() }
  }

  public func attempts(of job: JobID) async throws(StoreError) -> [FailedAttempt] {
    try await reading { try $0.attempts(of: job) }
  }

  public func schedules() async throws(StoreError) -> [StoredSchedule] {
    try await reading { try $0.schedules() }
  }

  public func queues() async throws(StoreError) -> [QueueRecord] {
    try await reading { try $0.queues() }
  }

  public func limits() async throws(StoreError) -> [LimitRecord] {
    try await reading { try $0.limits() }
  }

  public func batch(_ id: BatchID) async throws(StoreError) -> BatchRecord? {
    try await reading { try $0.batch(id) }
  }

  public func batches(limit: Int) async throws(StoreError) -> [BatchRecord] {
    try await reading { try $0.batches(limit: limit) }
  }
}
