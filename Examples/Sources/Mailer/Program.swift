import Glibc
import ZitareBase
import ZitareJobs

/// The command line of the newsletter.
@main
enum Program {
  static let usage = """
    mailer FOLDER subscribe ADDRESS…     adds readers and welcomes them
    mailer FOLDER unsubscribe ADDRESS…   letters that wait are cancelled when they are due
    mailer FOLDER draft TEXT             makes it the text of the next issue, with a preview
    mailer FOLDER announce SECONDS TEXT  puts a line up then; another one before then replaces it
    mailer FOLDER work [SECONDS [ISSUES]]
                                         sends draft.txt on Mondays at 8, or every so many seconds
    mailer FOLDER status                 queues and batches
    mailer FOLDER pause | resume         holds letters back, or no more
    mailer FOLDER retry                  gives letters that failed for good another attempt
    """

  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    guard words.count >= 2, let folder = words.first else {
      print(usage)
      exit(64)
    }
    let mailer = try await Mailer(folder: FilePath(folder))
    let values = Array(words.dropFirst(2))
    switch words.dropFirst().first {
    case "subscribe": for address in values { try await mailer.subscribe(address) }
    case "unsubscribe": for address in values { try await mailer.unsubscribe(address) }
    case "draft": try await mailer.draft(values.joined(separator: " "))
    case "announce":
      let delay = Duration.seconds(values.first.flatMap { Int($0) } ?? 0)
      let text = values.dropFirst().joined(separator: " ")
      try await mailer.store.enqueue(Announce(text: text), at: .now() + delay)
    case "work":
      let issues = values.dropFirst().first.flatMap { Int($0) } ?? .max
      try await mailer.work(try trigger(seconds: values.first.flatMap { Int($0) }), issues: issues)
      print("at most \(mailer.post.mostAtOnce) letters at once to a host")
    case "status": try await mailer.printStatus()
    case "pause": try await mailer.pause(true)
    case "resume": try await mailer.pause(false)
    case "retry": try await mailer.retry()
    default:
      print(usage)
      exit(64)
    }
  }

  private static func trigger(seconds: Int?) throws -> Schedule.Trigger {
    if let seconds { return .every(.seconds(seconds), anchor: Timestamp(seconds: 0)) }
    return .cron(
      try CronExpression("0 8 * * 1"), zone: try TimeZoneRules(identifier: "Europe/Berlin"))
  }
}
