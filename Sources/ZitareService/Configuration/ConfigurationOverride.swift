/// A key set on the command line, above what the file says.
public struct ConfigurationOverride: Sendable, Equatable {
  public let key: String
  /// One text, or several for a list.
  public let values: [String]
  /// The option it came by, for errors.
  public let option: String

  public init(key: String, values: [String], option: String) {
    self.key = key
    self.values = values
    self.option = option
  }
}

extension Configuration {
  /// Puts a value from the command line in place: a list takes one text per override, or a TOML
  /// list such as `["a", "b"]`.
  public mutating func apply(_ override: ConfigurationOverride) throws(ConfigurationError) {
    let source = ConfigurationSource.option(override.option)
    guard let field = schema.field(override.key) else {
      throw schema.unknown(override.key, source)
    }
    if case .list = field.form {
      let texts = Self.elements(of: override.values)
      for text in texts { try field.check(text, source) }
      settings[field.path] = Setting(value: .list(texts), source: source)
    } else {
      let value = try field.value(of: override.values.last ?? "", source)
      settings[field.path] = Setting(value: value, source: source)
    }
  }

  private static func elements(of values: [String]) -> [String] {
    guard values.count == 1, values[0].hasPrefix("["),
      let entries = try? TomlDocument(Array("list = \(values[0])".utf8)).entries,
      entries.first?.kind == .array, entries.dropFirst().allSatisfy({ $0.kind == .string })
    else { return values }  // a text that only looks like a list is an element itself
    return entries.dropFirst().map(\.text)
  }
}

extension ConfigurationField {
  /// Reads a value that is no list from its text.
  func value(
    of text: String, _ source: ConfigurationSource
  ) throws(ConfigurationError) -> ConfigurationValue {
    switch form {
    case .text:
      try check(text, source)
      return .text(text)
    case .boolean:
      guard let flag = Bool(text) else { throw wrongType("“\(text)”", source) }
      return .boolean(flag)
    case .integer(let range):
      guard let number = Int(text), range.contains(number) else {
        throw wrongType(text.isEmpty ? "nothing" : text, source)
      }
      return .integer(number)
    case .duration(let range):
      guard let time = Duration(text: text), range.contains(time) else {
        throw wrongType("“\(text)”", source)
      }
      return .duration(time)
    case .list: preconditionFailure("a list is read element by element")
    }
  }

  func check(_ text: String, _ source: ConfigurationSource) throws(ConfigurationError) {
    guard let reason = complaint(text) else { return }
    throw ConfigurationError(
      source: source, fault: .badValue(key: path, value: text.singleLine, reason: reason))
  }

  func wrongType(_ found: String, _ source: ConfigurationSource) -> ConfigurationError {
    ConfigurationError(
      source: source,
      fault: .wrongType(key: path, expected: noun, found: found))
  }
}
