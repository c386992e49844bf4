import Glibc
import ZitareBase

/// A program of the desktop that does one thing for us, such as opening an address.
public struct DesktopTool: Sendable {
  private let words: [String]

  /// - Parameter words: the program, looked up in `PATH`, and its arguments.
  public init(_ words: String...) { self.init(words) }

  public init(_ words: [String]) { self.words = words }

  /// Runs it until it ends and tells whether it ended well; false where it is not installed.
  ///
  /// `input` is at most 64 KiB. The caller's thread waits meanwhile; what the tool prints is dropped.
  public func run(input: String = "") -> Bool {
    guard let source = try? Subprogram.pipe(holding: Array(input.utf8)) else { return false }
    defer { close(source) }
    return spawn(input: source).map { Subprogram.wait(for: $0) } == 0
  }

  /// Starts it and goes on; false where it is not installed.
  ///
  /// Nobody waits for its end: the process ignores SIGCHLD, or keeps what is left of it.
  public func start() -> Bool {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    return spawn(input: nothing) != nil
  }

  private func spawn(input: Int32) -> pid_t? {
    try? Subprogram.start(words) { actions in
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
  }
}
