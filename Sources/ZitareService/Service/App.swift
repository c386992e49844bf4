public import ZitareBase
public import ZitareJobs

/// What one run of a command works in: the program, its configuration and the streams.
public struct App<Services: Sendable>: Sendable {
  public let service: ServiceDefinition<Services>
  public let environment: ProcessEnvironment
  public let configuration: Configuration
  public let paths: Paths
  public let console: Console
  public let log: Log
  public private(set) var language: Language
  /// Whether the result is for a program (`--json`).
  public let wantsJSON: Bool
  /// Whether only warnings and errors are wanted (`--quiet`).
  public let isQuiet: Bool
  /// The options of the command line that change the configuration, such as `--set`.
  let configuring: [String]
  public let clocks: Clocks
  /// The signals from the call on.
  let signals: @Sendable () -> AsyncStream<ProcessSignal>
  let store: StoreBox
  let built: ServicesBox<Services>
  /// Reads the configuration anew, with the options of the same command line.
  let reload: @Sendable () throws -> App<Services>

  /// The wall clock's time.
  public func now() -> Timestamp { clocks.wall() }

  /// A text of a table in the person's language.
  public func text(
    _ entry: some MessageTable, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    entry.text(in: language, values)
  }

  /// The same in another language than the person's: what programs read is English.
  public func speaking(_ language: Language) -> App {
    var app = self
    app.language = language
    return app
  }

  /// Makes the program's folders where they are missing.
  public func makeFolders() throws {
    try paths.prepare(userID: environment.userID)
    try Files.makeFolder(workersFolder, mode: 0o700)
  }

  /// What jobs and commands work with under this configuration; each call returns the same.
  public func services() async throws -> Services {
    try await built.services { try await service.services(self) }
  }
}
