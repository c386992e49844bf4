import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

@Suite(.timeLimit(.minutes(10))) struct WorkerTests {
  let fixture = StoreFixture()
  let events = EventLog()

  @Test("a batch run ends when nothing is available, and counts what became of the jobs")
  func summary() async throws {
    let store = try fixture.open()
    let services = TestServices { job, _ in
      switch job.number {
      case 0: return .completed(then: [UrgentJob()])
      case 1: throw TestError()
      case 2: throw TestError(isTransient: false)
      case 3: return .snooze(for: .seconds(60))
      case 4: return .cancel(reason: "pointless")
      default: return .wait(for: "login:main")
      }
    }
    for number in 0...5 { try await store.enqueue(ScriptedJob(number: number)) }
    let summary = try await fixture.worker(store, services).runUntilIdle()
    var expected = WorkSummary()
    expected.completed = 2
    expected.retrying = 1
    expected.dead = 1
    expected.snoozed = 1
    expected.cancelled = 1
    expected.blocked = 1
    expected.leftScheduled = 2
    #expect(summary == expected)
    #expect(
      try await store.counts()
        == [.completed: 2, .scheduled: 2, .dead: 1, .cancelled: 1, .blocked: 1])
  }

  @Test("a batch run with nothing to do changes nothing")
  func idle() async throws {
    let store = try fixture.open()
    // It changes when another connection has committed something.
    func version() async throws -> Int64? {
      try await store.read { try $0.first("PRAGMA data_version") { $0.integer(0) } }
    }
    let before = try await version()
    #expect(try await fixture.worker(store).runUntilIdle() == WorkSummary())
    #expect(try await version() == before)
    #expect(try Files.names(in: fixture.runtimeFolder).isEmpty)
  }

  @Test("a retry comes after its delay, and the context counts attempts from 1")
  func retries() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let services = TestServices { _, context in
      guard context.attempt == context.maxAttempts else { throw TestError() }
      return .completed
    }
    let delays = [Duration.seconds(5), .seconds(10)]
    for delay in delays {
      #expect(try await fixture.worker(store, services).runUntilIdle().retrying == 1)
      #expect(try await store.nextDue() == fixture.clock.now + delay)
      fixture.clock.advance(by: delay)
    }
    #expect(try await fixture.worker(store, services).runUntilIdle().completed == 1)
    #expect(try await store.job(id)?.attempt == 3)
  }

  @Test("two workers on two connections run each job once")
  func drain() async throws {
    let services = TestServices()
    let stores = try (0..<2).map { _ in try fixture.open() }
    let jobs = try (0..<1000).map { Mutation.enqueue(try NewJob(ScriptedJob(number: $0))) }
    _ = try await stores[0].apply(jobs)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          _ = try await fixture.worker(store, services, concurrency: 8).runUntilIdle()
        }
      }
      try await group.waitForAll()
    }
    #expect(services.ran.sorted() == Array(0..<1000))
    #expect(try await stores[1].counts() == [.completed: 1000])
  }

  @Test("a worker runs its jobs on the executor that it is given")
  func executor() async throws {
    let store = try fixture.open()
    let pool = ThreadPool(most: 3)
    let services = TestServices { _, _ in
      let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
      return executor == pool.asUnownedTaskExecutor() ? .completed : .cancel(reason: "elsewhere")
    }
    _ = try await store.apply(
      try (0..<200).map { .enqueue(try NewJob(ScriptedJob(number: $0))) })
    let worker = fixture.worker(store, services, concurrency: 8, prefetch: 4, executor: pool)
    #expect(try await worker.runUntilIdle().completed == 200)
  }

  @Test(
    "a worker hears of jobs that another process enqueues, however long the path of its folder is",
    arguments: ["runtime", String(repeating: "deep/", count: 40)])
  func doorbell(folder: String) async throws {
    let (store, other) = (
      try fixture.open(runtimeFolder: folder), try fixture.open(runtimeFolder: folder)
    )
    let worker = fixture.worker(store, events: events)
    async let running: Void = worker.run()
    for _ in 0..<3 {
      let id = try await other.enqueue(ScriptedJob())
      await events.first { if case .completed(let job, _) = $0 { job.id == id } else { false } }
    }
    worker.stop()
    try await running
  }

  @Test("a stop lets jobs finish and claims no more")
  func stop() async throws {
    let store = try fixture.open()
    let (started, release) = (Latch(), Latch())
    let services = TestServices { _, _ in
      started.open()
      await release.opened()
      return .completed
    }
    try await store.enqueue(ScriptedJob())
    let worker = fixture.worker(store, services, concurrency: 1, events: events)
    async let running: Void = worker.run()
    await started.opened()
    try await store.enqueue(ScriptedJob())
    worker.stop()
    await events.first { if case .draining = $0 { true } else { false } }
    release.open()
    try await running
    #expect(try await store.counts() == [.completed: 1, .available: 1])
  }

  @Test("a job that a later slot's replaces is cancelled, and told why")
  func replaced() async throws {
    let fixture = StoreFixture(isRunningFree: true)
    let store = try fixture.open()
    let services = TestServices { job, _ in
      if job.number == 0 { try await Task.sleep(for: .seconds(86_400)) }
      return .completed
    }
    _ = try await store.apply(
      .saveCursor(schedule: "often", definition: "* * * * * UTC", cursor: fixture.clock.now))
    let worker = fixture.worker(store, services, events: events)
    async let running: Void = worker.run()
    for number in 0...1 {
      let slot = fixture.clock.now + .seconds(Int64(number))
      _ = try await store.apply(
        .fire(
          schedule: "often", slot: slot, cursor: slot, job: NewJob(ScriptedJob(number: number)),
          overlap: .replace))
      await events.first {
        if case .started(let job, _) = $0 { job.id.rawValue == number + 1 } else { false }
      }
    }
    worker.stop()
    try await running
    let reasons = events.all.compactMap { event -> String? in
      if case .cancelled(_, let reason) = event { reason } else { nil }
    }
    #expect(reasons == ["replaced by the job of a later slot"])
    #expect(try await store.job(JobID(rawValue: 1))?.reason == reasons.first)
  }

  @Test("after the grace time jobs are cancelled, or left behind, and none loses an attempt")
  func grace() async throws {
    let fixture = StoreFixture(isRunningFree: true)
    let store = try fixture.open()
    let (polite, stubborn, never) = (Latch(), Latch(), Latch())
    let services = TestServices { job, _ in
      if job.number == 0 {
        polite.open()
        try await Task.sleep(for: .seconds(86_400))
      }
      stubborn.open()
      await never.opened()
      return .completed
    }
    for number in 0...1 { try await store.enqueue(ScriptedJob(number: number)) }
    let worker = fixture.worker(store, services, events: events)
    async let running: Void = worker.run()
    await polite.opened()
    await stubborn.opened()
    worker.stop()
    try await running
    never.open()
    #expect(try await store.jobs(JobQuery()).map(\.attempt) == [0, 0])
    #expect(try await store.counts() == [.available: 2])
  }

  @Test("a caller that is cancelled drains its worker")
  func cancelledCaller() async throws {
    let fixture = StoreFixture(isRunningFree: true)
    let store = try fixture.open()
    let started = Latch()
    let services = TestServices { _, _ in
      started.open()
      try await Task.sleep(for: .seconds(86_400))
      return .completed
    }
    try await store.enqueue(ScriptedJob())
    let worker = fixture.worker(store, services)
    let caller = Task { try await worker.run() }
    await started.opened()
    caller.cancel()
    try await caller.value
    #expect(try await store.counts() == [.available: 1])
  }

  @Test("jobs that are fetched ahead run once each, and go back when the worker stops")
  func prefetch() async throws {
    let store = try fixture.open()
    for number in 0..<20 { try await store.enqueue(ScriptedJob(number: number)) }
    let services = TestServices()
    let worker = fixture.worker(store, services, concurrency: 2, prefetch: 3)
    #expect(try await worker.runUntilIdle().completed == 20)
    #expect(services.ran.sorted() == Array(0..<20))
    #expect(try await store.counts() == [.completed: 20])

    for number in 0..<5 { try await store.enqueue(ScriptedJob(number: number)) }
    let latch = Latch()
    let slow = TestServices { _, _ in
      await latch.opened()
      return .completed
    }
    let events = EventLog()
    let second = fixture.worker(store, slow, concurrency: 1, prefetch: 2, events: events)
    async let run: Void = second.run()
    await events.first { if case .started = $0 { true } else { false } }
    second.stop()
    await events.first { if case .draining = $0 { true } else { false } }
    latch.open()
    try await run
    #expect(slow.ran.count == 1)
    #expect(try await store.counts() == [.completed: 21, .available: 4])
    #expect(try await store.jobs(JobQuery(states: [.available])).allSatisfy { $0.attempt == 0 })
  }

  @Test("a run that takes too long is cancelled and counts as a failed attempt")
  func timeout() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(SlowJob())
    let events = EventLog()
    let worker = fixture.worker(store, events: events)
    async let run = worker.runUntilIdle()
    await events.first { if case .started = $0 { true } else { false } }
    fixture.clock.advance(by: .seconds(31))
    try await store.enqueue(ScriptedJob())  // wakes it
    #expect(try await run.dead == 1)
    #expect(
      try await store.job(id)?.reason == "it was stopped after 30000 ms, the most it may take")
  }

  @Test("an operator in another process cancels a running job")
  func cancel() async throws {
    let (store, other) = (try fixture.open(), try fixture.open())
    let started = Latch()
    let services = TestServices { _, _ in
      started.open()
      try await Task.sleep(for: .seconds(86_400))
      return .completed
    }
    let id = try await store.enqueue(ScriptedJob())
    let worker = fixture.worker(store, services, events: events)
    async let running: Void = worker.run()
    await started.opened()
    #expect(try await other.apply(.cancel(id)) == .moved(to: .running))
    await events.first { if case .cancelled = $0 { true } else { false } }
    worker.stop()
    try await running
    #expect(try await store.job(id)?.state == .cancelled)
  }

  @Test("a job is followed from another process, with its progress, to its end")
  func follow() async throws {
    let (store, other) = (try fixture.open(), try fixture.open())
    let seen = Latch()
    let services = TestServices { _, context in
      context.report(JobProgress(stage: "reading", done: 1, total: 4))
      await seen.opened()
      return .completed
    }
    let id = try await store.enqueue(ScriptedJob())
    let worker = fixture.worker(store, services)
    async let summary = worker.runUntilIdle()
    var states: [JobState] = []
    for try await record in other.follow(id) {
      states.append(record.state)
      if record.progress == JobProgress(stage: "reading", done: 1, total: 4) { seen.open() }
    }
    #expect(states.last == .completed)
    #expect(try await summary.completed == 1)
  }

  @Test("following ends when nobody is left to run the job")
  func abandoned() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let runtimeFolder = fixture.runtimeFolder
    var states: [JobState] = []
    let follower = store.follow(id) {
      do {
        return try !LiveWorkers.anyAlive(in: runtimeFolder)
      } catch {
        return false
      }
    }
    for try await record in follower { states.append(record.state) }
    #expect(states == [.available])
  }

  @Test("an outcome outlives a store that is busy or full for a while")
  func flakyStore() async throws {
    let fixture = StoreFixture(isRunningFree: true)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let flaky = FailingStore(store)
    let services = TestServices { _, _ in
      flaky.fail([.exchange], times: 5)
      return .completed
    }
    let worker = fixture.worker(flaky, services, events: events)
    #expect(try await worker.runUntilIdle().completed == 1)
    #expect(services.ran.count == 1)
    #expect(try await store.job(id)?.state == .completed)
    let outages = events.all.count { if case .storeUnavailable = $0 { true } else { false } }
    #expect(outages == 5)
  }

  @Test("a store that stays out of reach ends a batch run with its error")
  func brokenStore() async throws {
    let fixture = StoreFixture(isRunningFree: true)
    let store = try fixture.open()
    try await store.enqueue(ScriptedJob())
    let flaky = FailingStore(store)
    flaky.fail([.exchange])
    await #expect(throws: StoreError.unavailable("on cue")) {
      try await fixture.worker(flaky).runUntilIdle()
    }
    #expect(try await store.counts() == [.available: 1])
  }

  @Test("a worker drains once a newer release has taken over the store")
  func newerSchema() async throws {
    let fixture = StoreFixture(isRunningFree: true)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let services = TestServices { _, _ in
      try await store.transaction { transaction in
        try transaction.connection.run(
          "UPDATE schema_version SET version = 99, compatible_since = 99")
      }
      await events.first { if case .draining = $0 { true } else { false } }
      return .completed
    }
    await #expect {
      try await fixture.worker(store, services, events: events).run()
    } throws: { error in
      if case .newerSchema = error as? StoreError { true } else { false }
    }
    #expect(try await store.job(id)?.state == .completed)
  }

  @Test("parameters that can't be read leave the job where it is found")
  func unreadable() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    try await store.transaction { transaction in
      try transaction.connection.run("UPDATE job SET parameters = x'5b5d'")
    }
    let worker = fixture.worker(store, events: events)
    #expect(try await worker.runUntilIdle().blocked == 1)
    let record = try #require(try await store.job(id))
    #expect(record.state == .blocked && record.condition == "parameters:test.scripted")
    #expect(try await store.unreadableKinds() == [ScriptedJob.kind: 1])
    #expect(events.all.contains { if case .unreadable = $0 { true } else { false } })
  }
}
