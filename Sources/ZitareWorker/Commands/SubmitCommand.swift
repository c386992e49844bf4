import Glibc
import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// Keeps quotations and sends them, or keeps them as drafts.
struct SubmitCommand: Command {
  static let name = "submit"
  static let synopsis =
    "(--text TEXT | --file FILE | - | --edit) [--author NAME] [--source TITLE] …"
  static let summary = SubmissionText.submitSummary.message
  static let options = [
    OptionDescription("--text TEXT", SubmissionText.submitText.message),
    OptionDescription("--file FILE", SubmissionText.submitFile.message),
    OptionDescription("-", SubmissionText.submitInput.message),
    OptionDescription("--edit", SubmissionText.submitEdit.message),
    OptionDescription("--author NAME", SubmissionText.submitAuthor.message),
    OptionDescription("--source TITLE", SubmissionText.submitSource.message),
    OptionDescription("--year YEAR", SubmissionText.submitYear.message),
    OptionDescription("--language TAG", SubmissionText.submitLanguage.message),
    OptionDescription("--draft", SubmissionText.submitDraft.message),
    OptionDescription("--send", SubmissionText.submitSend.message), .account,
  ]

  /// Where the text comes from; only one given as such is sent unless told otherwise.
  private enum TextSource: Sendable {
    case argument(String)
    case file(FilePath)
    case input
    /// A person writes it, beginning with one of the others.
    case none
  }

  private let source: TextSource
  private let isEdited: Bool
  private let author: String?
  private let title: String?
  private let language: String?
  private let year: Int?
  private let account: AccountName?
  private let sending: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    let text: String? = try arguments.option("--text")
    let file: FilePath? = try arguments.option("--file")
    isEdited = try arguments.flag("--edit")
    author = try arguments.option("--author")
    title = try arguments.option("--source")
    language = try arguments.option("--language")
    year = try arguments.option("--year")
    account = try arguments.option("--account")
    let wantsDraft = try arguments.flag("--draft")
    let wantsSending = try arguments.flag("--send")
    let word: String? = try arguments.optionalPositional("-")
    switch (text, file, word) {
    case (let text?, nil, nil) where text != "-": source = .argument(text)
    case (nil, let file?, nil): source = .file(file)
    case (nil, nil, "-"), ("-", nil, nil): source = .input
    case (nil, nil, nil) where isEdited: source = .none
    default: throw UsageError(SubmissionText.submitOneText.message)
    }
    if wantsDraft && wantsSending { throw UsageError(SubmissionText.submitDraftOrSend.message) }
    if case .file = source, author != nil || title != nil || year != nil {
      throw UsageError(SubmissionText.submitFileOnly.message)
    }
    if case .argument = source, !isEdited {
      sending = !wantsDraft
    } else {
      sending = wantsSending
    }
  }

  func run(in app: App<Services>) async throws {
    let edited = isEdited ? try edit(in: app) : nil
    let forms = try edited.map { [$0.form] } ?? self.forms(in: app)
    let services = try await app.services()
    let similar = try await warn(of: forms, app, services)
    let hasServer = services.configuration.api != nil
    let submissions = try await services.submissions.add(
      forms, for: account ?? services.configuration.account.name, sending: sending && hasServer)
    edited?.finish()
    if sending && hasServer { return try await app.deliver(submissions.map(\.id), services) }
    if app.wantsJSON {
      for (submission, similar) in zip(submissions, similar) {
        try app.console.json(SubmissionLine(submission, similar: similar))
      }
    } else if let only = submissions.first, submissions.count == 1 {
      app.console.line(app.text(SubmissionText.kept, ["id": only.id.text]))
    } else {
      app.console.line(app.text(SubmissionText.keptMany, ["count": "\(submissions.count)"]))
    }
    if sending { throw CommandFailure(.configuration, app.text(SubmissionText.noServer)) }
  }

  private func edit(in app: App<Services>) throws -> EditedForm {
    switch source {
    case .argument(let text): return try app.edit(sheet(text))
    case .input: return try app.edit(sheet(try StandardInput.text(limit: 64 << 10, in: app)))
    case .none: return try app.edit(sheet(""))
    case .file(let path):
      guard let bytes = try Files.read(path, limit: 64 << 10) else {
        throw FileError("open", path, code: ENOENT)
      }
      return try app.edit(text: String(decoding: bytes, as: UTF8.self))
    }
  }

  private func sheet(_ text: String) -> SubmissionSheet {
    SubmissionSheet(text: text, author: author, source: title, language: language, year: year)
  }

  private func forms(in app: App<Services>) throws -> [SubmissionForm] {
    switch source {
    case .argument(let text): return [try form(text, in: app)]
    case .input: return [try form(try StandardInput.text(limit: 64 << 10, in: app), in: app)]
    case .file(let path): return try forms(of: path, in: app)
    case .none: return []
    }
  }

  private func form(_ text: String, in app: App<Services>) throws -> SubmissionForm {
    do {
      return try SubmissionForm(
        text: text, author: author, source: title, language: language, year: year)
    } catch {
      throw CommandFailure(.badData, error.message.text(in: app.language))
    }
  }

  /// All entries of a fortune file, or an error that names the first bad one.
  private func forms(of path: FilePath, in app: App<Services>) throws -> [SubmissionForm] {
    var forms: [SubmissionForm] = []
    let summary = try FortuneReader([path]).read { records in
      for record in records {
        do throws(SubmissionFormError) {
          forms.append(
            try SubmissionForm(
              text: record.text, author: record.authorName, source: record.sourceTitle,
              language: language, year: record.year))
        } catch {
          throw CommandFailure(
            .badData,
            app.text(
              SubmissionText.entry,
              [
                "number": "\(forms.count + 1)", "text": QuoteText.short(record.text, limit: 40),
                "reason": error.message.text(in: app.language),
              ]))
        }
      }
    }
    guard summary.skipped == 0 else {
      let names = summary.skippedNames.joined(separator: "\n")
      throw CommandFailure(.badData, app.text(SubmissionText.skippedEntries, ["names": names]))
    }
    guard !forms.isEmpty else {
      throw CommandFailure(.badData, app.text(SubmissionText.noEntries, ["file": "\(path)"]))
    }
    return forms
  }

  /// Tells of quotations and submissions that say nearly the same, and returns the former's names.
  private func warn(
    of forms: [SubmissionForm], _ app: App<Services>, _ services: Services
  ) async throws -> [[String]] {
    let quotes = NearDuplicates(corpus: services.corpus, index: services.index)
    let earlier = try await services.submissions.all().filter { $0.state != .discarded }
    let known = Dictionary(
      earlier.compactMap { twin in twin.text.map { ($0.folded, twin) } }, uniquingKeysWith: { $1 })
    return forms.map { form in
      if let twin = known[form.text.folded] {
        app.console.note(
          app.text(
            SubmissionText.submittedBefore, ["id": twin.id.text, "state": app.text(twin.state)]))
      }
      let near = similar(to: form, in: quotes, app).prefix(3)
      for hit in near {
        app.console.note(
          app.text(
            SubmissionText.similar, ["text": QuoteText.short(hit.text), "slug": hit.slug]))
      }
      return near.map(\.slug)
    }
  }

  /// Trouble with the index keeps nobody from submitting.
  private func similar(
    to form: SubmissionForm, in quotes: NearDuplicates, _ app: App<Services>
  ) -> [FoundQuote] {
    do {
      return try quotes.quotes(like: form.text)
    } catch {
      app.console.note(app.text(SubmissionText.similarUnknown, ["reason": "\(error)"]))
      return []
    }
  }
}
