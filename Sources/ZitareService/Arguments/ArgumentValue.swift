public import ZitareBase

/// A type that can be read from a word of the command line.
public protocol ArgumentValue {
  /// Nil where the word has not this type's form.
  init?(argument: String)
  /// What a word must look like, to follow "takes": "a whole number".
  static var argumentForm: Message { get }
}

extension String: ArgumentValue {
  public init?(argument: String) { self = argument }
  public static var argumentForm: Message { ServiceText.formText.message }
}

extension Int: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { ServiceText.formInteger.message }
}

extension Int64: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { ServiceText.formInteger.message }
}

extension FilePath: ArgumentValue {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }
  public static var argumentForm: Message { ServiceText.formPath.message }
}

extension CivilDate: ArgumentValue {
  public init?(argument: String) { self.init(argument) }
  public static var argumentForm: Message { ServiceText.formDate.message }
}

extension Timestamp: ArgumentValue {
  public init?(argument: String) { self.init(iso8601: argument) }
  public static var argumentForm: Message { ServiceText.formInstant.message }
}

extension Duration: ArgumentValue {
  public init?(argument: String) { self.init(text: argument) }
  public static var argumentForm: Message { ServiceText.formDuration.message }
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  public init?(argument: String) { self.init(rawValue: argument) }

  public static var argumentForm: Message { Message.choice(of: allCases.map(\.rawValue)) }
}

extension Message {
  /// "one of a, b, c".
  public static func choice(of words: [String]) -> Message {
    let list = words.joined(separator: ", ")
    return Message(
      english: ServiceText.formChoice.text(in: .english, ["words": list]),
      german: ServiceText.formChoice.text(in: .german, ["words": list]))
  }
}
