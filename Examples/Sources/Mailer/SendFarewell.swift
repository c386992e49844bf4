import ZitareBase
import ZitareJobs

/// Says good-bye to somebody who no longer reads the newsletter.
struct SendFarewell: Job {
  static let kind: JobKind = "newsletter.farewell"
  static let queue = SendLetter.queue
  static let retry = SendLetter.retry

  let address: String

  /// One a day, however often they come and go.
  var uniqueness: Uniqueness? { Uniqueness(UniqueKey(address), window: .seconds(86_400)) }

  func run(_ context: JobContext<Mailer>) async throws -> JobOutcome {
    let mailer = context.services
    try await mailer.post.deliver(
      Array("Farewell!\n".utf8), to: address,
      at: mailer.folder.appending("spool/farewell/\(address)"), attempt: context.attempt)
    return .completed
  }
}
