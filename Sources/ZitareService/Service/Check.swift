/// A question to a program about how it does.
public struct Check<Services: Sendable>: Sendable {
  public let name: String
  /// The name for people.
  public let title: Message
  public let run: @Sendable (App<Services>) async throws -> Finding

  public init(
    _ name: String, title: Message? = nil,
    run: @escaping @Sendable (App<Services>) async throws -> Finding
  ) {
    self.name = name
    self.title = title ?? Message(english: name, german: name)
    self.run = run
  }
}

/// The answer to a check.
public struct Finding: Sendable {
  public enum Level: String, Sendable, Encodable, MessageTable {
    case fine, warning, failed

    public var message: Message {
      switch self {
      case .fine: Message(english: "fine", german: "in Ordnung")
      case .warning: Message(english: "warning", german: "Warnung")
      case .failed: Message(english: "failed", german: "fehlgeschlagen")
      }
    }
  }

  /// A fact for programs.
  public enum Fact: Sendable, Equatable, Encodable {
    case text(String)
    case number(Int)
    case flag(Bool)

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .flag(let flag): try container.encode(flag)
      }
    }
  }

  public let level: Level
  /// One line for people.
  public let text: String
  public let facts: [String: Fact]

  public init(_ level: Level, _ text: String, facts: [String: Fact] = [:]) {
    self.level = level
    self.text = text
    self.facts = facts
  }
}
