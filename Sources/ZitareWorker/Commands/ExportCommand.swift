import ZitareBase
public import ZitarePipeline
public import ZitareService

extension ExportTarget: ArgumentValue {}

/// Hands the corpus to other programs.
struct ExportCommand: Command {
  static let name = "export"
  static let synopsis = "xapian|recoll|omega|html [--output FOLDER]"
  static let summary = ExportText.summary.message
  static let options = [OptionDescription("--output FOLDER", ExportText.output.message)]

  /// What `--json` prints.
  private struct Line: Encodable {
    let target: String
    let folder: String
    let count: Int
  }

  private let target: ExportTarget
  private let output: FilePath?

  init(_ arguments: inout Arguments) throws(UsageError) {
    output = try arguments.option("--output")
    target = try arguments.positional("xapian|recoll|omega|html")
  }

  func run(in app: App<Services>) async throws {
    guard let folder = try output.map(Self.absolute) ?? app.exports()[target] else {
      let key = Keys.export(target).field.path
      throw CommandFailure(.usage, app.text(ExportText.noOutput, ["key": key]))
    }
    _ = try app.corpusReader()
    if let refusal = try ExportCorpus.refusal(of: folder, for: target) {
      throw CommandFailure(.cannotCreate, text(of: refusal, in: app))
    }
    // The file is a copy of the index.
    if target == .xapian { try await app.require(UpdateIndex()) }
    try await app.require(ExportCorpus(target, to: folder))
    let count = try ExportCorpus.count(in: folder) ?? 0
    if app.wantsJSON {
      return try app.console.json(
        Line(target: target.rawValue, folder: folder.string, count: count))
    }
    app.console.line(
      app.text(ExportText.written, ["count": "\(count)", "folder": folder.string]))
  }

  /// A worker may work elsewhere.
  private static func absolute(_ path: FilePath) -> FilePath {
    path.string.hasPrefix("/") ? path : FilePath.workingFolder().appending(path.string)
  }

  private func text(of refusal: ExportError, in app: App<Services>) -> String {
    switch refusal {
    case .foreign(let folder, let file?):
      app.text(ExportText.foreign, ["folder": folder.string, "file": file])
    case .foreign(let folder, nil): app.text(ExportText.noFolder, ["folder": folder.string])
    case .other(let folder, let target):
      app.text(ExportText.other, ["folder": folder.string, "target": target.rawValue])
    case .noExchange(let folder): app.text(ExportText.noExchange, ["folder": folder.string])
    case .outOfSpace, .index: "\(refusal)"
    }
  }
}
