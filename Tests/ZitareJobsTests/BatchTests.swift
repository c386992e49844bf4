import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

@Suite struct BatchTests {
  private func batch(_ numbers: [Int], completion: Int? = nil) throws -> NewBatch {
    NewBatch(
      "letters", jobs: try numbers.map { try NewJob(ScriptedJob(number: $0)) },
      completion: try completion.map { try NewJob(ScriptedJob(number: $0)) })
  }

  @Test(
    "the job after a batch runs once, after its last member, and knows what became of them",
    arguments: Conformer.allCases)
  func completion(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(batch([1, 2, 3], completion: 9))
    let seen = Box<BatchCounts?>(nil)
    let services = TestServices { job, context in
      switch job.number {
      case 2: throw TestError(isTransient: false)
      case 3: return .cancel(reason: "not wanted")
      case 9: seen.value = context.batch
      default: break
      }
      return .completed
    }
    _ = try await fixture.worker(store, services).runUntilIdle()
    #expect(services.ran.last == 9 && services.ran.count == 4)
    #expect(seen.value == BatchCounts(completed: 1, cancelled: 1, dead: 1))
    let record = try #require(try await store.batch(id))
    #expect(record.finishedAt == fixture.clock.now && record.name == "letters")
    #expect(try await store.batches(limit: 5) == [record])
    #expect(try await store.jobs(JobQuery(batch: id)).count == 3)
  }

  @Test(
    "a member that is tried again keeps its batch open",
    arguments: Conformer.allCases)
  func retried(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(batch([1, 2], completion: 9))
    let services = TestServices { job, context in
      if job.number == 1 && context.attempt == 1 { throw TestError() }
      return .completed
    }
    #expect(try await fixture.worker(store, services).runUntilIdle().leftScheduled == 1)
    #expect(try await store.batch(id)?.finishedAt == nil)
    fixture.clock.advance(by: .seconds(60))
    _ = try await fixture.worker(store, services).runUntilIdle()
    // The first two begin at the same time.
    #expect(services.ran.prefix(2).sorted() == [1, 2] && services.ran.suffix(2) == [1, 9])
    #expect(try await store.batch(id)?.finishedAt != nil)
  }

  @Test(
    "a member can add others to its batch, and nobody can once it has ended",
    arguments: Conformer.allCases)
  func joined(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(batch([1], completion: 9))
    let services = TestServices { job, context in
      #expect(context.batchID == (job.number == 9 ? nil : id))
      if job.number == 1 {
        var further = try NewJob(ScriptedJob(number: 2))
        further.batch = context.batchID
        try await store.enqueue(further)
      }
      return .completed
    }
    _ = try await fixture.worker(store, services).runUntilIdle()
    #expect(services.ran == [1, 2, 9])
    await #expect(throws: EnqueueError.batch(id)) {
      var late = try NewJob(ScriptedJob(number: 3))
      late.batch = id
      try await store.enqueue(late)
    }
  }

  @Test(
    "an empty batch is finished at once",
    arguments: Conformer.allCases)
  func empty(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(batch([], completion: 9))
    #expect(try await store.batch(id)?.finishedAt == fixture.clock.now)
    #expect(try await store.counts() == [.available: 1])
  }

  @Test(
    "a batch is added as a whole or not at all",
    arguments: Conformer.allCases)
  func whole(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    var letters = try batch([1, 2])
    letters.jobs[1].dependencies = [JobID(rawValue: 99)]
    let result = try await store.apply(.enqueueBatch(letters))
    #expect(result == .impossible(.dependency(JobID(rawValue: 99))))
    #expect(try await store.counts().isEmpty)
    #expect(try await store.batches(limit: 5).isEmpty)
    let many = try batch(Array(repeating: 1, count: NewBatch.limit + 1))
    await #expect(throws: EnqueueError.batchTooLarge("letters", jobs: NewBatch.limit + 1)) {
      try await store.enqueue(many)
    }
  }

  @Test(
    "members may depend on each other, and a batch whose members die ends, too",
    arguments: Conformer.allCases)
  func chain(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(ScriptedJob(number: 1))
    var letters = try batch([2, 3], completion: 9)
    letters.jobs[0].dependencies = [first]
    letters.jobs[1].dependencies = [first]
    let id = try await store.enqueue(letters)
    #expect(try await store.apply(.cancel(first)) == .moved(to: .cancelled))
    #expect(try await store.batch(id)?.counts == BatchCounts(dead: 2))
    #expect(try await store.counts()[.available] == 1)
  }
}
