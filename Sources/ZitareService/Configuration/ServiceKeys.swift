/// The keys that every program has.
public enum ServiceKeys {
  static let state = ConfigurationKey<String?>.path(
    "paths.state", example: "~/.local/state/…",
    help: "The folder of what must not be lost. Default: by XDG and systemd.")
  static let data = ConfigurationKey<String?>.path(
    "paths.data", example: "~/.local/share/…",
    help: "The folder of what can be made anew. Default: by XDG and systemd.")
  static let cache = ConfigurationKey<String?>.path(
    "paths.cache", example: "~/.cache/…",
    help: "The folder of what may vanish. Default: by XDG and systemd.")
  static let runtime = ConfigurationKey<String?>.path(
    "paths.runtime", example: "/run/user/1000/…",
    help: "The folder of locks and sockets, the same for all processes of a user. Default: by "
      + "XDG and systemd.")

  /// How log lines look.
  public enum LogFormat: String, Sendable, CaseIterable {
    case text, json
  }
  static let logFormat = ConfigurationKey<LogFormat>.choice(
    "log.format", default: .text, help: "How log lines look.")

  /// Which log lines are written.
  public enum LogThreshold: String, Sendable, CaseIterable {
    case error, warning, notice, info, debug

    var level: LogLevel {
      switch self {
      case .error: .error
      case .warning: .warning
      case .notice: .notice
      case .info: .info
      case .debug: .debug
      }
    }
  }
  static let logThreshold = ConfigurationKey<LogThreshold>.choice(
    "log.level", default: .info, help: "The least important log lines that are written.")

  static let concurrency = ConfigurationKey<Int>.integer(
    "worker.concurrency", default: 4, in: 1...64, unit: "jobs",
    help: "How many jobs run at once.")
  static let grace = ConfigurationKey<Duration>.duration(
    "worker.grace", default: .seconds(10), in: .zero ... .seconds(3600),
    help: "How long jobs may go on after SIGTERM before they are cancelled.")
  static let keepCompleted = ConfigurationKey<Duration>.duration(
    "worker.keep_completed", default: .seconds(2 * 86_400), in: .zero ... .seconds(3650 * 86_400),
    help: "How long completed jobs stay listed.")
  static let keepCancelled = ConfigurationKey<Duration>.duration(
    "worker.keep_cancelled", default: .seconds(7 * 86_400), in: .zero ... .seconds(3650 * 86_400),
    help: "How long cancelled jobs stay listed.")
  static let keepDead = ConfigurationKey<Duration>.duration(
    "worker.keep_dead", default: .seconds(90 * 86_400), in: .zero ... .seconds(3650 * 86_400),
    help: "How long jobs that failed for good are kept.")

  /// For the program's schema.
  public static var fields: [ConfigurationField] {
    [
      concurrency.field, grace.field, keepCompleted.field, keepCancelled.field, keepDead.field,
      logFormat.field, logThreshold.field, state.field, data.field, cache.field, runtime.field,
    ]
  }
}
