import ZitareBase
import ZitareService

/// A console whose streams are kept instead of shown.
final class Recorder: Sendable {
  private let texts = Mutex((output: "", errors: ""))

  /// Everything written to the output so far.
  var output: String { texts.withLock { $0.output } }
  /// Everything written to the errors so far.
  var errors: String { texts.withLock { $0.errors } }
  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// A console of this recorder; on a terminal it is 80 columns wide and a person gives `answer`.
  func console(terminal: Bool = false, answer: String? = nil) -> Console {
    let stream = Terminal(isTerminal: terminal, environment: ["TERM": "xterm"])
    return Console(
      input: stream, output: stream, errors: stream, width: { 80 },
      writeOutput: { text in self.texts.withLock { $0.output += text } },
      writeErrors: { text in self.texts.withLock { $0.errors += text } },
      readLine: { answer })
  }
}
