import Glibc
import ZitareBase
import ZitarePipeline
import ZitareService

/// Keeps a quotation and sends it, or keeps it as a draft.
struct SubmitCommand: Command {
  static let name = "submit"
  static let synopsis = "(--text TEXT | --file FILE | -) [--author NAME] [--source TITLE] …"
  static let summary = Text.submitSummary.message
  static let options = [
    OptionDescription("--text TEXT", Text.submitText.message),
    OptionDescription("--file FILE", Text.submitFile.message),
    OptionDescription("-", Text.submitInput.message),
    OptionDescription("--author NAME", Text.submitAuthor.message),
    OptionDescription("--source TITLE", Text.submitSource.message),
    OptionDescription("--year YEAR", Text.submitYear.message),
    OptionDescription("--language TAG", Text.submitLanguage.message),
    OptionDescription("--draft", Text.submitDraft.message),
    OptionDescription("--send", Text.submitSend.message),
  ]

  /// Where the text comes from; only one given as such is sent unless told otherwise.
  private enum TextSource: Sendable {
    case argument(String)
    case file(FilePath)
    case input
  }

  private let source: TextSource
  private let author: String?
  private let title: String?
  private let language: String?
  private let year: Int?
  private let sending: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    let text: String? = try arguments.option("--text")
    let file: FilePath? = try arguments.option("--file")
    author = try arguments.option("--author")
    title = try arguments.option("--source")
    language = try arguments.option("--language")
    year = try arguments.option("--year")
    let wantsDraft = try arguments.flag("--draft")
    let wantsSending = try arguments.flag("--send")
    let word: String? = try arguments.optionalPositional("-")
    switch (text, file, word) {
    case (let text?, nil, nil) where text != "-": source = .argument(text)
    case (nil, let file?, nil): source = .file(file)
    case (nil, nil, "-"), ("-", nil, nil): source = .input
    default: throw UsageError(Text.submitOneText.message)
    }
    if wantsDraft && wantsSending { throw UsageError(Text.submitDraftOrSend.message) }
    switch source {
    case .argument: sending = !wantsDraft
    case .file, .input: sending = wantsSending
    }
  }

  func run(in app: App<Services>) async throws {
    let text = try Self.read(source)
    let form: SubmissionForm
    do {
      form = try SubmissionForm(
        text: text, author: author, source: title, language: language, year: year)
    } catch {
      throw CommandFailure(.badData, "\(error)")
    }
    let services = try await app.services()
    let hasServer = services.configuration.api != nil
    let submission = try await services.submissions.add(form, sending: sending && hasServer)
    if sending && !hasServer {
      app.console.note(app.text(Text.submitKept, ["id": submission.id.text]))
      throw CommandFailure(.configuration, app.text(Text.noServer))
    }
    if sending {
      try await app.deliver(submission.id, services)
    } else if app.wantsJSON {
      try app.console.json(SubmissionLine(submission))
    } else {
      app.console.line(app.text(Text.submitKept, ["id": submission.id.text]))
    }
  }

  private static func read(_ source: TextSource) throws -> String {
    switch source {
    case .argument(let text): return text
    case .file(let path): return try text(of: path)
    case .input: return try text(of: "/dev/stdin")
    }
  }

  private static func text(of path: FilePath) throws -> String {
    guard let bytes = try Files.read(path, limit: 64 << 10) else {
      throw FileError("open", path, code: ENOENT)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.badData, "\(path) is not UTF-8 text")
    }
    return text
  }
}
