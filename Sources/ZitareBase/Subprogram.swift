package import Glibc

/// What it takes to start another program.
package enum Subprogram {
  /// Starts a program, by its path or looked up in `PATH`; its streams are this process's own but for
  /// what `redirect` adds.
  ///
  /// It starts with the usual effect of the signals that this program ignores.
  package static func start(
    _ words: [String], _ redirect: (inout posix_spawn_file_actions_t) -> Void
  ) throws(FileError) -> pid_t {
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
    redirect(&actions)
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var processID: pid_t = 0
    let code = posix_spawnp(
      &processID, words[0], &actions, &attributes, arguments + [nil], environ)
    guard code == 0 else { throw FileError("start", FilePath(words[0]), code: code) }
    return processID
  }

  /// Waits for its end and returns its status as waitpid(2) has it.
  package static func wait(for processID: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Both ends close when another program is started.
  package static func pipe() throws(FileError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw FileError("open", "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The end to read from of a pipe that holds these bytes and no more: at most as many as a pipe
  /// takes at once, 64 KiB.
  package static func pipe(holding bytes: [UInt8]) throws(FileError) -> Int32 {
    let ends = try pipe()
    _ = fcntl(ends.write, F_SETFL, O_NONBLOCK)
    let isWritten = write(ends.write, bytes, bytes.count) == bytes.count
    close(ends.write)
    guard isWritten else {
      close(ends.read)
      throw FileError("write", "pipe", code: EMSGSIZE)
    }
    return ends.read
  }
}
