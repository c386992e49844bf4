import CrashJobs
import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareJobsTesting

/// A store that several processes work on, and those processes.
final class CrashBench: Sendable {
  private let temporary: TemporaryStore
  let folder: CrashFolder
  let effects: EffectsFile

  init(in place: TemporaryStore.Place = .memory) throws {
    temporary = TemporaryStore(in: place)
    folder = CrashFolder(temporary.folder)
    effects = try folder.effects()
  }

  /// Starts another process of this store.
  func start(_ task: String, _ options: [String: Int] = [:]) throws -> ChildProcess {
    try ChildProcess(
      Self.program, [folder.path.string, task] + options.map { "\($0)=\($1)" })
  }

  /// Starts another process of this store whose boot clock, and no other, is ahead: for it the machine
  /// has slept (time_namespaces(7)).
  func start(afterSleep time: Duration, _ task: String) throws -> ChildProcess {
    try ChildProcess(
      "/usr/bin/unshare",
      Self.sleepy(time) + [Self.program.string, folder.path.string, task])
  }

  /// Whether this machine lets an ordinary user make such processes.
  static let canSleep: Bool = {
    let process = try? ChildProcess("/usr/bin/unshare", sleepy(.seconds(1)) + ["true"])
    return (try? process?.wait())?.status == 0
  }()

  private static func sleepy(_ time: Duration) -> [String] {
    [
      "--user", "--map-root-user", "--fork", "--kill-child", "--time", "--boottime",
      "\(time.components.seconds)",
    ]
  }

  /// Starts a process and waits for its end, which must be a good one.
  func run(_ task: String, _ options: [String: Int] = [:]) throws {
    let result = try start(task, options).wait()
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The runs so far in which `step` was reached, by job.
  func runs(_ step: Effect.Step) throws -> [JobID: [Effect]] {
    Dictionary(grouping: try effects.effects().filter { $0.step == step }, by: \.job)
  }

  /// `crash-worker`, which was built beside the tests.
  private static let program = ChildProcess.built("crash-worker")
}
