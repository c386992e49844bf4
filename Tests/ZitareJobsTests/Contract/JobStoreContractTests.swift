import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

@Suite("JobStore, whoever conforms to it") struct JobStoreContractTests {
  private func claim(
    _ store: any JobStore, _ worker: WorkerID, limit: Int = 10
  ) async throws -> [ClaimedJob] {
    try await store.exchange([], claim: limit, for: worker).claimed
  }

  private func record(
    _ verdict: Verdict, of job: ClaimedJob, _ store: any JobStore, _ worker: WorkerID
  ) async throws -> Exchange {
    try await store.exchange(
      [EarnedOutcome(job: job.id, claim: job.claim, verdict: verdict)], claim: 0, for: worker)
  }

  @Test(
    "the most urgent jobs are claimed first, equals in the order of their arrival",
    arguments: Conformer.allCases)
  func order(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let slow = try await store.enqueue(ScriptedJob(number: 1))
    let second = try await store.enqueue(ScriptedJob(number: 2))
    let urgent = try await store.enqueue(UrgentJob())
    let worker = try await store.enroll(StoreFixture.profile)
    #expect(try await claim(store, worker, limit: 2).map(\.id) == [urgent, slow])
    #expect(try await claim(store, worker).map(\.id) == [second])
  }

  @Test(
    "a job due later is claimed once its time has come",
    arguments: Conformer.allCases)
  func scheduled(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let due = fixture.clock.now + .seconds(30)
    let id = try await store.enqueue(ScriptedJob(), at: due)
    let worker = try await store.enroll(StoreFixture.profile)
    #expect(try await claim(store, worker).isEmpty)
    #expect(try await store.nextDue() == due)
    fixture.clock.advance(by: .seconds(30))
    #expect(try await claim(store, worker).map(\.id) == [id])
  }

  @Test(
    "jobs of unknown kinds and other queues stay and are found by a query",
    arguments: Conformer.allCases)
  func unknown(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(UrgentJob())
    let known: Set<JobKind> = [ScriptedJob.kind]
    let worker = try await store.enroll(
      WorkerProfile(queues: ["default", "other"], kinds: known, lease: .seconds(60)))
    #expect(try await claim(store, worker).isEmpty)
    #expect(try await store.jobs(JobQuery()).map(\.id) == [id])
    #expect(try await store.jobs(JobQuery(kinds: known)).isEmpty)
    #expect(try await store.jobs(JobQuery(states: [.dead])).isEmpty)
  }

  @Test(
    "an outcome counts only under the claim it was earned with",
    arguments: Conformer.allCases)
  func fence(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let (first, second) = (try fixture.open(), try fixture.open())
    let id = try await first.enqueue(ScriptedJob())
    let sleeper = try await first.enroll(StoreFixture.profile)
    let lost = try #require(try await claim(first, sleeper).first)

    fixture.clock.advance(by: .seconds(61))
    #expect(try await second.rescue().map(\.job) == [id])
    let successor = try await second.enroll(StoreFixture.profile)
    let held = try #require(try await claim(second, successor).first)
    #expect(held.id == id && held.claim == lost.claim + 1)

    #expect(try await record(.completed(followers: []), of: lost, first, sleeper).refused == [id])
    #expect(try await first.job(id)?.state == .running)
    #expect(try await first.renew(sleeper).isEmpty)
    #expect(
      try await record(.completed(followers: []), of: held, second, successor).refused.isEmpty)
    #expect(try await second.job(id)?.state == .completed)
  }

  @Test(
    "a lease that is renewed in time is not taken away, nor one that nobody took meanwhile",
    arguments: Conformer.allCases)
  func renewal(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    _ = try await claim(store, worker)
    for _ in 0..<5 {
      fixture.clock.advance(by: .seconds(50))
      #expect(try await store.renew(worker) == [id])
      #expect(try await store.rescue().isEmpty)
    }
    fixture.clock.advance(by: .seconds(8 * 3600))  // the machine slept
    #expect(try await store.renew(worker) == [id])
    #expect(try await store.rescue().isEmpty)
  }

  @Test(
    "followers exist exactly if the completion counted",
    arguments: Conformer.allCases)
  func followers(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    _ = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    let job = try #require(try await claim(store, worker).first)
    let stale = EarnedOutcome(
      job: job.id, claim: job.claim - 1,
      verdict: .completed(followers: [try NewJob(UrgentJob())]))
    #expect(try await store.exchange([stale], claim: 0, for: worker).refused == [job.id])
    #expect(try await store.jobs(JobQuery(kinds: [UrgentJob.kind])).isEmpty)
    let verdict = Verdict.completed(followers: [try NewJob(UrgentJob())])
    _ = try await record(verdict, of: job, store, worker)
    #expect(try await store.jobs(JobQuery(kinds: [UrgentJob.kind])).map(\.state) == [.available])
  }

  @Test(
    "only attempts that did not complete leave a row; a snooze or wait uses none",
    arguments: Conformer.allCases)
  func attempts(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    let now = fixture.clock.now
    let verdicts: [Verdict] = [
      .retry(at: now, error: "first"), .snoozed(until: now), .released,
      .retry(at: now, error: "2nd"),
      .completed(followers: []),
    ]
    for verdict in verdicts {
      let job = try #require(try await claim(store, worker).first)
      _ = try await record(verdict, of: job, store, worker)
    }
    #expect(try await store.attempts(of: id).map(\.error) == ["first", "2nd"])
    #expect(try await store.attempts(of: id).map(\.number) == [1, 2])
    let record = try #require(try await store.job(id))
    #expect(record.state == .completed && record.attempt == 3 && record.reason == nil)
  }

  @Test(
    "a blocked job waits for its condition, unless that came true while it ran",
    arguments: Conformer.allCases)
  func conditions(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    let first = try #require(try await claim(store, worker).first)
    _ = try await record(.blocked("login:main"), of: first, store, worker)
    #expect(try await store.job(id)?.condition == "login:main")
    fixture.clock.advance(by: .seconds(1))
    #expect(try await store.apply(.release("login:other")) == .changed(0))
    #expect(try await store.apply(.release("login:main")) == .changed(1))

    fixture.clock.advance(by: .seconds(1))
    let second = try #require(try await claim(store, worker).first)
    #expect(try await store.apply(.release("login:main")) == .changed(0))
    _ = try await record(.blocked("login:main"), of: second, store, worker)
    #expect(try await store.job(id)?.state == .available)
  }

  @Test(
    "jobs that no program could read are tried again by the next worker",
    arguments: Conformer.allCases)
  func unreadable(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    let job = try #require(try await claim(store, worker).first)
    _ = try await record(.unreadable(error: "no field"), of: job, store, worker)
    let stored = try #require(try await store.job(id))
    #expect(stored.state == .blocked && stored.reason == "no field" && stored.attempt == 0)
    _ = try await store.enroll(StoreFixture.profile)
    #expect(try await store.job(id)?.state == .available)
  }

  @Test(
    "a schedule fires each slot once, with its job and cursor in one go",
    arguments: Conformer.allCases)
  func fire(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let (first, second) = (try fixture.open(), try fixture.open())
    let slot = fixture.clock.now
    let fire = Mutation.fire(
      schedule: "hourly", slot: slot, cursor: slot, job: try NewJob(UrgentJob()))
    #expect(try await first.apply(fire) == .notFound)
    _ = try await first.apply(
      .saveCursor(schedule: "hourly", definition: "0 * * * *", cursor: slot - .seconds(3600)))
    guard case .enqueued = try await first.apply(fire) else {
      Issue.record("the first fires")
      return
    }
    #expect(try await second.apply(fire) == .suppressed)
    #expect(
      try await second.schedules() == [
        StoredSchedule(
          name: "hourly", definition: "0 * * * *", cursor: slot, lastSlot: slot)
      ])
    #expect(try await first.counts() == [.available: 1])

    #expect(try await first.apply(.pause(schedule: "hourly", isPaused: true)) == .saved)
    let later = slot + .seconds(3600)
    #expect(
      try await first.apply(
        .fire(schedule: "hourly", slot: later, cursor: later, job: try NewJob(UrgentJob())))
        == .suppressed)
  }

  @Test(
    "finished jobs go after the time of their state, in slices, with their attempts",
    arguments: Conformer.allCases)
  func prune(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let worker = try await store.enroll(StoreFixture.profile)
    for number in 0..<6 { try await store.enqueue(ScriptedJob(number: number)) }
    let verdicts: [Verdict] = [
      .completed(followers: []), .completed(followers: []), .completed(followers: []),
      .cancelled(reason: "pointless"), .dead(error: "broken"), .released,
    ]
    let jobs = try await claim(store, worker)
    for (job, verdict) in zip(jobs, verdicts) {
      _ = try await record(verdict, of: job, store, worker)
    }

    fixture.clock.advance(by: .seconds(3 * 86_400))
    #expect(try await store.prune(Retention(), limit: 2) == 2)
    #expect(try await store.prune(Retention(), limit: 2) == 1)
    #expect(try await store.counts() == [.available: 1, .cancelled: 1, .dead: 1])
    fixture.clock.advance(by: .seconds(88 * 86_400))
    #expect(try await store.prune(Retention(), limit: 2) == 2)
    #expect(try await store.counts() == [.available: 1])
    #expect(try await store.attempts(of: jobs[4].id).isEmpty)
  }

  @Test(
    "jobs that were fetched ahead and had not started lose no attempt, unless again and again",
    arguments: Conformer.allCases)
  func prefetched(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let ids = [try await store.enqueue(ScriptedJob()), try await store.enqueue(ScriptedJob())]
    var deaths = 0
    while try await store.job(ids[1])?.state != .dead, deaths < 20 {
      do {
        let doomed = try fixture.open()
        let worker = try await doomed.enroll(StoreFixture.profile)
        let claimed = try await doomed.exchange([], claim: 2, prefetch: 1, for: worker).claimed
        if deaths == 0 { #expect(claimed.map(\.isPrefetched) == [false, true]) }
      }
      _ = try await store.rescue()
      deaths += 1
      if deaths == 1 {
        #expect(try await store.job(ids[0])?.attempt == 1)
        #expect(try await store.job(ids[1])?.attempt == 0)
        _ = try await store.apply(.cancel(ids[0]))
        try await store.enqueue(ScriptedJob())
      }
    }
    #expect(deaths < 20, "a job that kills its worker as it starts comes to an end, too")
  }

  @Test(
    "a job that was fetched ahead counts as started once that is recorded",
    arguments: Conformer.allCases)
  func started(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    do {
      let doomed = try fixture.open()
      let worker = try await doomed.enroll(StoreFixture.profile)
      let job = try #require(
        try await doomed.exchange([], claim: 1, prefetch: 1, for: worker).claimed.first)
      let start = EarnedOutcome(job: job.id, claim: job.claim, verdict: .started)
      let stale = EarnedOutcome(job: job.id, claim: job.claim - 1, verdict: .started)
      #expect(try await doomed.exchange([start, stale], claim: 0, for: worker).refused == [id])
    }
    _ = try await store.rescue()
    #expect(try await store.job(id)?.attempt == 1)
  }

  @Test(
    "changes that wait together share a transaction and each is answered",
    arguments: Conformer.allCases)
  func groupCommit(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let ids = try await withThrowingTaskGroup(of: JobID.self) { group in
      for number in 0..<200 {
        group.addTask { try await store.enqueue(ScriptedJob(number: number)) }
      }
      return try await group.reduce(into: Set<JobID>()) { $0.insert($1) }
    }
    #expect(ids.count == 200)
    #expect(try await store.counts() == [.available: 200])
  }
}
