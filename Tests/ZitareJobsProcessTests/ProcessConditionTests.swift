import CrashJobs
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareSQLite

/// Failures that users of other queues have met, those that take several processes to show; their
/// numbers are the same as in `ConditionTests`.
@Suite("Conditions among processes", .serialized, .timeLimit(.minutes(5)))
struct ProcessConditionTests {
  private static let isLong = getenv("ZITARE_CRASH_JOBS") != nil

  private func begun(_ bench: CrashBench, _ count: Int = 1) throws -> Bool {
    try bench.runs(.begun).values.joined().count >= count
  }

  @Test("1: no lock of four processes that enqueue, claim, renew and prune reaches a caller")
  func noBusy() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    let processes = try (0..<4).map {
      try bench.start(
        "stress", ["milliseconds": Self.isLong ? 60_000 : 1500, "first": $0 * 1_000_000])
    }
    for process in processes {
      let result = try process.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try await store.counts().keys.allSatisfy { $0 == .completed || $0 == .available })
  }

  @Test("2: a completion waits for a foreign process that holds the lock, and counts once")
  func foreignLock() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    var job = CrashJob(1)
    job.sleepMilliseconds = 1000
    let id = try await store.enqueue(job)
    let process = try bench.start("work")
    try await eventually("the begin") { try begun(bench) }
    let foreign = try Connection(bench.folder.database)
    try foreign.run("BEGIN IMMEDIATE")
    try await eventually("the end of the run") { try !bench.runs(.ended).isEmpty }
    try await Task.sleep(for: Self.isLong ? .seconds(10) : .milliseconds(300))
    #expect(try await store.job(id)?.state == .running)
    try foreign.run("COMMIT")
    try await eventually("the completion") { try await store.job(id)?.state == .completed }
    process.signal(SIGTERM)
    #expect(try process.wait().status == 0)
    #expect(try bench.runs(.begun)[id]?.count == 1)
  }

  @Test("3: transactions of two processes that read and then write all succeed")
  func readThenWrite() async throws {
    let bench = try CrashBench()
    let count = Self.isLong ? 5000 : 300
    let processes = try (0..<2).map { _ in try bench.start("transact", ["count": count]) }
    for process in processes {
      let result = try process.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    let value = try Connection(bench.folder.database).first("SELECT value FROM number") {
      $0.integer(0)
    }
    #expect(value == Int64(2 * count))
  }

  @Test("7: two processes that drain a queue run each job once")
  func drain() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    let count = Self.isLong ? 20_000 : 1000
    for start in stride(from: 0, to: count, by: 1000) {
      _ = try await store.apply(
        (start..<start + 1000).map { .enqueue(try NewJob(CrashJob($0))) })
    }
    let processes = try (0..<2).map { _ in try bench.start("once", ["prefetch": 4]) }
    for process in processes { #expect(try process.wait().status == 0) }
    let runs = try bench.runs(.begun)
    #expect(runs.count == count)
    #expect(runs.values.allSatisfy { $0.count == 1 })
    #expect(try await store.counts() == [.completed: count])
  }

  @Test("8: what a process stopped beyond its lease brings back is refused, its limit is kept")
  func stopped() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    var job = CrashJob(1)
    (job.key, job.width, job.sleepMilliseconds) = ("one", 1, 1500)
    let id = try await store.enqueue(job)
    let stopped = try bench.start("work", ["lease": 500])
    try await eventually("the first begin") { try begun(bench) }
    stopped.signal(SIGSTOP)
    let other = try bench.start("work", ["lease": 500])
    try await eventually("the second run") { try await store.job(id)?.state == .completed }
    stopped.signal(SIGCONT)
    for number in 2...4 {
      job = CrashJob(number)
      (job.key, job.width, job.sleepMilliseconds) = ("one", 1, 20)
      try await store.enqueue(job)
    }
    try await eventually("the end of all") { try await store.counts() == [.completed: 4] }
    for process in [stopped, other] {
      process.signal(SIGTERM)
      #expect(try process.wait().status == 0)
    }
    let runs = try #require(try bench.runs(.begun)[id])
    #expect(runs.map(\.claim) == [1, 2])
    #expect(runs.last?.process == other.processID)
    #expect(try await store.job(id)?.attempt == 2, "one for the lease, one for the completion")
    #expect(try await store.limits().first?.running == 0)
    let rest = try bench.effects.effects().filter { $0.job != id && $0.step != .done }
    #expect(rest.map(\.step) == [.begun, .ended, .begun, .ended, .begun, .ended])
  }

  @Test("9: a job of five times its lease is not rescued while its worker renews it")
  func longJob() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    var job = CrashJob(1)
    job.sleepMilliseconds = 5000
    let id = try await store.enqueue(job)
    let processes = try (0..<2).map { _ in try bench.start("work", ["lease": 1000]) }
    try await eventually("the completion") { try await store.job(id)?.state == .completed }
    for process in processes {
      process.signal(SIGTERM)
      #expect(try process.wait().status == 0)
    }
    #expect(try bench.runs(.begun)[id]?.count == 1)
  }

  @Test("12: a job that kills its process ends dead, and jobs that had not started lose nothing")
  func poison() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    var killer = CrashJob(1)
    killer.fault = .always
    var poison = try NewJob(killer)
    (poison.maxAttempts, poison.priority) = (3, 1)
    let id = try await store.enqueue(poison)
    for number in 2...5 { try await store.enqueue(CrashJob(number)) }
    for _ in 0..<3 {
      let process = try bench.start("work", ["concurrency": 1, "prefetch": 4])
      #expect(try process.wait().status == 128 + SIGKILL)
    }
    try bench.run("once")
    let record = try #require(try await store.job(id))
    #expect(record.state == .dead && record.reason == "the worker died" && record.attempt == 3)
    let others = try await store.jobs(JobQuery(states: [.completed]))
    #expect(others.count == 4 && others.allSatisfy { $0.attempt == 1 })
  }

  @Test("13: a killed worker's jobs run again within a lease and a sweep, a stopped one's at once")
  func sweep() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    var job = CrashJob(1)
    job.sleepMilliseconds = 400
    let id = try await store.enqueue(job)
    let victim = try bench.start("work", ["lease": 1000])
    try await eventually("the begin") { try begun(bench) }
    let other = try bench.start("work", ["lease": 1000])
    victim.signal(SIGKILL)
    let death = Clocks.system.boot()
    try await eventually("the second run") { try begun(bench, 2) }
    let again = try #require(try bench.runs(.begun)[id]?.last?.time)
    #expect(again - death < .seconds(3), "1 s of lease, 1 s until the sweep, and the machine")
    other.signal(SIGTERM)
    #expect(try other.wait().status == 0)
    #expect(try await store.counts()[.running] == nil)
  }

  @Test("15: jobs that outlast the grace are available again with no attempt used, and soon")
  func grace() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    for number in 1...2 {
      var job = CrashJob(number)
      job.sleepMilliseconds = 60_000
      job.isStubborn = number == 1
      try await store.enqueue(job)
    }
    let process = try bench.start("work", ["grace": 1000])
    try await eventually("the begin of both") { try begun(bench, 2) }
    let begin = ContinuousClock.now
    process.signal(SIGTERM)
    #expect(try process.wait().status == 0)
    #expect(ContinuousClock.now - begin < .seconds(2), "1 s of grace, half of one of patience")
    let jobs = try await store.jobs(JobQuery())
    #expect(jobs.count == 2 && jobs.allSatisfy { $0.state == .available && $0.attempt == 0 })
  }

  @Test("16: after a kill no two of a key with the limit one run at once")
  func limitAfterKill() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    for number in 1...3 {
      var job = CrashJob(number)
      (job.key, job.width, job.sleepMilliseconds) = ("one", 1, 100)
      if number == 1 { job.fault = .afterEffect }  // its first run kills the process
      try await store.enqueue(job)
    }
    let victim = try bench.start("work")
    #expect(try victim.wait().status == 128 + SIGKILL)
    let processes = try (0..<2).map { _ in try bench.start("work") }
    try await eventually("the end of all") { try await store.counts() == [.completed: 3] }
    for process in processes {
      process.signal(SIGTERM)
      try process.wait()
    }
    let steps = try bench.effects.effects()
      .filter { $0.process != victim.processID && $0.step != .done }.map(\.step)
    #expect(steps == [.begun, .ended, .begun, .ended, .begun, .ended])
  }

  @Test(
    "18: leases run out while the machine sleeps, which the boot clock alone tells",
    .enabled(if: CrashBench.canSleep))
  func sleep() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    var job = CrashJob(1)
    job.sleepMilliseconds = 60_000
    let id = try await store.enqueue(job)
    let stopped = try bench.start("work", ["lease": 60_000])
    try await eventually("the begin") { try begun(bench) }
    stopped.signal(SIGSTOP)
    #expect(try bench.start(afterSleep: .seconds(30), "once").wait().status == 0)
    #expect(try await store.attempts(of: id).isEmpty)
    let later = try bench.start(afterSleep: .seconds(90), "work")
    try await eventually("the rescue") { try await !store.attempts(of: id).isEmpty }
    #expect(try await store.attempts(of: id).map(\.error) == ["the worker's lease ran out"])
    for process in [later, stopped] {
      process.signal(SIGKILL)
      try process.wait()
    }
  }

  @Test("30: a job that another process runs is cancelled within 250 ms")
  func cancel() async throws {
    let bench = try CrashBench()
    let store = try bench.folder.open()
    let process = try bench.start("work")
    var times: [Duration] = []
    for number in 1...5 {
      var job = CrashJob(number)
      job.sleepMilliseconds = 60_000
      let id = try await store.enqueue(job)
      try await eventually("the begin") { try begun(bench, number) }
      let begin = ContinuousClock.now
      #expect(try await store.apply(.cancel(id)) == .moved(to: .running))
      try await eventually("the end") { try await store.job(id)?.state == .cancelled }
      times.append(ContinuousClock.now - begin)
    }
    process.signal(SIGTERM)
    #expect(try process.wait().status == 0)
    // The median: a loaded machine may keep any one waiting.
    #expect(times.sorted()[2] < .milliseconds(250), "\(times)")
  }
}
