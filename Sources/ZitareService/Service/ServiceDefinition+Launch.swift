import Glibc
public import ZitareBase

extension ServiceDefinition {
  /// Runs the process's own command line and returns its exit code.
  public func main() async -> Int32 {
    Signals.ignoreBrokenPipes()
    let environment = ProcessEnvironment.current()
    return await run(
      Array(CommandLine.arguments.dropFirst()), environment: environment,
      console: .standard(environment: environment.variables)
    ).rawValue
  }

  /// Runs one command line: whatever goes wrong is said on the console's errors and returned.
  public func run(
    _ words: [String], environment: ProcessEnvironment, console: Console,
    now: @escaping @Sendable () -> Timestamp = { .now() }
  ) async -> ExitCode {
    let language = Language(environment: environment.variables)
    let reporter = FailureReporter(
      program: name, console: console, language: language,
      isJournal: Log.isJournal(STDERR_FILENO, environment: environment.variables))
    do {
      guard let plan = try plan(words, console: console, language: language) else {
        return .success
      }
      let app = try app(
        plan.options, environment: environment, console: console, language: language, now: now)
      try await plan.command.run(in: app)
      return .success
    } catch {
      return reporter.report(error)
    }
  }

  private struct Plan {
    let command: any Command<Services>
    let options: GlobalOptions
  }

  /// Parses the words; nil where they ask for help or the version, which is printed.
  private func plan(_ words: [String], console: Console, language: Language) throws(UsageError)
    -> Plan?
  {
    var arguments = Arguments(words)
    let options = try GlobalOptions(&arguments, program: globalOptions)
    let help = Help(service: self, language: language)
    if options.wantsVersion {
      console.line(version)
      return nil
    }
    let asked = arguments.command(among: ["help"]) != nil || options.wantsHelp
    let table = CommandTable(sections: sections)
    let match: CommandTable<Services>.Match
    switch try table.target(&arguments) {
    case .command(let found): match = found
    case .family(let entry):
      if asked, case .family(let name, let summary, let types) = entry {
        console.raw(help.family(name, summary, types))
        return nil
      }
      match = table.match(entry)
    case .none:
      guard let bare, !asked else {
        console.raw(help.overview())
        return nil
      }
      match = CommandTable<Services>.Match(path: "", type: bare)
    }
    if asked {
      console.raw(help.command(match))
      return nil
    }
    let command = try match.type.init(&arguments)
    try arguments.finish()
    return Plan(command: command, options: options)
  }

  private func app(
    _ options: GlobalOptions, environment: ProcessEnvironment, console: Console,
    language: Language, now: @escaping @Sendable () -> Timestamp
  ) throws -> App<Services> {
    var paths = try Paths(program: name, environment: environment)
    if let file = options.configurationFile { paths.configuration = file }
    var configuration = try schema.read(
      paths.configuration, required: options.configurationFile != nil)
    for override in options.overrides { try configuration.apply(override) }
    try paths.apply(configuration, home: environment.home)
    return App(
      service: self, environment: environment, configuration: configuration, paths: paths,
      console: console,
      log: Log(
        configuration, isQuiet: options.isQuiet, environment: environment, console: console,
        now: now),
      language: language, wantsJSON: options.wantsJSON, isQuiet: options.isQuiet, now: now)
  }
}

extension Log {
  /// The log as configured, to the console's errors.
  fileprivate init(
    _ configuration: Configuration, isQuiet: Bool, environment: ProcessEnvironment,
    console: Console, now: @escaping @Sendable () -> Timestamp
  ) {
    let isJournal = Log.isJournal(STDERR_FILENO, environment: environment.variables)
    let format: Format =
      switch configuration[ServiceKeys.logFormat] {
      case .json: .json
      case .text: isJournal ? .journal : .text
      }
    let threshold = configuration[ServiceKeys.logThreshold].level
    self.init(
      format: format, threshold: isQuiet ? min(threshold, .warning) : threshold, now: now,
      write: { console.error($0) })
  }
}
