import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Turns what the corpus holds of the configured origins into a folder that any web server can serve.
struct BuildSnapshot: Command {
  static let name = "build"
  static let synopsis = "--output FOLDER"
  static let summary = Text.snapshotBuildSummary.message
  static let options = [OptionDescription("--output FOLDER", Text.snapshotOutput.message)]

  struct Line: Encodable {
    let count: Int
    let shadowed: Int
    let isWritten: Bool
    let generatedAt: String
  }

  private let output: FilePath

  init(_ arguments: inout Arguments) throws(UsageError) {
    guard let folder: FilePath = try arguments.option("--output") else {
      throw UsageError(Text.snapshotNoOutput.message)
    }
    output = folder
  }

  func run(in app: App<Services>) async throws {
    let origins = try Origins.read(app.configuration).map(\.id)
    for origin in origins { try await app.require(RefreshCorpus(origin)) }
    try await app.require(ForgetOrigins())
    let report = try SnapshotBuilder(app.corpusReader(), of: origins)
      .build(into: output, now: app.now())
    if app.wantsJSON {
      return try app.console.json(
        Line(
          count: report.count, shadowed: report.shadowed, isWritten: report.isWritten,
          generatedAt: report.generatedAt.iso8601))
    }
    app.console.line(
      app.text(Text.snapshotBuilt, ["count": "\(report.count)", "folder": output.string]))
  }
}
