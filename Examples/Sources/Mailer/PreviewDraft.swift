import ZitareBase
import ZitareJobs

/// Shows the one who writes the next issue how it looks so far.
struct PreviewDraft: Job {
  static let kind: JobKind = "newsletter.preview"
  let text: String

  /// Once they have paused for a moment, and every two seconds while they go on writing.
  var uniqueness: Uniqueness? {
    Uniqueness(
      "draft", while: .waiting,
      onConflict: .debounce(quiet: .milliseconds(200), atMost: .seconds(2)))
  }

  func run(_ context: JobContext<Mailer>) async throws -> JobOutcome {
    let page = context.services.folder.appending("preview.html")
    try Files.replace(page, with: Array("<h1>Draft</h1>\n<p>\(text)</p>\n".utf8))
    return .completed
  }
}
