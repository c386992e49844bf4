import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

@Suite("A worker whose disk fails", .serialized, .timeLimit(.minutes(10)))
struct WorkerFaultTests {
  private let fixture = StoreFixture(isRunningFree: true)
  private let events = EventLog()

  private func open(_ disk: FaultDisk) throws -> SQLiteJobStore {
    try SQLiteJobStore(
      path: disk.path, runtimeFolder: fixture.runtimeFolder, clocks: fixture.clock.clocks())
  }

  @Test(
    "it keeps what a job came to while the disk fails, records it afterwards and works on",
    arguments: [Fault.full, .ioError])
  func goesOn(fault: Fault) async throws {
    let disk = try FaultDisk()
    let store = try open(disk)
    let services = TestServices { job, _ in
      if job.number == 0 { disk.fail(fault.calls, with: fault.code) }
      return .completed
    }
    let worker = fixture.worker(store, services, events: events)
    async let running: Void = worker.run()
    for number in 0..<2 {
      let id = try await store.enqueue(ScriptedJob(number: number))
      await events.first { if case .storeUnavailable = $0 { true } else { false } }
      disk.mend()
      await events.first { if case .completed(let job, _) = $0 { job.id == id } else { false } }
    }
    worker.stop()
    try await running
    #expect(services.ran == [0, 1])
    #expect(try await store.counts() == [.completed: 2])
  }

  @Test("damage ends it with an error that says so")
  func damage() async throws {
    let disk = try FaultDisk()
    let store = try open(disk)
    let services = TestServices { _, _ in
      disk.fail(.all, with: Fault.corrupt.code)
      return .completed
    }
    try await store.enqueue(ScriptedJob())
    let error = await #expect(throws: StoreError.self) {
      try await fixture.worker(store, services).run()
    }
    #expect(error.map(Fault.corrupt.means) == true)
  }

  @Test("a stop ends it although the disk fails for good, and it leaves no sign of life behind")
  func stop() async throws {
    let disk = try FaultDisk()
    let store = try open(disk)
    disk.fail(Fault.ioError.calls, with: Fault.ioError.code)
    let worker = fixture.worker(store, events: events)
    let running = Task { try await worker.run() }
    await events.first { if case .storeUnavailable = $0 { true } else { false } }
    worker.stop()
    let error = await #expect(throws: StoreError.self) { try await running.value }
    #expect(error?.isTransient == true)
    #expect(try Files.names(in: fixture.runtimeFolder).isEmpty)
  }

  @Test("a transaction that an I/O error ended takes nothing more, even if its owner goes on")
  func endedTransaction() async throws {
    let disk = try FaultDisk()
    let store = try open(disk)
    try await store.migrate(component: "notes", ["CREATE TABLE note (content ANY) STRICT"])
    await #expect(throws: SQLiteError.self) {
      try await store.transaction { transaction in
        // More than the cache holds, so that it is written before the commit.
        disk.fail(.write, with: Fault.ioError.code)
        #expect(throws: SQLiteError.self) {
          try transaction.connection.run("INSERT INTO note VALUES (randomblob(8000000))")
        }
        disk.mend()
        try transaction.connection.run("INSERT INTO note VALUES ('half')")
      }
    }
    let count = try await store.read { try $0.first("SELECT count(*) FROM note") { $0.integer(0) } }
    #expect(count == 0)
  }

  @Test("a scheduler fires the slots that came while the disk failed")
  func scheduler() async throws {
    let disk = try FaultDisk()
    let store = try open(disk)
    let start = fixture.clock.now
    let zone = try TimeZoneRules(identifier: "UTC")
    let schedule = Schedule(
      "minutely", trigger: .cron(try CronExpression("* * * * *"), zone: zone),
      catchUp: .init(.all(limit: 10_000))
    ) { ScriptedJob() }
    let scheduler = Scheduler(
      [schedule], store: store, clocks: fixture.clock.clocks(), events: { events.append($0) })
    try await scheduler.settle()
    disk.fail(Fault.ioError.calls, with: Fault.ioError.code)
    let running = Task { try await scheduler.run() }
    await events.first { if case .storeUnavailable = $0 { true } else { false } }
    disk.mend()
    let last = start + .seconds(600)
    await events.first { if case .fired(_, let slot, _) = $0 { slot >= last } else { false } }
    running.cancel()
    try await running.value
    let slots = events.all.compactMap { if case .fired(_, let slot, _) = $0 { slot } else { nil } }
    #expect(slots.prefix(10) == ((1...10).map { start + .seconds(60 * $0) })[...])
  }
}
