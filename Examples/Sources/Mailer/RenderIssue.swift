import ZitareBase
import ZitareJobs

/// Makes the page that all letters of an issue carry.
struct RenderIssue: Job {
  static let kind: JobKind = "newsletter.render"
  static let retry: RetryPolicy = .never

  let issue: Int64
  let source: JobID

  func run(_ context: JobContext<Mailer>) async throws -> JobOutcome {
    let mailer = context.services
    let text = try Files.read(mailer.text(of: source)) ?? []
    let page = "<h1>Issue \(issue)</h1>\n<p>\(String(decoding: text, as: UTF8.self))</p>\n"
    try Files.replace(mailer.page(of: issue), with: Array(page.utf8))
    return .completed
  }
}
