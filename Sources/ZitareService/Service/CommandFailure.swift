/// Ends a command with an exit code, and with a line for people where there is more to say.
public struct CommandFailure: ExitCodeProviding, CustomStringConvertible {
  public let exitCode: ExitCode
  /// Nil where the command has already said what happened.
  public let text: String?

  public init(_ exitCode: ExitCode, _ text: String? = nil) {
    self.exitCode = exitCode
    self.text = text
  }

  public var description: String { text ?? "ended with \(exitCode)" }
}
