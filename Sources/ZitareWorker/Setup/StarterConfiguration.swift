import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareService

/// The short configuration that `setup` writes where there is none.
struct StarterConfiguration {
  let path: FilePath
  let text: String

  /// It says which languages the session has, since a timer may not know them, and what this command
  /// line was told besides, such as an origin.
  init(in app: App<Services>) throws {
    path = app.paths.configuration
    var configuration = app.configuration
    if !Self.isGiven(Keys.languages, in: configuration) {
      try configuration.apply(
        ConfigurationOverride(
          key: Keys.languages.field.path, values: app.pipelineConfiguration().languages,
          option: SetupCommand.name))
    }
    if Self.isGiven(Keys.origins, in: configuration) {
      try configuration.apply(
        ConfigurationOverride(
          key: Keys.origins.field.path, values: Self.origins(configuration),
          option: SetupCommand.name))
    }
    let settings = configuration.effective.filter { Self.isOption($0.source) }
    text =
      app.text(SetupText.fileHead).split(separator: "\n").map { "# \($0)\n" }.joined()
      + settings.map { "\($0.key) = \($0.value)\n" }.joined()
  }

  /// Whether something is there already, also a link to nothing.
  func exists() throws -> Bool { try Files.names(in: path.parent).contains(path.lastComponent) }

  /// Writes it, for its owner alone, since an origin's address may hold a token; false where
  /// something is there already.
  func write() throws -> Bool {
    try Files.makeFolder(path.parent, mode: 0o700)
    return try Files.create(path, with: Array(text.utf8), mode: 0o600)
  }

  /// With whole paths: whoever reads the file is started elsewhere.
  private static func origins(_ configuration: Configuration) throws -> [String] {
    try zip(configuration[Keys.origins], Origins.read(configuration)).map { text, origin in
      switch origin.location {
      case .web: text
      case .file, .fortune: "\(origin)"
      }
    }
  }

  private static func isGiven(
    _ key: ConfigurationKey<[String]>, in configuration: Configuration
  ) -> Bool {
    isOption(configuration.source(of: key))
  }

  private static func isOption(_ source: ConfigurationSource) -> Bool {
    switch source {
    case .option: true
    case .standard, .file: false
    }
  }
}
