/// One command of a program: `init` parses its words, `run` acts.
public protocol Command<Services>: Sendable {
  /// What the program's jobs and commands work with.
  associatedtype Services: Sendable

  /// The word it is called by; in a family, the word after the family's name.
  static var name: String { get }
  /// What follows the name, such as `QUERY… [--limit N]`.
  static var synopsis: String { get }
  /// One sentence for the list of commands.
  static var summary: Message { get }
  /// The options, for the command's own help.
  static var options: [OptionDescription] { get }

  /// Takes what the command knows; whatever is left is refused by the caller.
  init(_ arguments: inout Arguments) throws(UsageError)
  func run(in app: App<Services>) async throws
}

extension Command {
  public static var synopsis: String { "" }
  public static var options: [OptionDescription] { [] }
}

/// An option as help shows it.
public struct OptionDescription: Sendable {
  /// Such as `--limit N`.
  public let form: String
  public let meaning: Message

  public init(_ form: String, _ meaning: Message) {
    self.form = form
    self.meaning = meaning
  }
}

/// An entry of the table that is both dispatcher and help.
public enum CommandEntry<Services: Sendable>: Sendable {
  case command(any Command<Services>.Type)
  /// Commands that share their first word, such as `jobs list`; the bare word is the first of them.
  case family(String, Message, [any Command<Services>.Type])

  var name: String {
    switch self {
    case .command(let type): type.name
    case .family(let name, _, _): name
    }
  }

  var summary: Message {
    switch self {
    case .command(let type): type.summary
    case .family(_, let summary, _): summary
    }
  }
}

/// Commands under one heading of the help.
public struct CommandSection<Services: Sendable>: Sendable {
  public let title: Message
  public let entries: [CommandEntry<Services>]

  public init(_ title: Message, _ entries: [CommandEntry<Services>]) {
    self.title = title
    self.entries = entries
  }
}
