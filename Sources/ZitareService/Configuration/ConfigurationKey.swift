/// One key of the configuration, with the type of its value.
public struct ConfigurationKey<Value: Sendable>: Sendable {
  public let field: ConfigurationField
  let read: @Sendable (ConfigurationValue) -> Value?

  init(_ field: ConfigurationField, read: @escaping @Sendable (ConfigurationValue) -> Value?) {
    self.field = field
    self.read = read
  }
}

extension ConfigurationKey<String> {
  /// A text; `complaint` says what is wrong with one, or nil.
  public static func text(
    _ path: String, default standard: String, help: String,
    complaint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> ConfigurationKey {
    let field = ConfigurationField(
      path: path, form: .text, standard: .text(standard), example: nil, unit: nil, help: help,
      complaint: complaint)
    return ConfigurationKey(field) { if case .text(let text) = $0 { text } else { nil } }
  }
}

extension ConfigurationKey<String?> {
  /// A text that may be left out; `example` is one for the example file.
  public static func text(
    _ path: String, example: String, help: String,
    complaint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> ConfigurationKey {
    let field = ConfigurationField(
      path: path, form: .text, standard: .unset, example: example, unit: nil, help: help,
      complaint: complaint)
    return ConfigurationKey(field) {
      if case .text(let text) = $0 { .some(text) } else { .some(nil) }
    }
  }

  /// An absolute path, or one that begins with `~/`.
  public static func path(_ path: String, example: String, help: String) -> ConfigurationKey {
    text(path, example: example, help: help) { text in
      text.hasPrefix("/") || text.hasPrefix("~/") ? nil : "is no absolute path"
    }
  }
}

extension ConfigurationKey<[String]> {
  /// A list of texts; `complaint` says what is wrong with one of them, or nil.
  public static func list(
    _ path: String, default standard: [String], help: String,
    complaint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> ConfigurationKey {
    let field = ConfigurationField(
      path: path, form: .list, standard: .list(standard), example: nil, unit: nil, help: help,
      complaint: complaint)
    return ConfigurationKey(field) { if case .list(let texts) = $0 { texts } else { nil } }
  }
}

extension ConfigurationKey<Int> {
  public static func integer(
    _ path: String, default standard: Int, in range: ClosedRange<Int>, unit: String, help: String
  ) -> ConfigurationKey {
    let field = ConfigurationField(
      path: path, form: .integer(range), standard: .integer(standard), example: nil, unit: unit,
      help: help, complaint: { _ in nil })
    return ConfigurationKey(field) { if case .integer(let number) = $0 { number } else { nil } }
  }
}

extension ConfigurationKey<Bool> {
  public static func boolean(_ path: String, default standard: Bool, help: String)
    -> ConfigurationKey
  {
    let field = ConfigurationField(
      path: path, form: .boolean, standard: .boolean(standard), example: nil, unit: nil, help: help,
      complaint: { _ in nil })
    return ConfigurationKey(field) { if case .boolean(let flag) = $0 { flag } else { nil } }
  }
}

extension ConfigurationKey<Duration> {
  /// A length of time, written such as `1h30m`.
  public static func duration(
    _ path: String, default standard: Duration, in range: ClosedRange<Duration>, help: String
  ) -> ConfigurationKey {
    let field = ConfigurationField(
      path: path, form: .duration(range), standard: .duration(standard), example: nil, unit: nil,
      help: help, complaint: { _ in nil })
    return ConfigurationKey(field) { if case .duration(let time) = $0 { time } else { nil } }
  }
}

extension ConfigurationKey<Duration?> {
  /// A length of time that may be left out; `example` is one for the example file.
  public static func duration(
    _ path: String, example: String, in range: ClosedRange<Duration>, help: String
  ) -> ConfigurationKey {
    let field = ConfigurationField(
      path: path, form: .duration(range), standard: .unset, example: example, unit: nil, help: help,
      complaint: { _ in nil })
    return ConfigurationKey(field) {
      if case .duration(let time) = $0 { .some(time) } else { .some(nil) }
    }
  }
}

extension ConfigurationKey
where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of an enum.
  public static func choice(_ path: String, default standard: Value, help: String)
    -> ConfigurationKey
  {
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    let field = ConfigurationField(
      path: path, form: .text, standard: .text(standard.rawValue), example: nil,
      unit: "one of \(words)", help: help,
      complaint: { Value(rawValue: $0) == nil ? "is none of \(words)" : nil })
    return ConfigurationKey(field) {
      if case .text(let text) = $0 { Value(rawValue: text) } else { nil }
    }
  }
}
