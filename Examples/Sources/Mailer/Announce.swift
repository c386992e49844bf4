import ZitareBase
import ZitareJobs

/// Puts a line up where all readers see it.
struct Announce: Job {
  static let kind: JobKind = "newsletter.announcement"
  let text: String

  /// A corrected announcement takes the place of one that has not gone out.
  var uniqueness: Uniqueness? {
    Uniqueness("announcement", while: .waiting, onConflict: .replace)
  }

  func run(_ context: JobContext<Mailer>) async throws -> JobOutcome {
    let path = context.services.folder.appending("announcement-\(context.id).txt")
    try Files.replace(path, with: Array("\(text)\n".utf8))
    return .completed
  }
}
