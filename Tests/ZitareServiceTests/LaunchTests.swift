import TestSupport
import Testing
import ZitareBase

@testable import ZitareService

/// A program with one command of each kind.
private let sample = ServiceDefinition<Int>(
  name: "sample", summary: Message(english: "A sample", german: "Ein Beispiel"),
  version: ProgramVersion(
    program: "sample", version: "1.0", commit: "abc1234", libraries: ["library": "2.0"]),
  schema: ConfigurationSchema(ServiceKeys.fields + [greeting.field, names.field]),
  globalOptions: [
    GlobalOption(
      name: "--name", value: "NAME…", key: "names",
      meaning: Message(english: "Whom to greet.", german: "Wen es grüßt."))
  ],
  sections: [
    CommandSection(
      Message(english: "Read", german: "Lesen"), [.command(Greet.self), .command(Fail.self)]),
    CommandSection(
      Message(english: "Operate", german: "Betreiben"),
      [
        .family(
          "things", Message(english: "Works on things.", german: "Bearbeitet Dinge."),
          [ListThings.self, DropThing.self]), .command(ConfigCommand<Int>.self),
      ]),
  ],
  services: { _ in 7 })

private let greeting = ConfigurationKey<String>.text(
  "greeting", default: "Hello", help: "What is said.")
private let names = ConfigurationKey<[String]>.list("names", default: [], help: "Whom to greet.")

private struct Greet: Command {
  static let name = "greet"
  static let synopsis = "NAME… [--loud]"
  static let summary = Message(english: "Greets.", german: "Grüßt.")
  static let options = [
    OptionDescription("--loud", Message(english: "Shouts.", german: "Schreit."))
  ]
  let isLoud: Bool
  let words: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    isLoud = try arguments.flag("--loud")
    words = try arguments.rest("NAME")
  }
  func run(in app: App<Int>) async throws {
    let all = [app.configuration[greeting]] + app.configuration[names] + words
    app.console.line(all.joined(separator: " ") + (isLoud ? "!" : ""))
  }
}

private struct Fail: Command {
  static let name = "fail"
  static let synopsis = "KIND"
  static let summary = Message(english: "Fails.", german: "Scheitert.")
  let kind: String

  init(_ arguments: inout Arguments) throws(UsageError) { kind = try arguments.positional("KIND") }
  func run(in app: App<Int>) async throws {
    switch kind {
    case "silently": throw CommandFailure(.failure)
    case "later": throw CommandFailure(.tryLater, "not\u{1B} now")
    case "file": throw FileError("create", "/x", code: 13)
    default: throw CancellationError()
    }
  }
}

private struct ListThings: Command {
  static let name = "list"
  static let summary = Message(english: "Lists things.", german: "Listet Dinge.")
  let isAll: Bool

  init(_ arguments: inout Arguments) throws(UsageError) { isAll = try arguments.flag("--all") }
  func run(in app: App<Int>) async throws {
    app.console.line("\(try await app.services()) things\(isAll ? ", all" : "")")
  }
}

private struct DropThing: Command {
  static let name = "drop"
  static let synopsis = "ID"
  static let summary = Message(english: "Drops one.", german: "Wirft eines weg.")
  let id: Int

  init(_ arguments: inout Arguments) throws(UsageError) { id = try arguments.positional("ID") }
  func run(in app: App<Int>) async throws { app.console.line("dropped \(id)") }
}

@Suite("Launch")
struct LaunchTests {
  private struct Result {
    let code: ExitCode
    let output: String
    let errors: String
  }

  private func run(_ line: String, language: String = "C") async -> Result {
    let recorder = Recorder()
    let environment = ProcessEnvironment(
      variables: ["LANG": language], userID: 0, home: "/nowhere")
    let code = await sample.run(
      line.split(separator: " ").map(String.init), environment: environment,
      console: recorder.console())
    return Result(code: code, output: recorder.output, errors: recorder.errors)
  }

  @Test(
    "the first words name the command, global options may stand anywhere",
    arguments: [
      ("greet you", "Hello you"), ("--quiet greet you", "Hello you"),
      ("greet -q you --loud", "Hello you!"),
      ("greet --set greeting=Hi you", "Hi you"), ("--name a greet --name b c", "Hello a b c"),
      ("greet -- --set --loud", "Hello --set --loud"),
      ("things list --all", "7 things, all"), ("things", "7 things"),
      ("things --all", "7 things, all"),
      ("things drop 3", "dropped 3"),
    ])
  func dispatch(line: String, output: String) async {
    let result = await run(line)
    #expect(result.code == .success)
    #expect(result.output == output + "\n")
    #expect(result.errors.isEmpty)
  }

  @Test(
    "a command line that is not understood exits 64 with a word on what was meant",
    arguments: [
      ("gret you", "unknown command “gret”; did you mean greet?"),
      ("things lis", "unknown command “lis”; did you mean list?"),
      ("weather", "unknown command “weather”"),
      ("--lous greet", "unknown option --lous"),
      ("greet --lous", "unknown option --lous; did you mean --loud?"),
      ("greet --quite", "unknown option --quite; did you mean --quiet?"),
      ("things drop", "ID is missing"),
      ("things drop 3 4", "nothing is expected at “4”"),
      ("things drop x", "ID takes a whole number, not “x”"),
      ("greet --set greeting", "--set takes KEY=VALUE, not “greeting”"),
      ("help gret", "unknown command “gret”; did you mean greet?"),
    ])
  func usage(line: String, error: String) async {
    let result = await run(line)
    #expect(result.code == .usage)
    #expect(result.output.isEmpty)
    #expect(result.errors == "sample: \(error)\nSee sample help.\n")
  }

  @Test(
    "the ways to ask for help give the same text",
    arguments: [
      ["help", "--help", "-h", ""], ["help greet", "greet --help", "--help greet", "greet x -h"],
      ["help things", "things --help"], ["help things drop", "things drop --help"],
    ])
  func help(lines: [String]) async {
    var texts: Set<String> = []
    for line in lines {
      let result = await run(line)
      #expect(result.code == .success)
      texts.insert(result.output)
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("sample: A sample") == (lines[0] == "help"))
  }

  @Test("the overview lists sections, commands and the options that are good everywhere")
  func overview() async {
    let result = await run("help")
    #expect(
      result.output == """
        sample: A sample

        Usage: sample COMMAND [OPTIONS]

        Read
          greet            Greets.
          fail             Fails.

        Operate
          things           Works on things.
          config           Shows every configuration key, its value and source.

        Everywhere
          --config FILE    Reads this configuration file.
          --set KEY=VALUE  Sets one configuration key.
          --name NAME…     Whom to greet.
          --json           Prints JSON for programs.
          --quiet          Shows warnings and errors only.
          --help           Shows this help.
          --version        Shows the version.

        sample help COMMAND explains one command.

        """)
  }

  @Test("help and errors speak German where the locale does")
  func german() async {
    let help = await run("greet --help", language: "de_DE.UTF-8")
    #expect(
      help.output == """
        Aufruf: sample greet NAME… [--loud]

        Grüßt.

        Optionen
          --loud  Schreit.

        """)
    let error = await run("gret", language: "de_DE.UTF-8")
    #expect(
      error.errors == "sample: unbekannter Befehl „gret“; war greet gemeint?\nSiehe sample help.\n")
  }

  @Test("the version is printed whatever else the line says")
  func version() async {
    #expect(
      await run("greet --version").output
        == "sample 1.0\ncommit abc1234, date unknown\nlibrary 2.0\n")
    #expect(
      await run("--version --json").output
        == #"{"commit":"abc1234","libraries":{"library":"2.0"},"program":"sample","version":"1.0"}"#
        + "\n")
  }

  @Test(
    "what a command throws decides exit code and last words",
    arguments: [
      ("silently", ExitCode.failure, ""), ("later", .tryLater, "sample: not now\n"),
      ("file", .noPermission, "sample: cannot create /x: Permission denied\n"),
      ("cancelled", .tryLater, "sample: CancellationError()\n"),
    ])
  func failures(kind: String, code: ExitCode, errors: String) async {
    let result = await run("fail \(kind)")
    #expect(result.code == code)
    #expect(result.errors == errors)
  }

  @Test("the configuration file is read, one given by name must exist and be right")
  func configuration() async throws {
    let folder = TemporaryFolder()
    let good = try folder.write("good.toml", "greeting = \"Moin\"".utf8)
    let bad = try folder.write("bad.toml", "greting = \"Moin\"".utf8)
    #expect(await run("--config \(good) greet").output == "Moin\n")
    #expect(await run("greet --config \(good) --set greeting=Hi").output == "Hi\n")
    let unknown = await run("greet --config \(bad)")
    #expect(unknown.code == .configuration)
    #expect(
      unknown.errors == "sample: \(bad):1: unknown key greting; did you mean greeting?\n")
    #expect(await run("greet --config \(folder.path)/none").code == .configuration)
    #expect(await run("greet --set nothing=1").code == .configuration)
  }

  @Test("config shows every key with its value and where that comes from")
  func config() async throws {
    let folder = TemporaryFolder()
    let file = try folder.write("c.toml", "\ngreeting = \"Moin\"".utf8)
    let result = await run("config --config \(file) --set names=a")
    #expect(result.output.contains("greeting = \"Moin\"  # \(file):2\n"))
    #expect(result.output.contains("names = [\"a\"]  # --set\n"))
    #expect(result.output.contains("log.level = \"info\"  # default\n"))
    let json = await run("config --json --set names=a")
    #expect(json.output.contains(#"{"key":"names","source":"--set","value":"[\"a\"]"}"# + "\n"))
    let example = await run("config --example")
    #expect(example.output == sample.schema.example(program: "sample"))
  }
}
