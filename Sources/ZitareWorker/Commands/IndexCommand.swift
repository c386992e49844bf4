import ZitareBase
import ZitarePipeline
import ZitareSearch
import ZitareService

/// Brings the search index up to the corpus, or looks after it.
struct IndexCommand: Command {
  static let name = "index"
  static let synopsis = "[--rebuild | --repair | --verify | --status]"
  static let summary = IndexText.summary.message
  static let options = [
    OptionDescription("--rebuild", IndexText.rebuild.message),
    OptionDescription("--repair", IndexText.repair.message),
    OptionDescription("--verify", IndexText.verify.message),
    OptionDescription("--status", IndexText.status.message),
  ]

  private enum Task: String, CaseIterable {
    case rebuild, repair, verify, status
  }

  /// Nil to take in what is new.
  private let task: Task?

  init(_ arguments: inout Arguments) throws(UsageError) {
    var tasks: [Task] = []
    for task in Task.allCases where try arguments.flag("--\(task.rawValue)") { tasks.append(task) }
    guard tasks.count <= 1 else { throw UsageError(IndexText.oneTask.message) }
    task = tasks.first
  }

  func run(in app: App<Services>) async throws {
    switch task {
    case nil: try await app.carryOut([UpdateIndex()])
    case .rebuild: try await app.carryOut([UpdateIndex(rebuilding: true)])
    case .repair: try await app.carryOut([UpdateIndex(repairing: true)])
    case .verify: try await verify(app)
    case .status: try status(app)
    }
  }

  /// What `--verify --json` prints.
  private struct Verification: Encodable {
    let isSound: Bool
    let damage: [String]
    let isInterrupted: Bool
    let bytes: Int64
  }

  private func verify(_ app: App<Services>) async throws {
    let (index, now) = (app.index, app.now())
    let found: IndexVerification
    do {
      found = try await blocking { try index.writer(at: now).verify() }
    } catch let error as SearchError {
      throw app.failure(of: error)
    }
    if app.wantsJSON {
      try app.console.json(
        Verification(
          isSound: found.isSound, damage: found.damage, isInterrupted: found.isInterrupted,
          bytes: found.bytes))
    } else if found.isSound {
      app.console.line(app.text(IndexText.sound, ["bytes": "\(found.bytes)"]))
    }
    for line in found.damage where !app.wantsJSON { app.console.line(line) }
    if !found.damage.isEmpty { throw CommandFailure(.badData, app.text(IndexText.damaged)) }
    if found.isInterrupted { throw CommandFailure(.badData, app.text(IndexText.interrupted)) }
  }

  /// What `--status --json` prints.
  private struct Status: Encodable {
    let generation: Int
    let documents: Int
    let revision: Int64
    let format: String
    let changesSinceCompaction: Int
    let bytes: Int64
    let verifiedAt: String?
    let isInterrupted: Bool
  }

  private func status(_ app: App<Services>) throws {
    let state: IndexState
    switch try app.index.status() {
    case .missing: throw CommandFailure(.tryLater, app.text(Text.checkIndexMissing))
    case .unusable(let reason):
      throw CommandFailure(
        .tryLater, app.text(Text.checkIndexUnusable, ["reason": reason]))
    case .usable(let usable): state = usable
    }
    guard let files = try app.index.files() else {
      throw CommandFailure(.tryLater, app.text(Text.checkIndexMissing))
    }
    if app.wantsJSON {
      return try app.console.json(
        Status(
          generation: files.generation, documents: state.count, revision: state.revision,
          format: state.formatVersion, changesSinceCompaction: state.changes, bytes: files.bytes,
          verifiedAt: files.verified?.iso8601, isInterrupted: files.isInterrupted))
    }
    let facts: KeyValuePairs = [
      "count": "\(state.count)", "revision": "\(state.revision)", "changes": "\(state.changes)",
      "generation": "\(files.generation)", "bytes": "\(files.bytes)",
    ]
    app.console.line(app.text(IndexText.statusDocuments, facts))
    app.console.line(app.text(IndexText.statusFiles, facts))
    app.console.line(
      files.verified.map { app.text(IndexText.statusVerified, ["time": $0.iso8601]) }
        ?? app.text(IndexText.statusNeverVerified))
    if files.isInterrupted { app.console.note(app.text(IndexText.interrupted)) }
  }
}
