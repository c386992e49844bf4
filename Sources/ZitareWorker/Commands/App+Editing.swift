import Glibc
import ZitareBase
import ZitarePipeline
import ZitareService

/// What somebody wrote in an editor, and the file that it stays in until it is kept elsewhere.
struct EditedForm: Sendable {
  let form: SubmissionForm
  let path: FilePath

  /// Removes the file: the form is durable elsewhere.
  func finish() { unlink(path.string) }
}

extension App<Services> {
  /// Lets a person write a submission; whatever goes wrong, what was written stays in a file that is
  /// named.
  func edit(_ sheet: SubmissionSheet) throws -> EditedForm {
    let text = sheet.sheet(headedBy: self.text(SubmissionText.sheetHead))
    return try edit(text: text)
  }

  /// The same, with a text of any form to begin with.
  func edit(text: String) throws -> EditedForm {
    try makeFolders()
    try nameLeftovers()
    // A number of its own as well: where every machine or container begins anew, so do the processes'.
    let number = String(UInt64.random(in: 1...UInt64.max), radix: 16)
    let path = paths.state.appending("edit-\(getpid())-\(number).txt")
    try Files.replace(path, with: text.utf8, mode: 0o600)
    let editor = Editor(environment: environment.variables)
    while true {
      do {
        try editor.open(path)
      } catch {
        throw CommandFailure(.failure, "\(error)\n\(stays(path))")
      }
      let reason: String
      switch try read(path) {
      case .form(let form): return EditedForm(form: form, path: path)
      case .nothing:
        unlink(path.string)
        throw CommandFailure(.failure, self.text(SubmissionText.sheetEmpty))
      case .mistake(let mistake): reason = mistake
      }
      guard console.canAsk else { throw CommandFailure(.badData, "\(reason)\n\(stays(path))") }
      console.note(reason)
      guard console.confirms(self.text(SubmissionText.sheetAgain)) else {
        throw CommandFailure(.badData, stays(path))
      }
    }
  }

  private enum Reading {
    case form(SubmissionForm)
    case nothing
    case mistake(String)
  }

  private func read(_ path: FilePath) throws -> Reading {
    let bytes = try Files.read(path, limit: 64 << 10) ?? []
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .mistake(self.text(SubmissionText.fileNoText, ["file": "\(path)"]))
    }
    do {
      return .form(try SubmissionSheet(reading: text).form())
    } catch let error as SubmissionSheet.BadLine {
      return .mistake(
        self.text(
          SubmissionText.sheetBadLine, ["line": "\(error.number)", "text": error.text]))
    } catch SubmissionFormError.empty {
      return .nothing
    } catch let error as SubmissionFormError {
      return .mistake(error.message.text(in: language))
    } catch {
      return .mistake("\(error)")
    }
  }

  private func stays(_ path: FilePath) -> String {
    text(SubmissionText.sheetStays, ["path": "\(path)"])
  }

  /// Tells of texts whose editor ended with its machine or its program; one that bears our own process's
  /// number is of an earlier process.
  private func nameLeftovers() throws {
    for name in try Files.names(in: paths.state)
    where name.hasPrefix("edit-") && name.hasSuffix(".txt") {
      guard let process = pid_t(name.dropFirst("edit-".count).prefix { $0 != "-" && $0 != "." }),
        process == getpid() || (kill(process, 0) != 0 && errno == ESRCH)
      else { continue }
      let path = paths.state.appending(name)
      console.note(text(SubmissionText.sheetLeftover, ["path": "\(path)"]))
    }
  }
}
