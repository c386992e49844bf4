import Testing
import ZitareBase

@testable import ZitareJobs

@Suite struct RetryPolicyTests {
  let policy = RetryPolicy.exponential(maxAttempts: 5, base: .seconds(10), cap: .seconds(100))

  @Test(
    "the longest delay doubles up to the cap",
    arguments: [(1, 10), (2, 20), (3, 40), (4, 80), (5, 100), (60, 100), (5000, 100)])
  func ceiling(attempt: Int, seconds: Int) {
    let delay = policy.delay(afterAttempt: attempt, fraction: 1, floor: nil)
    #expect(delay == .seconds(seconds))
  }

  @Test("jobs that fail together are spread over the whole delay")
  func spread() {
    let delays = (0..<1000).map { index in
      policy.delay(afterAttempt: 3, fraction: Double(index) / 1000, floor: nil).milliseconds
    }
    #expect(delays.min() == 0)
    #expect((39_900...40_000).contains(delays.max() ?? 0))
    #expect(Set(delays).count > 900)
  }

  @Test("a server's time is never undercut, and spread by a fifth after it")
  func floor() {
    let delays = (0..<100).map { index in
      policy.delay(
        afterAttempt: 1, fraction: Double(index) / 100, floor: .seconds(600)
      ).milliseconds
    }
    #expect(delays.min() == 600_000)
    #expect((715_000...720_000).contains(delays.max() ?? 0))
  }

  struct Case: Sendable {
    let error: TestError
    let used: Int
    let expected: Verdict
  }
  static let now = Timestamp(seconds: 1000)

  @Test(
    "what follows a failure depends on the error and the attempts left",
    arguments: [
      Case(
        error: TestError(), used: 0, expected: .retry(at: now + .seconds(5), error: "it failed")),
      Case(
        error: TestError(retryAfter: .seconds(60)), used: 0,
        expected: .retry(at: now + .seconds(66), error: "it failed")),
      Case(error: TestError(isTransient: false), used: 0, expected: .dead(error: "it failed")),
      Case(error: TestError(), used: 4, expected: .dead(error: "it failed")),
    ])
  func verdict(case test: Case) {
    let job = ClaimedJob(
      id: JobID(rawValue: 1), claim: 1, kind: "k", queue: "default", parameters: [],
      usedAttempts: test.used, maxAttempts: 5, runAt: Self.now, claimedAt: Self.now,
      isPrefetched: false, batchID: nil, batch: nil)
    #expect(
      Verdict.after(test.error, in: job, policy: policy, now: Self.now, fraction: 0.5)
        == test.expected)
  }
}
