import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

@Suite struct OperatorTests {
  /// Brings a job into a state by what would bring it there.
  private func job(
    in state: JobState, _ store: any JobStore, now: Timestamp
  ) async throws -> JobID {
    let id = try await store.enqueue(
      ScriptedJob(), at: state == .scheduled ? now + .seconds(60) : nil)
    if state == .scheduled || state == .available { return id }
    let worker = try await store.enroll(StoreFixture.profile)
    let job = try #require(try await store.exchange([], claim: 1, for: worker).claimed.first)
    let verdict: Verdict
    switch state {
    case .scheduled, .available, .running: return id
    case .blocked: verdict = .blocked("x")
    case .completed: verdict = .completed(followers: [])
    case .cancelled: verdict = .cancelled(reason: "pointless")
    case .dead: verdict = .dead(error: "broken")
    }
    _ = try await store.exchange(
      [EarnedOutcome(job: id, claim: job.claim, verdict: verdict)], claim: 0, for: worker)
    return id
  }

  struct Case: Sendable {
    let state: JobState
    let retry: MutationResult
    let cancel: MutationResult
    let discard: MutationResult
    let hasten: MutationResult
  }

  @Test(
    "an operator's order is carried out or refused by the state of the job",
    arguments: [
      Case(
        state: .scheduled, retry: .moved(to: .available), cancel: .moved(to: .cancelled),
        discard: .refused(.scheduled), hasten: .moved(to: .available)),
      Case(
        state: .available, retry: .refused(.available), cancel: .moved(to: .cancelled),
        discard: .refused(.available), hasten: .refused(.available)),
      Case(
        state: .blocked, retry: .refused(.blocked), cancel: .moved(to: .cancelled),
        discard: .refused(.blocked), hasten: .refused(.blocked)),
      Case(
        state: .running, retry: .refused(.running), cancel: .moved(to: .running),
        discard: .refused(.running), hasten: .refused(.running)),
      Case(
        state: .completed, retry: .refused(.completed), cancel: .refused(.completed),
        discard: .refused(.completed), hasten: .refused(.completed)),
      Case(
        state: .cancelled, retry: .moved(to: .available), cancel: .refused(.cancelled),
        discard: .refused(.cancelled), hasten: .refused(.cancelled)),
      Case(
        state: .dead, retry: .moved(to: .available), cancel: .refused(.dead),
        discard: .moved(to: .cancelled), hasten: .refused(.dead)),
    ], Conformer.allCases)
  func orders(case test: Case, conformer: Conformer) async throws {
    let orders: [(order: (JobID) -> Mutation, expected: MutationResult)] = [
      (Mutation.retry, test.retry), (Mutation.cancel, test.cancel),
      (Mutation.discard, test.discard), (Mutation.hasten, test.hasten),
    ]
    for (order, expected) in orders {
      let fixture = ContractFixture(conformer)
      let store = try fixture.open()
      let id = try await job(in: test.state, store, now: fixture.clock.now)
      #expect(try await store.apply(order(id)) == expected)
    }
  }

  @Test(
    "an order for a job that is not there says so",
    arguments: Conformer.allCases)
  func missing(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    #expect(try await store.apply(.cancel(JobID(rawValue: 7))) == .notFound)
  }

  @Test(
    "a dead job that is tried again has one more attempt and keeps its history",
    arguments: Conformer.allCases)
  func retry(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let id = try await store.enqueue(ScriptedJob())
    let services = TestServices { _, _ in throw TestError(isTransient: false) }
    _ = try await fixture.worker(store, services).runUntilIdle()
    #expect(try await store.apply(.retry(id)) == .moved(to: .available))
    _ = try await fixture.worker(store, services).runUntilIdle()
    #expect(try await store.attempts(of: id).map(\.number) == [1, 2])
    #expect(try await store.job(id)?.state == .dead)
  }

  @Test(
    "scheduled jobs of one kind are made due together",
    arguments: Conformer.allCases)
  func hastenAll(conformer: Conformer) async throws {
    let fixture = ContractFixture(conformer)
    let store = try fixture.open()
    let later = fixture.clock.now + .seconds(600)
    for number in 0..<3 { try await store.enqueue(ScriptedJob(number: number), at: later) }
    try await store.enqueue(UrgentJob(), at: later)
    #expect(try await store.apply(.hastenAll(of: ScriptedJob.kind)) == .changed(3))
    #expect(try await store.counts() == [.scheduled: 1, .available: 3])
  }
}
