import Glibc
import ZitareBase
import ZitareJobs

/// Says on the errors why a command line failed, and with which exit code it ends.
struct FailureReporter {
  let program: String
  let console: Console
  let language: Language
  let isJournal: Bool

  func report(_ error: any Error) -> ExitCode {
    switch error {
    case let error as UsageError:
      let hint = ServiceText.seeHelp.text(in: language, ["command": "\(program) help"])
      say("\(error.text(in: language))\n\(hint)")
    case let error as CommandFailure: error.text.map(say)
    case StoreError.networkFileSystem: say("\(error) (\(ServiceKeys.state.field.path))")
    default: say("\(error)")
    }
    return Self.exitCode(of: error)
  }

  private func say(_ text: String) {
    guard isJournal else { return console.note("\(program): \(text)") }
    console.error("<\(LogLevel.error.rawValue)>\(text.singleLine)\n")
  }

  static func exitCode(of error: any Error) -> ExitCode {
    switch error {
    case let error as any ExitCodeProviding: error.exitCode
    case let error as FileError: exitCode(of: error)
    case let error as StoreError: exitCode(of: error)
    case is CancellationError: .tryLater
    default: .failure
    }
  }

  private static func exitCode(of error: FileError) -> ExitCode {
    switch error.code {
    case EACCES, EPERM, EROFS: .noPermission
    case _ where error.operation.hasPrefix("create"): .cannotCreate
    default: .inputOutput
    }
  }

  private static func exitCode(of error: StoreError) -> ExitCode {
    switch error {
    case .unavailable, .newerSchema, .olderSchema: .tryLater
    case .damaged: .badData
    case .networkFileSystem: .configuration
    case .readOnly: .internalError
    case .failed: .inputOutput
    }
  }
}
