import ZitareService

/// The timers of systemd that do for this user what is due: all of it once in an hour, and the panel
/// files at midnight.
enum UserTimer {
  /// What became of them.
  enum State: String, Encodable {
    case enabled
    /// They can be enabled, and were not asked to be.
    case ready
    /// systemd does not look after this user here.
    case noManager = "no-manager"
    case notInstalled = "not-installed"
    case failed
  }

  /// What enables and starts them.
  static let command = enabling.joined(separator: " ")
  private static let enabling = [
    "systemctl", "--user", "enable", "--now", "zitare.timer", "zitare-render.timer",
  ]

  /// Enables and starts them, where `isDryRun` does not hold it back.
  static func enable(isDryRun: Bool) -> State {
    guard DesktopTool("systemctl", "--user", "show-environment").run() else { return .noManager }
    guard DesktopTool("systemctl", "--user", "cat", "zitare.timer").run() else {
      return .notInstalled
    }
    if isDryRun { return .ready }
    return DesktopTool(enabling).run() ? .enabled : .failed
  }

  /// A line of crontab(5) that does the same.
  static func crontab(program: String) -> String { "0 * * * * \(program) run --quiet" }
}
