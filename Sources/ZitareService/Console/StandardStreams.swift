import Glibc

/// Writes to the process's standard streams without a buffer of its own.
enum StandardStreams {
  /// Writes the whole text, and ends the process where the output cannot take it.
  ///
  /// A result that is cut short must not look like success. A reader that has gone ends it as
  /// SIGPIPE would, as `head` expects of every program. What the errors cannot take is lost.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var offset = 0
      while offset < bytes.count {
        let count = Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
        if count >= 0 {
          offset += count
        } else if errno == EAGAIN {
          wait(for: descriptor)
        } else if errno != EINTR {
          if descriptor == STDOUT_FILENO { end(code: errno) }
          return
        }
      }
    }
  }

  /// Waits until a non-blocking stream, such as a pipe set so by its other owner, takes more.
  private static func wait(for descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }

  private static func end(code: Int32) -> Never {
    if code == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    write(
      "cannot write to the standard output: \(String(cString: strerror(code)))\n", to: STDERR_FILENO
    )
    exit(ExitCode.inputOutput.rawValue)
  }
}
