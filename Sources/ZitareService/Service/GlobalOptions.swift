import ZitareBase

/// An option of one program that every command takes; it sets a configuration key.
public struct GlobalOption: Sendable {
  /// Such as `--origin`.
  public let name: String
  /// What its value is called in help, such as `ORIGIN…`.
  public let value: String
  /// The configuration key; one that holds a list takes all values of a repeated option.
  public let key: String
  public let meaning: Message

  public init(name: String, value: String, key: String, meaning: Message) {
    self.name = name
    self.value = value
    self.key = key
    self.meaning = meaning
  }
}

/// What a command line says to every command.
struct GlobalOptions: Sendable {
  let configurationFile: FilePath?
  let overrides: [ConfigurationOverride]
  let wantsJSON: Bool
  let isQuiet: Bool
  let wantsHelp: Bool
  let wantsVersion: Bool

  /// The options that were given and change the configuration.
  var configuring: [String] {
    var names = configurationFile == nil ? [] : ["--config"]
    for override in overrides where !names.contains(override.option) {
      names.append(override.option)
    }
    return names
  }

  init(_ arguments: inout Arguments, program: [GlobalOption]) throws(UsageError) {
    configurationFile = try arguments.option("--config")
    var overrides: [ConfigurationOverride] = []
    for option in program {
      let values: [String] = try arguments.options(option.name)
      guard !values.isEmpty else { continue }
      overrides.append(
        ConfigurationOverride(key: option.key, values: values, option: option.name))
    }
    let assignments: [Assignment] = try arguments.options("--set")
    self.overrides = overrides + Assignment.overrides(assignments)
    wantsJSON = try arguments.flag("--json")
    isQuiet = try arguments.flag("--quiet", "-q")
    wantsHelp = try arguments.flag("--help", "-h")
    wantsVersion = try arguments.flag("--version")
  }

  static func descriptions(program: [GlobalOption]) -> [OptionDescription] {
    [
      OptionDescription("--config FILE", ServiceText.optionConfig.message),
      OptionDescription("--set KEY=VALUE", ServiceText.optionSet.message),
    ]
      + program.map { OptionDescription("\($0.name) \($0.value)", $0.meaning) }
      + [
        OptionDescription("--json", ServiceText.optionJSON.message),
        OptionDescription("--quiet", ServiceText.optionQuiet.message),
        OptionDescription("--help", ServiceText.optionHelp.message),
        OptionDescription("--version", ServiceText.optionVersion.message),
      ]
  }
}

/// The value of `--set`.
private struct Assignment: ArgumentValue {
  let key: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    key = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }

  static var argumentForm: Message { ServiceText.formAssignment.message }

  /// One override per key, with the values in order.
  static func overrides(_ assignments: [Assignment]) -> [ConfigurationOverride] {
    var keys: [String] = []
    for assignment in assignments where !keys.contains(assignment.key) {
      keys.append(assignment.key)
    }
    return keys.map { key in
      let values = assignments.filter { $0.key == key }.map(\.value)
      return ConfigurationOverride(key: key, values: values, option: "--set")
    }
  }
}
