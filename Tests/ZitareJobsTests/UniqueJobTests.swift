import Testing
import ZitareBase
import ZitareJobs

@Suite struct UniqueJobTests {
  let fixture = StoreFixture()

  @Test("of one unique key one job exists, whoever enqueues it and however many at once")
  func race() async throws {
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

  @Test("a key is free again once its job is finished")
  func finished() async throws {
    let store = try fixture.open()
    let first = try await store.enqueue(ScriptedJob(key: "one"))
    _ = try await fixture.worker(store).runUntilIdle()
    let second = try await store.enqueue(ScriptedJob(key: "one"))
    #expect(first != second)
    #expect(try await store.counts() == [.completed: 1, .available: 1])
  }

  @Test("a job enqueued while its twin runs is run once more, with the newer parameters")
  func successor() async throws {
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

  @Test("a further run is not added where the job runs again anyway")
  func retried() async throws {
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

  @Test("a dead job is not revived beside a living one of its key")
  func conflict() async throws {
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
    struct Stop: Error {}
    let store = try fixture.open()
    try? await store.transaction { transaction in
      try transaction.enqueue(ScriptedJob(key: "one"))
      throw Stop()
    }
    try await store.enqueue(ScriptedJob(key: "one"))
    #expect(try await store.counts() == [.available: 1])
  }
}
