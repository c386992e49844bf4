import Glibc
import ZitareBase
import ZitarePipeline
import ZitareService

/// What a command reads from its standard input, within limits.
enum StandardInput {
  static func bytes(limit: Int) throws -> [UInt8] {
    try Files.read("/dev/stdin", limit: limit) ?? []
  }

  static func text(limit: Int, in app: App<Services>) throws -> String {
    guard let text = String(validating: try bytes(limit: limit), as: UTF8.self) else {
      throw CommandFailure(.badData, app.text(SubmissionText.inputNoText))
    }
    return text
  }

  /// The first line, without its end.
  static func line(limit: Int, in app: App<Services>) throws -> String {
    String(try text(limit: limit, in: app).prefix { !$0.isNewline })
  }

  /// Calls `body` with each line as soon as it has come, without its end; of a longer one than
  /// `limit` bytes the rest is left out.
  static func forEachLine(limit: Int, _ body: (String) throws -> Void) throws {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError("read", "/dev/stdin", code: errno) }
      if count == 0 { break }
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n") {
          if line.count < limit { line.append(byte) }
          continue
        }
        try body(String(decoding: line, as: UTF8.self))
        line.removeAll()
      }
    }
    if !line.isEmpty { try body(String(decoding: line, as: UTF8.self)) }
  }
}
