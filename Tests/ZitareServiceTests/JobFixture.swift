import Glibc
import TestSupport
import ZitareBase
import ZitareJobs

@testable import ZitareService

/// What the jobs of these tests work with.
struct Bench: Sendable {
  let started: Latch
  let release: Latch
}

/// A job that ends as its parameter says.
struct Sample: Job {
  enum Way: String, Codable {
    case complete, die, retry, cancel, wait, hold
  }

  struct Broken: RetryAdvice, CustomStringConvertible {
    let isTransient: Bool
    var retryAfter: Duration? { .seconds(3600) }
    var description: String { isTransient ? "the line is down" : "the origin is gone" }
  }

  static let kind: JobKind = "sample"
  let way: Way
  var uniqueness: Uniqueness? { Uniqueness(UniqueKey(way.rawValue)) }

  func run(_ context: JobContext<Bench>) async throws -> JobOutcome {
    switch way {
    case .complete: return .completed
    case .die: throw Broken(isTransient: false)
    case .retry: throw Broken(isTransient: true)
    case .cancel: return .cancel(reason: "pointless")
    case .wait: return .wait(for: "login:main")
    case .hold:
      context.services.started.open()
      await context.services.release.opened()
      return .completed
    }
  }
}

/// A job that no command asks for, in a queue of its own.
struct Aside: Job {
  static let kind: JobKind = "aside"
  static let queue: QueueName = "other"
  func run(_ context: JobContext<Bench>) async throws -> JobOutcome { .completed }
}

/// Performs a `Sample` for each word.
private struct Do: Command {
  static let name = "do"
  static let summary = Message(english: "Does it.", german: "Tut es.")
  let ways: [Sample.Way]

  init(_ arguments: inout Arguments) throws(UsageError) {
    let words: [String] = try arguments.rest("WAY")
    ways = words.compactMap { Sample.Way(rawValue: $0) }
    guard ways.count == words.count else {
      throw UsageError(Message(english: "no such way", german: "so nicht"))
    }
  }
  func run(in app: App<Bench>) async throws {
    for way in ways {
      try await app.require(Sample(way: way))
      app.console.line("done")
    }
  }
}

final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

/// A program with jobs in a folder of its own, called by command lines.
final class Program: Sendable {
  let folder = TemporaryFolder()
  let bench = Bench(started: Latch(), release: Latch())
  /// How often what jobs work with was built.
  let builds = Counter()
  private let due: [Sample.Way]

  init(due: [Sample.Way] = []) { self.due = due }

  static let keys = ScheduleKeys(
    "sample", cron: "0 0 * * *", jitter: .zero, help: "When samples are taken.")

  struct Result {
    let code: ExitCode
    let output: String
    let errors: String
  }

  /// Runs a command line in which `·` is a space inside a word, on a terminal if there is an answer.
  func run(
    _ line: String, answer: String? = nil, language: String = "C", at time: Timestamp? = nil,
    signals: AsyncStream<ProcessSignal> = AsyncStream { $0.finish() }
  ) async -> Result {
    let recorder = Recorder()
    let code = await definition.run(
      line.split(separator: " ").map { String($0.map { $0 == "·" ? " " : $0 }) },
      environment: environment(language: language),
      console: recorder.console(terminal: answer != nil, answer: answer),
      clocks: .machine(at: time), signals: { signals })
    return Result(code: code, output: recorder.output, errors: recorder.errors)
  }

  /// The store as another process would open it.
  func store(at time: Timestamp? = nil) throws -> SQLiteJobStore {
    try SQLiteJobStore(
      path: folder.appending("state/sample/jobs.sqlite"), runtimeFolder: try workersFolder(),
      clocks: .machine(at: time))
  }

  private func workersFolder() throws -> FilePath {
    let state = folder.appending("state/sample")
    return folder.appending(
      "run/sample/" + SHA256.digest(state.string.utf8).prefix(4).hexadecimal)
  }

  private func environment(language: String) -> ProcessEnvironment {
    ProcessEnvironment(
      variables: [
        "LANG": language,
        "XDG_STATE_HOME": folder.appending("state").string,
        "XDG_DATA_HOME": folder.appending("data").string,
        "XDG_CACHE_HOME": folder.appending("cache").string,
        "XDG_RUNTIME_DIR": folder.appending("run").string,
        "XDG_CONFIG_HOME": folder.appending("config").string,
      ], userID: getuid(), home: nil)
  }

  private var definition: ServiceDefinition<Bench> {
    var registry = JobRegistry<Bench>()
    registry.register(Sample.self)
    registry.register(Aside.self)
    let due = due
    let (bench, builds) = (bench, builds)
    return ServiceDefinition(
      name: "sample", summary: Message(english: "A sample", german: "Ein Beispiel"),
      version: ProgramVersion(program: "sample", version: "1"),
      schema: ConfigurationSchema(ServiceKeys.fields + Self.keys.fields),
      sections: [
        CommandSection(
          Message(english: "All", german: "Alle"),
          [
            .command(Do.self), .command(RunCommand.self), .command(WorkerCommand.self),
            .command(StatusCommand.self), .jobs, .schedule,
          ])
      ],
      registry: registry, queues: ["default", "other"],
      schedules: { configuration in
        try [Self.keys.schedule(in: configuration) { Sample(way: .complete) }].compactMap { $0 }
      },
      due: { _ in try due.map { .enqueue(try NewJob(Sample(way: $0))) } },
      deadExitCode: { $0 == Sample.kind ? .unavailable : .failure },
      checks: [
        Check("good") { _ in Finding(.fine, "all is well", facts: ["size": .number(3)]) },
        Check("bad") { _ in throw CommandFailure(.failure, "it broke") },
      ],
      services: { _ in
        builds.add()
        return bench
      })
  }
}

extension Clocks {
  /// The machine's clocks, its wall clock stopped where a time is given.
  static func machine(at time: Timestamp?) -> Clocks {
    var clocks = Clocks.system
    if let time { clocks.wall = { time } }
    return clocks
  }
}
