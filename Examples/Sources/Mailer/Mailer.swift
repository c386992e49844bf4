import Glibc
import ZitareBase
import ZitareJobs
import ZitareSQLite

/// What the newsletter's jobs work with: the store, a folder and the post office.
///
/// In the folder are `draft.txt`, which becomes the next issue, `issues/`, and `spool/`, where
/// letters and reports arrive.
struct Mailer: Sendable {
  let store: SQLiteJobStore
  let folder: FilePath
  let post = PostOffice()

  /// Opens the store and brings our own tables, which lie beside those of the queue, up to date.
  init(folder: FilePath) async throws {
    self.folder = folder
    store = try SQLiteJobStore(
      path: folder.appending("mailer.sqlite"), runtimeFolder: folder.appending("run"))
    try await store.migrate(component: "mailer", Self.steps)
  }

  private static let steps: [StaticString] = [
    """
    CREATE TABLE subscriber (address TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE issue (
      number INTEGER PRIMARY KEY,
      job_id INTEGER NOT NULL UNIQUE  -- the SendIssue that made it
    ) STRICT
    """
  ]

  static var registry: JobRegistry<Mailer> {
    var registry = JobRegistry<Mailer>()
    registry.register(SendIssue.self)
    registry.register(RenderIssue.self)
    registry.register(SendLetter.self)
    registry.register(ReportIssue.self)
    registry.register(SendFarewell.self)
    registry.register(PreviewDraft.self)
    registry.register(Announce.self)
    return registry
  }

  /// Adds a reader and the letter that welcomes them: both or none.
  func subscribe(_ address: String) async throws {
    try await store.transaction { transaction in
      try transaction.connection.run(
        "INSERT INTO subscriber (address) VALUES (:address) ON CONFLICT DO NOTHING",
        [":address": .text(address)])
      var welcome = try NewJob(SendLetter(issue: 0, address: address))
      welcome.idempotencyKey = "welcome:\(address)"
      try transaction.enqueue(welcome)
    }
  }

  func unsubscribe(_ address: String) async throws {
    try await store.transaction { transaction in
      try transaction.connection.run(
        "DELETE FROM subscriber WHERE address = :address", [":address": .text(address)])
    }
  }

  func isSubscribed(_ address: String) async throws -> Bool {
    try await store.read { connection in
      try connection.first(
        "SELECT 1 FROM subscriber WHERE address = :address", [":address": .text(address)]
      ) { _ in true } ?? false
    }
  }

  /// Makes this the text of the next issue, and shows soon how it looks.
  func draft(_ text: String) async throws {
    try Files.makeFolder(folder)
    try Files.replace(folder.appending("draft.txt"), with: Array(text.utf8))
    try await store.enqueue(PreviewDraft(text: text))
  }

  /// Where the text of the issue lies that a run of `SendIssue` has begun.
  func text(of job: JobID) -> FilePath { folder.appending("issues/\(job).txt") }
  func page(of issue: Int64) -> FilePath { folder.appending("issues/\(issue).html") }
  func letter(_ issue: Int64, to address: String) -> FilePath {
    folder.appending("spool/\(issue)/\(address)")
  }

  /// Makes the draft the text of an issue, once; false where nothing is written yet.
  func takeDraft(for job: JobID) throws -> Bool {
    let text = text(of: job)
    if try Files.size(of: text) != nil { return true }
    try Files.makeFolder(text.parent)
    return rename(folder.appending("draft.txt").string, text.string) == 0
  }
}
