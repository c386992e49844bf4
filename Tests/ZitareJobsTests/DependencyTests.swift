import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

@Suite struct DependencyTests {
  private func job(_ number: Int, after needs: [JobID] = []) throws -> NewJob {
    var job = try NewJob(ScriptedJob(number: number))
    job.dependencies = needs
    return job
  }

  @Test(
    "a job waits for all that it depends on, and then for its time",
    arguments: Conformer.allCases)
  func waits(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(job(1))
    let second = try await store.enqueue(job(2))
    let last = try await store.enqueue(job(3, after: [first, second, first]))
    var later = try job(4, after: [second])
    later.runAt = fixture.clock.now + .seconds(60)
    let scheduled = try await store.enqueue(later)
    let services = TestServices()
    let summary = try await fixture.worker(store, services).runUntilIdle()
    #expect(services.ran.last == 3 && services.ran.count == 3)
    #expect(summary.completed == 3 && summary.leftScheduled == 1)
    #expect(try await store.job(last)?.state == .completed)
    #expect(try await store.job(scheduled)?.state == .scheduled)
  }

  @Test(
    "what depends on a job that died or was cancelled dies with it, to the last link",
    arguments: Conformer.allCases)
  func dies(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(job(1))
    let second = try await store.enqueue(job(2, after: [first]))
    let third = try await store.enqueue(job(3, after: [second]))
    #expect(try await store.apply(.cancel(first)) == .moved(to: .cancelled))
    #expect(
      try await store.job(second)?.reason == "job \(first), which it waited for, was cancelled")
    #expect(try await store.job(third)?.reason == "job \(second), which it waited for, died")
    #expect(try await store.counts() == [.cancelled: 1, .dead: 2])
    await #expect(throws: EnqueueError.dependency(third)) {
      try await store.enqueue(job(4, after: [third]))
    }
  }

  @Test(
    "a worker tells of jobs that died while they waited",
    arguments: Conformer.allCases)
  func told(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let services = TestServices { _, _ in throw TestError(isTransient: false) }
    let first = try await store.enqueue(job(1))
    let second = try await store.enqueue(job(2, after: [first]))
    let events = EventLog()
    let summary = try await fixture.worker(store, services, events: events).runUntilIdle()
    #expect(summary.dead == 2)
    let reference = JobReference(id: second, kind: ScriptedJob.kind)
    let reason = "job \(first), which it waited for, died"
    #expect(events.all.contains(.dead(reference, error: reason)))
  }

  @Test(
    "a completed job is no obstacle, an unknown one is",
    arguments: Conformer.allCases)
  func present(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(job(1))
    _ = try await fixture.worker(store).runUntilIdle()
    let second = try await store.enqueue(job(2, after: [first]))
    #expect(try await store.job(second)?.state == .available)
    let unknown = JobID(rawValue: 99)
    await #expect(throws: EnqueueError.dependency(unknown)) {
      try await store.enqueue(job(3, after: [unknown]))
    }
    #expect(try await store.counts() == [.completed: 1, .available: 1])
  }

  @Test("what an earlier release has ended without a word is told when workers look after jobs")
  func repair() async throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    let first = try await store.enqueue(job(1))
    let second = try await store.enqueue(job(2, after: [first]))
    try await store.transaction { transaction in
      try transaction.connection.run(
        "UPDATE job SET state = 3, worker_id = 1, lease_until = 1 WHERE id = 1")
      try transaction.connection.run(
        """
        UPDATE job SET state = 4, worker_id = NULL, lease_until = NULL, finished_at = 1 WHERE id = 1
        """)
    }
    #expect(try await store.job(second)?.state == .blocked)
    _ = try await store.rescue()
    #expect(try await store.job(second)?.state == .available)
  }

  @Test(
    "a job that has not started by its deadline is dead, whatever it waits for",
    arguments: Conformer.allCases)
  func deadline(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let first = try await store.enqueue(job(1))
    var waiting = try [job(2), job(3), job(4, after: [first])]
    waiting[1].runAt = fixture.clock.now + .seconds(90)
    for index in waiting.indices { waiting[index].deadline = fixture.clock.now + .seconds(60) }
    for job in waiting { try await store.enqueue(job) }
    _ = try await store.apply([.pauseQueue("default", isPaused: true)])
    let worker = try await store.enroll(StoreFixture.profile)
    fixture.clock.advance(by: .seconds(60))
    #expect(try await store.exchange([], claim: 9, for: worker).casualties.isEmpty)
    #expect(try await store.nextDue() == fixture.clock.now + .milliseconds(1))
    fixture.clock.advance(by: .milliseconds(1))
    let casualties = try await store.exchange([], claim: 9, for: worker).casualties
    #expect(casualties.count == 3)
    #expect(casualties.allSatisfy { $0.reason == "its deadline passed before it started" })
    #expect(try await store.counts() == [.available: 1, .dead: 3])
    #expect(try await store.apply(.retry(casualties[0].job)) == .moved(to: .available))
    #expect(try await store.exchange([], claim: 0, for: worker).casualties.isEmpty)
  }
}
