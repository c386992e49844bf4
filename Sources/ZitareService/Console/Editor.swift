import Glibc
public import ZitareBase

/// The person's editor, `$VISUAL` or `$EDITOR`.
public struct Editor: Sendable {
  private let command: String

  /// Debian's `editor` where neither variable is set.
  public init(environment: [String: String]) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
    command = named.first { !$0.isEmpty } ?? "editor"
  }

  /// Opens a file and waits until the editor has ended; it blocks the calling thread.
  ///
  /// The command may have options of its own, as a shell reads them.
  public func open(_ path: FilePath) throws(EditorError) {
    let words = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path.string]
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    // Keys such as Ctrl-C are the editor's while it is open; it starts with their usual effect.
    let interrupt = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interrupt) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGINT, SIGPIPE] { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var processID: pid_t = 0
    let code = posix_spawn(&processID, words[0], nil, &attributes, arguments + [nil], environ)
    guard code == 0 else { throw EditorError(command: command, status: code) }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw EditorError(command: command, status: status) }
  }
}

/// The editor did not end well.
public struct EditorError: Error, Equatable, CustomStringConvertible {
  public let command: String
  /// As wait(2) gives it.
  public let status: Int32

  public var description: String {
    let signal = status & 0x7f
    return signal == 0
      ? "the editor “\(command)” ended with \(status >> 8); set VISUAL or EDITOR"
      : "the editor “\(command)” was ended by signal \(signal)"
  }
}
