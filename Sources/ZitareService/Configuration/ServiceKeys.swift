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

  /// For the program's schema.
  public static var fields: [ConfigurationField] {
    [
      logFormat.field, logThreshold.field, state.field, data.field, cache.field, runtime.field,
    ]
  }
}
