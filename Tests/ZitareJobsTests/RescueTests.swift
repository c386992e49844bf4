import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobsTesting
import ZitareSQLite

@testable import ZitareJobs

@Suite struct RescueTests {
  let fixture = StoreFixture()

  /// A store that claims all jobs and then ends as a killed process does.
  private func claimAndDie(bootID: String = "boot-1") async throws {
    let store = try fixture.open(bootID: bootID)
    let worker = try await store.enroll(StoreFixture.profile)
    _ = try await store.exchange([], claim: 10, for: worker)
  }

  @Test("jobs of a worker that died run again at once, and an attempt is used")
  func died() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    try await claimAndDie()
    #expect(try await store.rescue().map(\.state) == [.available])
    #expect(try await store.attempts(of: id).map(\.error) == ["the worker died"])
    #expect(try await store.rescue().isEmpty)
    #expect(try Files.names(in: fixture.runtimeFolder).isEmpty)
  }

  @Test("a worker that dies while another looks after dead ones is found dead the next time")
  func diedMeanwhile() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let locks = try LiveWorkers.deadLocks(in: fixture.runtimeFolder)
    try await claimAndDie()
    LiveWorkers.remove(locks)
    #expect(try await store.rescue().map(\.job) == [id])
  }

  @Test("a job that kills its workers is dead after its last attempt")
  func poison() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    for _ in 1...3 {
      try await claimAndDie()
      _ = try await store.rescue()
    }
    let record = try #require(try await store.job(id))
    #expect(record.state == .dead && record.reason == "the worker died" && record.attempt == 3)
  }

  @Test("a worker that lives keeps its jobs")
  func alive() async throws {
    let (store, other) = (try fixture.open(), try fixture.open())
    try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    _ = try await store.exchange([], claim: 1, for: worker)
    #expect(try await other.rescue().isEmpty)
    #expect(try LiveWorkers.anyAlive(in: fixture.runtimeFolder))
    #expect(try LiveWorkers.processes(in: fixture.runtimeFolder) == [getpid()])
  }

  @Test("jobs of a worker that stops in order are available again, no attempt used")
  func retired() async throws {
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    _ = try await store.exchange([], claim: 1, for: worker)
    try await store.retire(worker)
    let record = try #require(try await store.job(id))
    #expect(record.state == .available && record.attempt == 0)
    #expect(try await store.attempts(of: id).isEmpty)
    #expect(try Files.names(in: fixture.runtimeFolder).isEmpty)
    #expect(try LiveWorkers.anyAlive(in: fixture.runtimeFolder) == false)
  }

  @Test("a new start of the machine voids all leases")
  func boot() async throws {
    let before = try fixture.open(bootID: "boot-1")
    let id = try await before.enqueue(ScriptedJob())
    let worker = try await before.enroll(StoreFixture.profile)
    _ = try await before.exchange([], claim: 1, for: worker)
    let after = try fixture.open(bootID: "boot-2")
    #expect(try await after.rescue().map(\.job) == [id])
  }

  @Test("steps of the wall clock rescue nobody", arguments: [-86_400, -3600, 3600, 86_400])
  func wallClock(seconds: Int) async throws {
    let store = try fixture.open()
    try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    _ = try await store.exchange([], claim: 1, for: worker)
    let wall = fixture.clock.now + .seconds(seconds)
    var clocks = fixture.clock.clocks()
    clocks.wall = { wall }
    let other = try SQLiteJobStore(
      path: fixture.path, runtimeFolder: fixture.runtimeFolder, durability: .normal,
      clocks: clocks)
    #expect(try await other.rescue().isEmpty)
  }

  @Test("a job that somebody wanted cancelled is cancelled when its worker dies")
  func cancelled() async throws {
    let (store, other) = (try fixture.open(), try fixture.open())
    let id = try await store.enqueue(ScriptedJob())
    let worker = try await store.enroll(StoreFixture.profile)
    _ = try await store.exchange([], claim: 1, for: worker)
    #expect(try await other.apply(.cancel(id)) == .moved(to: .running))
    #expect(try await store.cancellations(for: worker) == [id: "told to stop"])
    try await store.retire(worker)
    let job = try #require(try await store.job(id))
    #expect(job.state == .cancelled && job.reason == "told to stop")
  }

  @Test(
    "a worker that is stopped beyond its lease before it learns of a claim starts nothing of it")
  func stoppedAfterClaim() async throws {
    let (store, other) = (FailingStore(try fixture.open()), try fixture.open())
    let id = try await store.enqueue(ScriptedJob(number: 1))
    let worker = try await other.enroll(StoreFixture.profile)
    store.pause(after: .exchange) {
      fixture.clock.advance(by: .seconds(61))
      _ = try? await other.rescue()
      _ = try? await other.exchange([], claim: 1, for: worker)
    }
    let (services, events) = (TestServices(), EventLog())
    _ = try await fixture.worker(store, services, events: events).runUntilIdle()
    #expect(services.ran == [])
    #expect(
      events.all.contains { if case .leaseLost(let job) = $0 { job.id == id } else { false } })
    #expect(try await other.renew(worker) == [id])
  }

  @Test("a job that is held ready is not started once somebody else has it")
  func stoppedBeforeStart() async throws {
    let (store, other) = (try fixture.open(), try fixture.open())
    let first = try await store.enqueue(ScriptedJob(number: 1))
    let second = try await store.enqueue(ScriptedJob(number: 2))
    let worker = try await other.enroll(StoreFixture.profile)
    let services = TestServices { _, _ in
      try await other.transaction { try $0.connection.run("UPDATE job SET lease_until = 0") }
      _ = try await other.rescue()
      _ = try await other.exchange([], claim: 2, for: worker)
      fixture.clock.advance(by: .seconds(25))  // leases are renewed after a third of a minute
      return .completed
    }
    _ = try await fixture.worker(store, services, concurrency: 1, prefetch: 1).runUntilIdle()
    #expect(services.ran == [1])
    #expect(try await other.renew(worker) == [first, second])
  }
}
