import Glibc
import ZitareBase

/// Runs a person's program that prints a secret; nothing of what it prints is shown.
enum TokenCommand {
  /// What the program prints until it ends well; it blocks the calling thread.
  static func output(
    of words: [String], limit: Int, within time: Duration
  ) throws(BootstrapError) -> [UInt8] {
    let program = words[0]
    func failure(_ reason: String) -> BootstrapError { .commandFailed(program, reason: reason) }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure("has no pipe: errno \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let (processID, code) = spawn(words, output: ends[1])
    close(ends[1])
    guard code == 0 else {
      throw failure("cannot be started: \(String(cString: strerror(code)))")
    }
    let result = collect(from: ends[0], limit: limit, within: time)
    if result == nil { kill(processID, SIGKILL) }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    guard let bytes = result else {
      throw failure("printed more than \(limit) bytes, or nothing that ends in \(time)")
    }
    guard status == 0 else {
      let signal = status & 0x7f
      throw failure(signal == 0 ? "ended with \(status >> 8)" : "was ended by signal \(signal)")
    }
    return bytes
  }

  private static func spawn(_ words: [String], output: Int32) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var processID: pid_t = 0
    let code = posix_spawnp(&processID, words[0], &actions, nil, arguments + [nil], environ)
    return (processID, code)
  }

  /// Nil where there is too much of it, or no end in time.
  private static func collect(
    from descriptor: Int32, limit: Int, within time: Duration
  ) -> [UInt8]? {
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
}
