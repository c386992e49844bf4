import Glibc
import ZitareJobs

/// How a process was called, from which its surroundings are built, also anew.
struct Launch<Services: Sendable>: Sendable {
  let service: ServiceDefinition<Services>
  let options: GlobalOptions
  let environment: ProcessEnvironment
  let console: Console
  let language: Language
  let clocks: Clocks
  let signals: @Sendable () -> AsyncStream<ProcessSignal>

  /// Reads the configuration and finds the places.
  func app(store: StoreBox) throws -> App<Services> {
    var paths = try Paths(program: service.name, environment: environment)
    if let file = options.configurationFile { paths.configuration = file }
    var configuration = try service.schema.read(
      paths.configuration, required: options.configurationFile != nil)
    for override in options.overrides { try configuration.apply(override) }
    try paths.apply(configuration, home: environment.home)
    return App(
      service: service, environment: environment, configuration: configuration, paths: paths,
      console: console, log: log(configuration), language: language,
      wantsJSON: options.wantsJSON, isQuiet: options.isQuiet, configuring: options.configuring,
      clocks: clocks, signals: signals,
      store: store, built: ServicesBox(), reload: { try app(store: store) })
  }

  /// The log as configured, to the console's errors.
  private func log(_ configuration: Configuration) -> Log {
    let isJournal = Log.isJournal(STDERR_FILENO, environment: environment.variables)
    let format: Log.Format =
      switch configuration[ServiceKeys.logFormat] {
      case .json: .json
      case .text: isJournal ? .journal : .text
      }
    let threshold = configuration[ServiceKeys.logThreshold].level
    return Log(
      format: format, threshold: options.isQuiet ? min(threshold, .warning) : threshold,
      now: clocks.wall, write: { [console] in console.error($0) })
  }
}
