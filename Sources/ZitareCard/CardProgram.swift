import Glibc
import ZitareBase
import ZitareCorpus
import ZitareService

/// `zitare-card`: reads a request from its input and draws a card.
enum CardProgram {
  private static let name = "zitare-card"

  static func main(_ words: [String], environment: ProcessEnvironment) -> Int32 {
    let language = Language(environment: environment.variables)
    do {
      var arguments = Arguments(words)
      if try arguments.flag("--help", "-h") {
        try arguments.finish()
        write(CardHelp.help.text(in: language) + "\n", to: STDOUT_FILENO)
        return ExitCode.success.rawValue
      }
      let order = try CardOrder(&arguments)
      try arguments.finish()
      try carryOut(order)
      return ExitCode.success.rawValue
    } catch {
      let text = (error as? UsageError)?.text(in: language) ?? "\(error)"
      write("\(name): \(text.singleLine)\n", to: STDERR_FILENO)
      return exitCode(of: error).rawValue
    }
  }

  private static func carryOut(_ order: CardOrder) throws {
    let request = try CardRequest(requestBytes())
    let layout = CardLayout(try CardText(request), size: order.form.size)
    let picture = try CardPainter(layout: layout, form: order.form).picture()
    if let output = order.output {
      try Files.replace(output, with: picture)
    } else {
      try write(picture)
    }
    if order.wantsReport { write(try CardReport(layout, order.form).line(), to: STDERR_FILENO) }
  }

  private static func requestBytes() throws -> [UInt8] {
    do throws(FileError) {
      return try Files.read("/dev/stdin", limit: CardRequest.limit) ?? []
    } catch {
      guard error.code == EFBIG else { throw error }
      throw CardRequestError.tooLarge(limit: CardRequest.limit)
    }
  }

  private static func write(_ bytes: [UInt8]) throws(FileError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("write", "/dev/stdout", code: errno) }
      offset += count
    }
  }

  /// What the stream cannot take is lost.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  private static func exitCode(of error: any Error) -> ExitCode {
    switch error {
    case let error as any ExitCodeProviding: error.exitCode
    case is CardRequestError: .badData
    case let error as FileError:
      if [EACCES, EPERM, EROFS].contains(error.code) {
        .noPermission
      } else {
        error.operation.hasPrefix("create") ? .cannotCreate : .inputOutput
      }
    default: .failure
    }
  }
}
