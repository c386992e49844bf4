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
    case notStarted(FileError)
    /// It was killed then.
    case tooMuch(limit: Int, time: Duration)

    var description: String {
      switch self {
      case .notStarted(let error): "cannot be started: \(String(cString: strerror(error.code)))"
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
    let (processID, output) = try start()
    defer { close(output) }
    let bytes = collect(from: output)
    if bytes == nil { kill(processID, SIGKILL) }
    let status = Subprogram.wait(for: processID)
    guard let bytes else { throw .tooMuch(limit: limit, time: time) }
    return End(output: bytes, status: status)
  }

  /// Starts it; the caller closes the end from which its output is read.
  private func start() throws(Failure) -> (pid_t, output: Int32) {
    do throws(FileError) {
      let source = try Subprogram.pipe(holding: input)
      defer { close(source) }
      let output = try Subprogram.pipe()
      defer { close(output.write) }
      do throws(FileError) {
        let processID = try Subprogram.start(words) { actions in
          posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
          posix_spawn_file_actions_adddup2(&actions, output.write, collected)
        }
        return (processID, output.read)
      } catch {
        close(output.read)
        throw error
      }
    } catch {
      throw .notStarted(error)
    }
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
}
