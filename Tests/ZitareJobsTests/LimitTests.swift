import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

@Suite struct LimitTests {
  private func claim(
    _ count: Int, from store: any JobStore, for worker: WorkerID,
    finishing done: [ClaimedJob] = []
  ) async throws -> [ClaimedJob] {
    try await store.exchange(
      done.map { EarnedOutcome(job: $0.id, claim: $0.claim, verdict: .completed(followers: [])) },
      claim: count, for: worker
    ).claimed
  }

  @Test(
    "of one key no more run at once than its limit says, in whatever worker",
    arguments: Conformer.allCases)
  func concurrency(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let stores = [try fixture.open(), try fixture.open()]
    for number in 0..<5 {
      try await stores[0].enqueue(LimitedJob(number: number, concurrency: 2))
    }
    try await stores[0].enqueue(LimitedJob(number: 9, host: "two", concurrency: 1))
    let workers = [
      try await stores[0].enroll(StoreFixture.profile),
      try await stores[1].enroll(StoreFixture.profile),
    ]
    let first = try await claim(1, from: stores[0], for: workers[0])
    let second = try await claim(10, from: stores[1], for: workers[1])
    #expect(first.count == 1)
    #expect(second.count == 2, "one of the first host, one of the second")
    #expect(try await stores[0].counts() == [.running: 3, .blocked: 3])
    #expect(try await claim(10, from: stores[0], for: workers[0]).isEmpty)
    let third = try await claim(10, from: stores[0], for: workers[0], finishing: first)
    #expect(third.map(\.id) == [JobID(rawValue: 3)], "the oldest that was held back")
    let limit = try #require(try await stores[0].limits().first { $0.name == "host:one" })
    #expect(limit.running == 2 && limit.blocked == 2 && !limit.isOperators)
  }

  @Test(
    "jobs that a limit holds back do not hold up others",
    arguments: Conformer.allCases)
  func others(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    for number in 0..<1500 { try await store.enqueue(LimitedJob(number: number, concurrency: 1)) }
    let other = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    #expect(try await claim(1, from: store, for: worker).count == 1)
    var claimed: [JobID] = []
    for _ in 0..<2 { claimed += try await claim(1, from: store, for: worker).map(\.id) }
    #expect(claimed == [other], "at most a slice is passed over in one go")
  }

  @Test(
    "a worker that dies gives its place back, and a job that is retried does too",
    arguments: Conformer.allCases)
  func places(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    for number in 0..<3 { try await store.enqueue(LimitedJob(number: number, concurrency: 1)) }
    do {
      let other = try fixture.open()
      let doomed = try await other.enroll(StoreFixture.profile)
      #expect(try await claim(5, from: other, for: doomed).count == 1)
    }
    let worker = try await store.enroll(StoreFixture.profile)
    #expect(try await claim(5, from: store, for: worker).isEmpty)
    _ = try await store.rescue()
    let job = try #require(try await claim(5, from: store, for: worker).first)
    #expect(try await store.counts()[.running] == 1)
    let retry = EarnedOutcome(
      job: job.id, claim: job.claim,
      verdict: .retry(at: fixture.clock.now + .seconds(60), error: "x"))
    let next = try await store.exchange([retry], claim: 5, for: worker).claimed
    #expect(next.count == 1 && next.first?.id != job.id)
  }

  @Test(
    "a rate lets jobs start one after the other, and says when the next is due",
    arguments: Conformer.allCases)
  func rate(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    for number in 0..<4 { try await store.enqueue(LimitedJob(number: number, rate: 6)) }
    let worker = try await store.enroll(StoreFixture.profile)
    var starts: [Duration] = []
    let begin = fixture.clock.now
    while starts.count < 4 {
      starts += try await claim(5, from: store, for: worker).map { _ in
        fixture.clock.now - begin
      }
      guard let due = try await store.nextDue() else { break }
      fixture.clock.advance(by: due - fixture.clock.now)
    }
    #expect(starts == [.zero, .seconds(10), .seconds(20), .seconds(30)])
  }

  @Test(
    "a clock that is put back gives no further starts and stops none for long",
    arguments: Conformer.allCases)
  func clockBack(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    for number in 0..<3 { try await store.enqueue(LimitedJob(number: number, rate: 6)) }
    let worker = try await store.enroll(StoreFixture.profile)
    #expect(try await claim(5, from: store, for: worker).count == 1)
    fixture.clock.advance(by: .seconds(-3600))
    #expect(try await claim(5, from: store, for: worker).isEmpty)
    _ = try await store.rescue()
    fixture.clock.advance(by: .seconds(11))
    _ = try await store.rescue()
    #expect(try await claim(5, from: store, for: worker).count == 1)
  }

  @Test(
    "an operator's bounds hold over those of the jobs until they are taken back",
    arguments: Conformer.allCases)
  func operators(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    for number in 0..<4 { try await store.enqueue(LimitedJob(number: number, concurrency: 1)) }
    let worker = try await store.enroll(StoreFixture.profile)
    #expect(try await claim(5, from: store, for: worker).count == 1)
    #expect(try await store.apply(.limit("host:one", .init(concurrency: 3))) == .saved)
    #expect(try await claim(5, from: store, for: worker).count == 2)
    try await store.enqueue(LimitedJob(number: 5, concurrency: 2))
    let limit = try #require(try await store.limits().first)
    #expect(limit.isOperators && limit.bounds == .init(concurrency: 3))
    #expect(try await store.apply(.limit("host:one", nil)) == .saved)
    try await store.enqueue(LimitedJob(number: 6, concurrency: 2))
    #expect(try await store.limits().first?.bounds == .init(concurrency: 2))
    #expect(try await store.apply(.limit("host:none", nil)) == .notFound)
  }

  @Test(
    "a queue that is paused starts nothing and loses nothing",
    arguments: Conformer.allCases)
  func pause(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    #expect(try await store.apply(.pauseQueue("default", isPaused: true)) == .saved)
    #expect(try await claim(5, from: store, for: worker).isEmpty)
    let queue = try #require(try await store.queues().first)
    #expect(queue.isPaused && queue.available == 1)
    #expect(try await store.apply(.pauseQueue("default", isPaused: false)) == .saved)
    #expect(try await claim(5, from: store, for: worker).count == 1)
  }

  @Test(
    "a queue's own limit counts the jobs of all its workers",
    arguments: Conformer.allCases)
  func queueLimit(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let stores = [try fixture.open(), try fixture.open()]
    for number in 0..<5 { try await stores[0].enqueue(ScriptedJob(number: number)) }
    _ = try await stores[0].apply([
      .limitQueue("default", .init(concurrency: 2, rate: RateLimit(6, per: .seconds(60), burst: 3)))
    ])
    let workers = [
      try await stores[0].enroll(StoreFixture.profile),
      try await stores[1].enroll(StoreFixture.profile),
    ]
    let first = try await claim(1, from: stores[0], for: workers[0])
    let second = try await claim(5, from: stores[1], for: workers[1])
    #expect(first.count == 1 && second.count == 1)
    #expect(try await claim(5, from: stores[0], for: workers[0], finishing: first).count == 1)
    let full = try await claim(5, from: stores[1], for: workers[1], finishing: second)
    #expect(full.isEmpty, "there is room, and the rate is used up")
    #expect(try await stores[0].nextDue() == fixture.clock.now + .seconds(10))
    _ = try await stores[0].apply([.limitQueue("default", nil)])
    #expect(try await claim(5, from: stores[1], for: workers[1]).count == 2)
  }

  @Test(
    "queues take turns by their weights, also one claim at a time",
    arguments: Conformer.allCases)
  func weights(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    for number in 0..<20 {
      for queue in ["heavy", "light"] {
        var job = try NewJob(ScriptedJob(number: number))
        job.queue = QueueName(queue)
        try await store.enqueue(job)
      }
    }
    let worker = try await store.enroll(
      WorkerProfile(
        queues: [WorkerQueue("heavy", weight: 3), "light"], kinds: [ScriptedJob.kind],
        lease: .seconds(60)))
    var queues: [QueueName] = []
    for _ in 0..<4 { queues += try await claim(1, from: store, for: worker).map(\.queue) }
    queues += try await claim(4, from: store, for: worker).map(\.queue)
    #expect(queues.filter { $0 == "heavy" }.count == 6)
    #expect(queues.filter { $0 == "light" }.count == 2)
  }

  @Test(
    "a job that has waited long gets its turn beside more urgent ones",
    arguments: Conformer.allCases)
  func fairness(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let old = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    fixture.clock.advance(by: .seconds(30))
    var claims = 0
    var found = false
    while claims < 100, !found {
      for _ in 0..<2 { try await store.enqueue(UrgentJob()) }
      let claimed = try await claim(1, from: store, for: worker)
      claims += 1
      found = claimed.contains { $0.id == old }
    }
    #expect(found && claims > 1 && claims <= 16)
  }

  @Test("running jobs of a queue are counted among those that run, not among all")
  func plan() async throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    let plan = try await store.read { connection in
      try connection.rows(
        """
        EXPLAIN QUERY PLAN
        SELECT count(*) FROM job INDEXED BY job_held WHERE state = 3 AND queue_id = 1
        """
      ) { $0.text(3) }
    }
    #expect(plan.allSatisfy { $0.contains("job_held") })
  }
}
