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

  /// A word that has not the form it must have.
  init(badValue word: String, of name: String, form: Message) {
    func text(_ language: Language) -> String {
      ServiceText.badValue.text(in: language, ["form": form.text(in: language)])
    }
    self.init(
      Message(english: text(.english), german: text(.german)), ["name": name, "word": word])
  }

  public var exitCode: ExitCode { .usage }
  public func text(in language: Language) -> String { message.text(in: language, values) }
  public var description: String { text(in: .english) }
}
