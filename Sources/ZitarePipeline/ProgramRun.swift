import Glibc
import ZitareBase

/// One run of another program, within a time; it blocks the calling thread.
struct ProgramRun {
  /// The program, by its path or looked up in `PATH`, and its arguments.
  let words: [String]
  /// At most as much as a pipe takes at once, 64 KiB.
  var input: [UInt8] = []
  /// The stream that is collected; the others are this process's own.
  let collected: Int32
  /// The bytes that are collected at most.
  let limit: Int
  let time: Duration

  enum Failure: Error, CustomStringConvertible {
    case noPipe(Int32)
    case notStarted(Int32)
    /// It was killed then.
    case tooMuch(limit: Int, time: Duration)

    var description: String {
      switch self {
      case .noPipe(let code): "has no pipe: errno \(code)"
      case .notStarted(let code): "cannot be started: \(String(cString: strerror(code)))"
      case .tooMuch(let limit, let time):
        "printed more than \(limit) bytes, or nothing that ends in \(time)"
      }
    }
  }

  /// How it ended.
  struct End {
    let output: [UInt8]
    private let status: Int32

    init(output: [UInt8], status: Int32) {
      self.output = output
      self.status = status
    }

    /// Nil where a signal ended it.
    var code: Int32? { status & 0x7f == 0 ? status >> 8 : nil }

    var description: String {
      code.map { "ended with \($0)" } ?? "was ended by signal \(status & 0x7f)"
    }
  }

  func end() throws(Failure) -> End {
    let output = try Self.pipe()
    defer { close(output.read) }
    let processID = try start(collecting: output.write)
    let bytes = collect(from: output.read)
    if bytes == nil { kill(processID, SIGKILL) }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    guard let bytes else { throw .tooMuch(limit: limit, time: time) }
    return End(output: bytes, status: status)
  }

  /// Starts it; `output` is its own from then on.
  private func start(collecting output: Int32) throws(Failure) -> pid_t {
    defer { close(output) }
    let (source, end) = try Self.pipe()
    defer { close(source) }
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    let isWritten = write(end, input, input.count) == input.count
    close(end)
    guard isWritten else { throw .noPipe(EMSGSIZE) }
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
    posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, collected)
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var processID: pid_t = 0
    let code = posix_spawnp(
      &processID, words[0], &actions, &attributes, arguments + [nil], environ)
    guard code == 0 else { throw .notStarted(code) }
    return processID
  }

  /// Nil where there is too much of it, or no end in time.
  private func collect(from descriptor: Int32) -> [UInt8]? {
    let end = ContinuousClock.now + time
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = (end - ContinuousClock.now).milliseconds
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, Int32(max(0, left)))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { return nil }
    }
  }

  /// Both ends close when another program is started.
  private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .noPipe(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
