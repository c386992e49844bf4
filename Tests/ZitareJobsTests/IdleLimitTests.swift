import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

@Suite("Limits that nobody needs")
struct IdleLimitTests {
  private let fixture = StoreFixture()
  private static let nothing = Retention(completed: .zero, cancelled: .zero, dead: .zero)

  private func names(_ store: SQLiteJobStore) async throws -> [LimitName] {
    try await store.limits().map(\.name)
  }

  @Test("they are forgotten in slices once their rate has all its tokens back; the newest stays")
  func slices() async throws {
    let store = try fixture.open()
    for number in 0..<5 { try await store.enqueue(LimitedJob(host: "\(number)", rate: 6)) }
    _ = try await fixture.worker(store).runUntilIdle()
    fixture.clock.advance(by: .seconds(9))
    #expect(try await store.prune(Self.nothing, limit: 10) == 5)
    #expect(try await names(store).count == 5, "a token comes back after ten seconds")
    fixture.clock.advance(by: .seconds(1))
    for left in [3, 1, 1] {
      _ = try await store.prune(Self.nothing, limit: 2)
      #expect(try await names(store).count == left)
    }
    #expect(try await names(store) == ["host:4"])
  }

  @Test("those stay that an operator has set, and those of jobs that are kept")
  func needed() async throws {
    let store = try fixture.open()
    for host in ["waiting", "kept", "bound", "newest"] {
      try await store.enqueue(
        LimitedJob(host: host, concurrency: host == "waiting" ? 0 : 1))
    }
    _ = try await store.apply(.limit("host:bound", .init(concurrency: 2)))
    _ = try await store.apply(.limitQueue("default", .init(concurrency: 9)))
    _ = try await fixture.worker(store).runUntilIdle()
    fixture.clock.advance(by: .seconds(3600))
    _ = try await store.prune(Retention(), limit: 10)
    #expect(try await names(store).count == 4)
    _ = try await store.prune(Self.nothing, limit: 10)
    #expect(try await names(store) == ["host:bound", "host:waiting"])
    #expect(try await store.queues().first?.bounds.concurrency == 9)
  }

  @Test("a rate is kept however often its limit is forgotten, and whoever adds the next job")
  func rate() async throws {
    let stores = [try fixture.open(), try fixture.open()]
    let worker = try await stores[0].enroll(StoreFixture.profile)
    var random = SeededGenerator(seed: 4)
    var starts: [String: [Timestamp]] = [:]
    var forgotten = 0
    for _ in 0..<400 {
      fixture.clock.advance(by: .seconds(Int64.random(in: 0...4, using: &random)))
      let host = "\(Int.random(in: 0..<6, using: &random))"
      if try await !names(stores[0]).contains(LimitName("host:\(host)")) { forgotten += 1 }
      let store = try #require(stores.randomElement(using: &random))
      try await store.enqueue(LimitedJob(host: host, rate: 6))
      for job in try await stores[0].exchange([], claim: 9, for: worker).claimed {
        let record = try #require(try await store.job(job.id))
        starts[record.limit?.rawValue ?? "none", default: []].append(fixture.clock.now)
        let done = EarnedOutcome(
          job: job.id, claim: job.claim, verdict: .completed(followers: []))
        _ = try await stores[0].exchange([done], claim: 0, for: worker)
      }
      fixture.clock.advance(by: .milliseconds(1))  // what ends now is removed only later
      for store in stores { _ = try await store.prune(Self.nothing, limit: 100) }
    }
    #expect(forgotten > 20)
    #expect(starts.count == 6 && starts["none"] == nil)
    for times in starts.values {
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(10) })
    }
  }
}
