import Glibc

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
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let bytes = Array(input.utf8)
    let isWritten = write(ends[1], bytes, bytes.count) == bytes.count
    close(ends[1])
    defer { close(ends[0]) }
    guard isWritten, let processID = spawn(input: ends[0]) else { return false }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status == 0
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
    // It starts with the usual effect of the signals that this program ignores.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGCHLD] { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var processID: pid_t = 0
    let code = posix_spawnp(
      &processID, words[0], &actions, &attributes, arguments + [nil], environ)
    return code == 0 ? processID : nil
  }
}
