import Glibc
import ZitareBase
public import ZitareJobs

extension ServiceDefinition {
  /// Runs the process's own command line and returns its exit code.
  public func main() async -> Int32 {
    await withTaskExecutorPreference(ThreadPool.shared) { await launch() }
  }

  @concurrent private func launch() async -> Int32 {
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
    clocks: Clocks = .system,
    signals: @escaping @Sendable () -> AsyncStream<ProcessSignal> = { Signals.stream() }
  ) async -> ExitCode {
    let language = Language(environment: environment.variables)
    let reporter = FailureReporter(
      program: name, console: console, language: language,
      isJournal: Log.isJournal(STDERR_FILENO, environment: environment.variables))
    do {
      guard let plan = try plan(words, console: console, language: language) else {
        return .success
      }
      let launch = Launch(
        service: self, options: plan.options, environment: environment, console: console,
        language: language, clocks: clocks, signals: signals)
      let app = try launch.app(store: StoreBox())
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
  private func plan(_ words: [String], console: Console, language: Language) throws -> Plan? {
    var arguments = Arguments(words)
    let options = try GlobalOptions(&arguments, program: globalOptions)
    let help = Help(service: self, language: language)
    if options.wantsVersion {
      if options.wantsJSON {
        try console.json(version)
      } else {
        console.line(version.text(in: language))
      }
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
}
