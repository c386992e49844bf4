import ZitareBase
import ZitareJobs

/// Brings an issue to one reader; issue 0 is the welcome.
struct SendLetter: Job {
  static let kind: JobKind = "newsletter.letter"
  static let queue: QueueName = "letters"
  static let retry: RetryPolicy = .exponential(maxAttempts: 5, base: .milliseconds(200))
  static let timeout: Duration? = .seconds(30)

  let issue: Int64
  let address: String

  /// Nobody gets an issue twice.
  var uniqueness: Uniqueness? { Uniqueness(UniqueKey("\(issue) \(address)")) }

  /// Hosts take two letters at a time, and fifty in a second.
  var limit: JobLimit? {
    address.host.map { host in
      JobLimit(
        LimitName("host:\(host)"), concurrency: 2, rate: RateLimit(50, per: .seconds(1), burst: 5))
    }
  }

  func run(_ context: JobContext<Mailer>) async throws -> JobOutcome {
    let mailer = context.services
    guard try await mailer.isSubscribed(address) else {
      // The report of the issue waits for the farewell, too.
      var farewell = try NewJob(SendFarewell(address: address))
      farewell.batch = context.batchID
      try await mailer.store.enqueue(farewell)
      return .cancel(reason: "\(address) has unsubscribed")
    }
    let text = issue == 0 ? Array("Welcome!\n".utf8) : try Files.read(mailer.page(of: issue)) ?? []
    try await mailer.post.deliver(
      text, to: address, at: mailer.letter(issue, to: address), attempt: context.attempt)
    return .completed
  }
}
