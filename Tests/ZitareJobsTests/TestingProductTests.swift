import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

@Suite("ZitareJobsTesting") struct TestingProductTests {
  @Test("an inline queue runs a job as it is enqueued, and its followers after it")
  func inline() async throws {
    let services = TestServices { job, context in
      #expect(context.attempt == (job.number == 1 ? 3 : 1))
      return job.number < 3 ? .completed(then: [ScriptedJob(number: job.number + 1)]) : .completed
    }
    let queue = InlineQueue(registry: StoreFixture.registry, services: services)
    guard
      case .completed(let followers) = try await queue.enqueue(
        ScriptedJob(number: 1), attempt: 3)
    else {
      Issue.record("it completes")
      return
    }
    #expect(followers.count == 1)
    #expect(services.ran == [1, 2, 3])
    #expect(queue.ran == (try [1, 2, 3].map { try NewJob(ScriptedJob(number: $0)) }))
  }

  @Test("an inline queue throws what the job throws, and refuses kinds it does not know")
  func inlineFailures() async throws {
    let services = TestServices { _, _ in throw TestError(isTransient: false) }
    let queue = InlineQueue(registry: StoreFixture.registry, services: services)
    await #expect(throws: TestError.self) { try await queue.enqueue(ScriptedJob()) }
    let empty = InlineQueue(registry: JobRegistry<TestServices>(), services: services)
    await #expect(throws: UnregisteredKind(kind: ScriptedJob.kind)) {
      try await empty.enqueue(ScriptedJob())
    }
  }

  @Test("a drain runs what is available and says what became of it")
  func drain() async throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    let first = try await store.enqueue(ScriptedJob(number: 1))
    let second = try await store.enqueue(ScriptedJob(number: 2))
    try await store.enqueue(ScriptedJob(number: 3), at: fixture.clock.now + .seconds(60))
    let services = TestServices { job, _ in
      job.number == 1 ? .completed : .cancel(reason: "pointless")
    }
    let runs = try await store.drain(
      StoreFixture.registry, services: services, clock: fixture.clock)
    let kind = ScriptedJob.kind
    #expect(
      runs == [
        DrainedRun(job: JobReference(id: first, kind: kind), attempt: 1, ending: .completed),
        DrainedRun(
          job: JobReference(id: second, kind: kind), attempt: 1,
          ending: .cancelled(reason: "pointless")),
      ])
    #expect(try await store.counts()[.scheduled] == 1)
  }

  @Test("a drain through a time goes on with what comes due, retries and rates included")
  func drainThrough() async throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    let begin = fixture.clock.now
    let services = TestServices { job, context in
      if job.number == 1 && context.attempt < 3 { throw TestError() }
      return .completed
    }
    try await store.enqueue(ScriptedJob(number: 1))
    try await store.enqueue(ScriptedJob(number: 2), at: begin + .seconds(3600))
    try await store.enqueue(ScriptedJob(number: 3), at: begin + .seconds(7200))
    for number in 4...6 { try await store.enqueue(LimitedJob(number: number, rate: 6)) }
    var doomed = try NewJob(ScriptedJob(number: 7))
    doomed.dependencies = [JobID(rawValue: 3)]
    doomed.deadline = begin + .seconds(60)
    try await store.enqueue(doomed)
    let runs = try await store.drain(
      StoreFixture.registry, services: services, clock: fixture.clock,
      through: begin + .seconds(3600))
    #expect(services.ran == [1, 1, 1, 2])
    #expect(runs.count == 7)
    #expect(fixture.clock.now == begin + .seconds(3600))
    #expect(try await store.counts() == [.completed: 5, .scheduled: 1, .dead: 1])
  }

  @Test("a sleep ends when its clock has been moved past its end, or by cancellation")
  func sleeps() async throws {
    let clock = TestClock()
    let sleep = clock.clocks().sleep
    async let short: Void = sleep(.seconds(10))
    let long = Task { try await sleep(.seconds(11)) }
    while clock.sleeping < 2 { await Task.yield() }
    clock.advance(by: .seconds(10))
    try await short
    #expect(clock.sleeping == 1)
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
    clock.setWall(Timestamp(seconds: 5))
    #expect(clock.now == Timestamp(seconds: 5))
  }

  @Test("a failing store fails the calls of its cue, no others and no more of them")
  func failing() async throws {
    let fixture = StoreFixture()
    let store = FailingStore(try fixture.open())
    store.fail([.apply], with: .damaged("on cue"), after: 1, times: 2)
    try await store.enqueue(ScriptedJob())
    for _ in 0..<2 {
      await #expect(throws: StoreError.damaged("on cue")) { try await store.enqueue(ScriptedJob()) }
      #expect(try await store.counts() == [.available: 1])
    }
    try await store.enqueue(ScriptedJob())
    #expect(store.failures == 2)
    store.fail()
    await #expect(throws: StoreError.unavailable("on cue")) { try await store.counts() }
    store.recover()
    #expect(try await store.counts() == [.available: 2])
  }

  @Test("a temporary store goes with its value", arguments: TemporaryStore.Place.allCases)
  func removed(place: TemporaryStore.Place) async throws {
    var temporary: TemporaryStore? = TemporaryStore(in: place)
    let folder = try #require(temporary?.folder)
    try await temporary?.open().enqueue(ScriptedJob())
    #expect(try Files.names(in: folder) == ["state"])
    temporary = nil
    #expect(try Files.size(of: folder) == nil)
  }
}
