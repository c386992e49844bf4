/// Shows what is configured and where it comes from.
public struct ConfigCommand<Services: Sendable>: Command {
  public static var name: String { "config" }
  public static var synopsis: String { "[--example]" }
  public static var summary: Message { ServiceText.configSummary.message }
  public static var options: [OptionDescription] {
    [OptionDescription("--example", ServiceText.configExample.message)]
  }

  /// A key as `--json` prints it; `value` is TOML, empty for a key that is unset.
  struct Line: Encodable, Equatable {
    let key: String
    let value: String
    let source: String
  }

  private let wantsExample: Bool

  public init(_ arguments: inout Arguments) throws(UsageError) {
    wantsExample = try arguments.flag("--example")
  }

  public func run(in app: App<Services>) async throws {
    if wantsExample {
      return app.console.raw(app.service.schema.example(program: app.service.name))
    }
    for (key, value, source) in app.configuration.effective {
      if app.wantsJSON {
        try app.console.json(Line(key: key, value: value, source: "\(source)"))
      } else if value.isEmpty {
        let example = app.service.schema.field(key)?.example ?? ""
        app.console.line("# \(key) = \(ConfigurationValue.text(example).toml)  # unset")
      } else {
        app.console.line("\(key) = \(value)  # \(source)")
      }
    }
  }
}
