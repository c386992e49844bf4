import CSDBus
import Glibc
import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareSearch
import ZitareService

/// `zitare-search-provider`: started by the session bus, it answers GNOME Shell and KRunner from the
/// files of this machine, and ends when nobody has asked for a while.
enum Provider {
  private static let name = "zitare-search-provider"
  /// A desktop asks several times in a row, and a start takes longer than an answer.
  private static let idle = Duration.seconds(60)

  static func main(_ words: [String], environment: ProcessEnvironment) -> Int32 {
    let language = Language(environment: environment.variables)
    do {
      var arguments = Arguments(words)
      let wantsHelp = try arguments.flag("--help", "-h")
      let idle: Duration = try arguments.option("--idle") ?? idle
      try arguments.finish()
      if wantsHelp {
        print(ProviderText.help.text(in: language))
        return ExitCode.success.rawValue
      }
      try serve(environment, language, idle: idle)
      return ExitCode.success.rawValue
    } catch let error as UsageError {
      note(error.text(in: language))
      return ExitCode.usage.rawValue
    } catch {
      note("\(error)")
      return ExitCode.failure.rawValue
    }
  }

  /// Says something on the errors, which the session's journal keeps.
  static func note(_ text: String) {
    var line = "\(name): \(text.singleLine)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private static func serve(
    _ environment: ProcessEnvironment, _ language: Language, idle: Duration
  ) throws {
    var paths = try Paths(program: "zitare", environment: environment)
    let schema = ConfigurationSchema(ServiceKeys.fields, isPartial: true)
    try paths.apply(schema.read(paths.configuration), home: environment.home)
    // Programs that are opened are nobody's children once they have ended.
    signal(SIGCHLD, SIG_IGN)
    let search = DesktopSearch(
      corpus: .quotes(in: paths.data), index: SearchIndex.quotes(in: paths.data).reader(),
      opener: Opener(pages: paths.cache.appending("shown")), language: language)
    var handlers = search.handlers
    let status = csdbus_serve(&handlers, UInt64(max(0, idle.milliseconds)) * 1000)
    extendLifetime(search)
    guard status >= 0 else { throw ServingError(code: -status) }
  }
}

/// Why the bus could not be served.
private struct ServingError: Error, CustomStringConvertible {
  let code: Int32

  var description: String {
    code == EEXIST
      ? "another process answers as \(CSDBUS_NAME) already"
      : "the session bus cannot be served: \(String(cString: strerror(code)))"
  }
}
