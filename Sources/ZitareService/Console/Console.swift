import FoundationEssentials
import Glibc
import ZitareBase

/// The standard streams of a command: results go to the output, everything else to the errors.
///
/// Lines for people lose control and bidi characters; a progress line at the bottom of the errors
/// gives way to every other line.
public final class Console: Sendable {
  public let input: Terminal
  public let output: Terminal
  public let errors: Terminal
  /// The columns of the errors' terminal.
  public var width: Int { currentWidth() }

  private let currentWidth: @Sendable () -> Int
  private let writeOutput: @Sendable (String) -> Void
  private let writeErrors: @Sendable (String) -> Void
  private let readLine: @Sendable () -> String?
  private let readSecret: @Sendable () -> String?
  private let progressLine = Mutex("")

  /// `readLine` waits for a line of the input, without its line feed; nil at the end.
  ///
  /// `readSecret` does so without showing it.
  public init(
    input: Terminal, output: Terminal, errors: Terminal, width: @escaping @Sendable () -> Int,
    writeOutput: @escaping @Sendable (String) -> Void,
    writeErrors: @escaping @Sendable (String) -> Void,
    readLine: @escaping @Sendable () -> String?,
    readSecret: @escaping @Sendable () -> String? = { nil }
  ) {
    self.input = input
    self.output = output
    self.errors = errors
    currentWidth = width
    self.writeOutput = writeOutput
    self.writeErrors = writeErrors
    self.readLine = readLine
    self.readSecret = readSecret
  }

  /// The process's own streams.
  public static func standard(environment: [String: String]) -> Console {
    Console(
      input: Terminal(descriptor: STDIN_FILENO, environment: environment),
      output: Terminal(descriptor: STDOUT_FILENO, environment: environment),
      errors: Terminal(descriptor: STDERR_FILENO, environment: environment),
      width: { Terminal.width(of: STDERR_FILENO) },
      writeOutput: { StandardStreams.write($0, to: STDOUT_FILENO) },
      writeErrors: { StandardStreams.write($0, to: STDERR_FILENO) },
      readLine: { Swift.readLine() }, readSecret: { SecretLine.read(from: STDIN_FILENO) })
  }

  /// Prints a line of the result for people.
  public func line(_ text: String = "") { result(text.printable + "\n") }

  /// Prints the result of a command for programs: the text as it is, without a line feed.
  public func raw(_ text: String) { result(text) }

  /// Prints a value as JSON on one line, keys sorted; dates and numbers as its `encode` has them.
  public func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    result(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  /// Prints a line to the errors for people.
  public func note(_ text: String) { error(text.printable + "\n") }

  /// Whether a person is there who can answer.
  public var canAsk: Bool { input.isTerminal && errors.isTerminal }

  /// Asks for a yes, in any language of this library; everything else is a no.
  public func confirms(_ question: String) -> Bool {
    error(question.printable + " ")
    return ["y", "yes", "j", "ja"].contains(readLine()?.lowercased())
  }

  /// Asks for a line of text; nil at the end of the input.
  public func answer(to question: String) -> String? {
    error(question.printable + " ")
    return readLine()
  }

  /// Asks for a line that nobody may look at; nil where it is given up.
  public func secret(_ question: String) -> String? {
    error(question.printable + " ")
    defer { error("\n") }
    return readSecret()
  }

  /// Prints to the errors as it is, above the progress line.
  func error(_ text: String) {
    progressLine.withLock { progress in
      if progress.isEmpty {
        writeErrors(text)
      } else {
        writeErrors("\r\u{1B}[K" + text + progress)
      }
    }
  }

  /// Shows a text as the progress line, in place of the one before; an empty one removes it.
  ///
  /// Nothing is shown where the errors are no capable terminal.
  public func progress(_ text: String) {
    guard errors.isCapable else { return }
    progressLine.withLock { progress in
      guard progress != text else { return }
      progress = text
      writeErrors("\r\u{1B}[K" + text)
    }
  }

  private func result(_ text: String) {
    progressLine.withLock { progress in
      let shared = !progress.isEmpty && output.isTerminal
      if shared { writeErrors("\r\u{1B}[K") }
      writeOutput(text)
      if shared { writeErrors(progress) }
    }
  }
}
