import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

@Suite struct UniqueJobTests {
  @Test(
    "of one unique key one job exists, whoever enqueues it and however many at once",
    arguments: Conformer.allCases)
  func race(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let stores = try (0..<2).map { _ in try fixture.open() }
    let ids = try await withThrowingTaskGroup(of: JobID.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await stores[number % 2].enqueue(ScriptedJob(number: number, key: "one"))
        }
      }
      return try await group.reduce(into: Set<JobID>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try await stores[0].counts() == [.available: 1])
  }

  @Test(
    "a key is free again once its job is finished",
    arguments: Conformer.allCases)
  func finished(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(ScriptedJob(key: "one"))
    _ = try await fixture.worker(store).runUntilIdle()
    let second = try await store.enqueue(ScriptedJob(key: "one"))
    #expect(first != second)
    #expect(try await store.counts() == [.completed: 1, .available: 1])
  }

  @Test(
    "a job enqueued while its twin runs is run once more, with the newer parameters",
    arguments: Conformer.allCases)
  func successor(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(ScriptedJob(number: 1, key: "one"))
    let services = TestServices { job, _ in
      if job.number == 1 {
        let twins = [
          try await store.enqueue(ScriptedJob(number: 2, key: "one")),
          try await store.enqueue(ScriptedJob(number: 3, key: "one")),
        ]
        #expect(twins == [first, first])
      }
      return .completed
    }
    let summary = try await fixture.worker(store, services).runUntilIdle()
    #expect(services.ran == [1, 3])
    #expect(summary.completed == 2)
  }

  @Test(
    "a further run is not added where the job runs again anyway",
    arguments: Conformer.allCases)
  func retried(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let services = TestServices { job, context in
      if context.attempt == 1 {
        try await store.enqueue(ScriptedJob(number: 2, key: "one"))
        throw TestError()
      }
      return .completed
    }
    try await store.enqueue(ScriptedJob(number: 1, key: "one"))
    let worker = fixture.worker(store, services)
    #expect(try await worker.runUntilIdle().retrying == 1)
    #expect(try await store.counts() == [.scheduled: 1])
  }

  @Test(
    "a dead job is not revived beside a living one of its key",
    arguments: Conformer.allCases)
  func conflict(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let dead = try await store.enqueue(ScriptedJob(key: "one"))
    let services = TestServices { _, _ in throw TestError(isTransient: false) }
    #expect(try await fixture.worker(store, services).runUntilIdle().dead == 1)
    let living = try await store.enqueue(ScriptedJob(key: "one"))
    #expect(try await store.apply(.retry(dead)) == .conflict(with: living))
    #expect(try await store.apply(.cancel(living)) == .moved(to: .cancelled))
    #expect(try await store.apply(.retry(dead)) == .moved(to: .available))
  }

  @Test("the transaction that rolls back leaves the key free")
  func rollback() async throws {
    let fixture = StoreFixture()
    struct Stop: Error {}
    let store = try fixture.open()
    try? await store.transaction { transaction in
      try transaction.enqueue(ScriptedJob(key: "one"))
      throw Stop()
    }
    try await store.enqueue(ScriptedJob(key: "one"))
    #expect(try await store.counts() == [.available: 1])
  }

  private func job(_ number: Int, _ uniqueness: Uniqueness) throws -> NewJob {
    var job = try NewJob(ScriptedJob(number: number))
    job.uniqueness = uniqueness
    return job
  }

  @Test(
    "a job that is unique while it waits may have another beside it once it has started",
    arguments: Conformer.allCases)
  func waiting(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(job(1, Uniqueness("one", while: .waiting)))
    #expect(try await store.enqueue(job(2, Uniqueness("one", while: .waiting))) == first)
    let worker = try await store.enroll(StoreFixture.profile)
    let claimed = try #require(try await store.exchange([], claim: 1, for: worker).claimed.first)
    let second = try await store.enqueue(job(3, Uniqueness("one", while: .waiting)))
    #expect(second != first)
    let retry = EarnedOutcome(
      job: claimed.id, claim: claimed.claim,
      verdict: .retry(at: fixture.clock.now + .seconds(1), error: "x"))
    #expect(try await store.exchange([retry], claim: 0, for: worker).refused.isEmpty)
    #expect(try await store.counts() == [.scheduled: 1, .available: 1])
  }

  @Test(
    "a job that replaces takes the place of the one that waits",
    arguments: Conformer.allCases)
  func replace(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(job(1, "one"))
    var urgent = try job(2, Uniqueness("one", onConflict: .replace))
    urgent.priority = 0
    #expect(try await store.apply(.enqueue(urgent)) == .replaced(first))
    var later = try job(3, Uniqueness("one", onConflict: .replace))
    later.runAt = fixture.clock.now + .seconds(60)
    #expect(try await store.apply(.enqueue(later)) == .replaced(first))
    #expect(try await store.job(first)?.state == .scheduled)
    fixture.clock.advance(by: .seconds(60))
    let services = TestServices()
    _ = try await fixture.worker(store, services).runUntilIdle()
    #expect(services.ran == [3])
  }

  @Test(
    "a job that is debounced runs once it is quiet, or after the longest wait",
    arguments: Conformer.allCases)
  func debounce(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let uniqueness = Uniqueness(
      "one", onConflict: .debounce(quiet: .seconds(10), atMost: .seconds(25)))
    let begin = fixture.clock.now
    let first = try await store.enqueue(job(0, uniqueness))
    var due: [Duration] = []
    for number in 1...4 {
      #expect(try await store.apply(.enqueue(job(number, uniqueness))) == .replaced(first))
      due.append(try #require(try await store.job(first)?.runAt) - begin)
      fixture.clock.advance(by: .seconds(6))
    }
    #expect(due == [.seconds(10), .seconds(16), .seconds(22), .seconds(25)])
    fixture.clock.advance(by: .seconds(1))
    let services = TestServices()
    _ = try await fixture.worker(store, services).runUntilIdle()
    #expect(services.ran == [4])
  }

  @Test(
    "in one window only one job of a key is added, even after it has finished or been pruned",
    arguments: Conformer.allCases)
  func window(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let uniqueness = Uniqueness("one", window: .seconds(86_400))
    let first = try await store.enqueue(job(1, uniqueness))
    _ = try await fixture.worker(store).runUntilIdle()
    fixture.clock.advance(by: .seconds(3600))
    _ = try await store.prune(
      Retention(completed: .zero, cancelled: .zero, dead: .zero), limit: 100)
    #expect(try await store.apply(.enqueue(job(2, uniqueness))) == .kept(first))
    fixture.clock.advance(by: .seconds(86_400))
    let second = try await store.enqueue(job(3, uniqueness))
    #expect(second != first)
    #expect(
      try await store.prune(
        Retention(completed: .zero, cancelled: .zero, dead: .zero), limit: 100) == 1)
  }

  @Test(
    "an idempotency key adds one job, whatever became of it",
    arguments: Conformer.allCases)
  func idempotency(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    var order = try NewJob(ScriptedJob(number: 1))
    order.idempotencyKey = "order 7"
    let first = try await store.enqueue(order)
    _ = try await fixture.worker(store).runUntilIdle()
    #expect(try await store.apply(.enqueue(order)) == .kept(first))
    order.idempotencyKey = "order 8"
    #expect(try await store.enqueue(order) != first)
  }

  @Test("parameters have a limit, and the error says which")
  func size() throws {
    let key = String(repeating: "x", count: NewJob.parametersLimit)
    #expect(throws: EnqueueError.tooLarge(ScriptedJob.kind, bytes: key.utf8.count + 21)) {
      try NewJob(ScriptedJob(key: key))
    }
  }
}
