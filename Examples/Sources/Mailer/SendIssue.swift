import ZitareBase
import ZitareJobs
import ZitareSQLite

/// Begins an issue: a letter for every reader, and a report when all of them have ended.
struct SendIssue: Job {
  static let kind: JobKind = "newsletter.issue"
  var uniqueness: Uniqueness? { "newsletter" }

  func run(_ context: JobContext<Mailer>) async throws -> JobOutcome {
    let mailer = context.services
    // Not written yet is no failure: it looks again, and no attempt is used.
    guard try mailer.takeDraft(for: context.id) else { return .snooze(for: .seconds(1)) }
    try await mailer.store.transaction { transaction in
      // A run that is repeated finds its issue and adds nothing.
      let added = try transaction.connection.run(
        "INSERT INTO issue (job_id) VALUES (:job) ON CONFLICT DO NOTHING",
        [":job": .integer(context.id.rawValue)])
      guard added > 0 else { return }
      let issue = transaction.connection.lastInsertedID
      let page = try transaction.enqueue(RenderIssue(issue: issue, source: context.id))
      var letters: [NewJob] = []
      for address in try subscribers(in: transaction.connection) {
        var letter = try NewJob(SendLetter(issue: issue, address: address))
        letter.dependencies = [page]
        letter.deadline = transaction.now + .seconds(86_400)  // nobody wants the news of yesterday
        letters.append(letter)
      }
      let report = try NewJob(ReportIssue(issue: issue))
      try transaction.enqueue(NewBatch("issue \(issue)", jobs: letters, completion: report))
    }
    return .completed
  }

  private func subscribers(in connection: Connection) throws -> [String] {
    try connection.rows("SELECT address FROM subscriber ORDER BY address") { $0.text(0) }
  }
}
