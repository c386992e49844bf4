import ZitareBase
import ZitareJobs

/// Says what became of an issue, when all its letters have ended.
struct ReportIssue: Job {
  static let kind: JobKind = "newsletter.report"
  let issue: Int64

  func run(_ context: JobContext<Mailer>) async throws -> JobOutcome {
    let spool = context.services.letter(issue, to: "").parent
    let letters = try Files.names(in: spool)
    var bytes: Int64 = 0
    for (index, letter) in letters.enumerated() {
      context.report(
        JobProgress(stage: "reading", done: Int64(index), total: Int64(letters.count)))
      bytes += try Files.size(of: spool.appending(letter)) ?? 0
    }
    let counts = context.batch ?? BatchCounts()
    let report = """
      issue \(issue): \(counts.completed) sent, \(counts.dead) failed, \(counts.cancelled) cancelled; \
      \(letters.count) letters of \(bytes) bytes

      """
    try Files.replace(
      context.services.folder.appending("report-\(issue).txt"), with: Array(report.utf8))
    return .completed
  }
}
