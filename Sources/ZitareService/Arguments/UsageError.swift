/// A command line that the program does not understand.
public struct UsageError: ExitCodeProviding, CustomStringConvertible {
  private let message: Message
  private let values: KeyValuePairs<String, String>

  public init(_ message: Message, _ values: KeyValuePairs<String, String> = [:]) {
    self.message = message
    self.values = values
  }

  init(_ text: ServiceText, _ values: KeyValuePairs<String, String> = [:]) {
    self.init(text.message, values)
  }

  public var exitCode: ExitCode { .usage }
  public func text(in language: Language) -> String { message.text(in: language, values) }
  public var description: String { text(in: .english) }
}
