import Glibc
public import ZitareBase

/// A program started for a test, with its streams in files.
public final class ChildProcess: Sendable {
  /// How a program ended and what it said.
  public struct Result: Sendable {
    /// The exit code, or 128 and the signal that ended it, as a shell says it.
    public let status: Int32
    public let output: String
    public let errors: String
    /// User and system time.
    public let cpu: Duration
  }

  /// A program of this package that was built beside the tests.
  public static func built(_ name: String) -> FilePath {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let test = FilePath(
      String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    return test.parent.appending(name)
  }

  public let processID: Int32
  private let streams: TemporaryFolder
  private let ended = Mutex<Result?>(nil)

  /// Starts a program by its path; standard input is empty unless given.
  ///
  /// - Parameter descriptors: by their numbers there, open files that it gets besides its streams.
  public init(
    _ program: FilePath, _ arguments: [String], environment: [String: String] = [:],
    input: String = "", descriptors: [Int32: Int32] = [:]
  ) throws {
    streams = TemporaryFolder()
    try Files.replace(streams.path.appending("input"), with: input.utf8)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let folder = streams.path
    posix_spawn_file_actions_addopen(&actions, 0, folder.appending("input").string, O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "output"), (2, "errors")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, folder.appending(name).string, O_WRONLY | O_CREAT, 0o600)
    }
    for (number, descriptor) in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    // Threads that run tests take no signals; a program started by one would take none either.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var processID: Int32 = 0
    let code = withCStrings([program.string] + arguments) { words in
      // Leaks are looked for in the test process; in one that strace watches that is not possible.
      withCStrings(environment.map { "\($0)=\($1)" } + ["ASAN_OPTIONS=detect_leaks=0"]) {
        variables in
        posix_spawnp(&processID, program.string, &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { throw FileError("start", program, code: code) }
    self.processID = processID
  }

  /// Waits for the end; a second call returns the same.
  @discardableResult
  public func wait() throws -> Result {
    try ended.withLock { ended in
      if let ended { return ended }
      var status: Int32 = 0
      var usage = rusage()
      while wait4(processID, &status, 0, &usage) < 0 {
        guard errno == EINTR else { throw FileError("wait for", streams.path, code: errno) }
      }
      let signal = status & 0x7f
      let result = Result(
        status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
        output: try text("output"), errors: try text("errors"),
        cpu: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime))
      ended = result
      return result
    }
  }

  public func signal(_ number: Int32) { kill(processID, number) }

  /// Whether it has ended; unlike `wait` this returns at once.
  public var hasEnded: Bool {
    ended.withLock { ended in
      if ended != nil { return true }
      var status = siginfo_t()
      let code = waitid(P_PID, id_t(processID), &status, WEXITED | WNOHANG | WNOWAIT)
      return code == 0 && status.si_signo == SIGCHLD
    }
  }

  /// What it has written to its output so far.
  public func outputSoFar() throws -> String { try text("output") }

  private func text(_ name: String) throws -> String {
    String(decoding: try Files.read(streams.path.appending(name)) ?? [], as: UTF8.self)
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}

/// Lends an array of C strings that ends with nil.
private func withCStrings<R>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}
