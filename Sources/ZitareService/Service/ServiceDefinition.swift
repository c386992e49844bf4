/// A worker program as one value: its name, configuration, commands and what they work with.
public struct ServiceDefinition<Services: Sendable>: Sendable {
  /// Also the name of its folders and of its configuration file.
  public let name: String
  /// One sentence on what it is.
  public let summary: Message
  /// What `--version` prints: lines without the last line feed.
  public let version: String
  /// All keys, `ServiceKeys.fields` among them.
  public let schema: ConfigurationSchema
  public let globalOptions: [GlobalOption]
  /// The dispatcher and the help.
  public let sections: [CommandSection<Services>]
  /// What the bare name of the program runs; nil for the help.
  public let bare: (any Command<Services>.Type)?
  /// Builds what jobs and commands work with.
  public let services: @Sendable (App<Services>) async throws -> Services

  public init(
    name: String, summary: Message, version: String, schema: ConfigurationSchema,
    globalOptions: [GlobalOption] = [], sections: [CommandSection<Services>],
    bare: (any Command<Services>.Type)? = nil,
    services: @escaping @Sendable (App<Services>) async throws -> Services
  ) {
    self.name = name
    self.summary = summary
    self.version = version
    self.schema = schema
    self.globalOptions = globalOptions
    self.sections = sections
    self.bare = bare
    self.services = services
  }
}
