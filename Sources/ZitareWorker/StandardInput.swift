import Glibc
import ZitareBase
import ZitareService

/// What a command reads from its standard input, within limits.
enum StandardInput {
  static func bytes(limit: Int) throws -> [UInt8] {
    try Files.read("/dev/stdin", limit: limit) ?? []
  }

  static func text(limit: Int) throws -> String {
    guard let text = String(validating: try bytes(limit: limit), as: UTF8.self) else {
      throw CommandFailure(.badData, "the standard input is not UTF-8 text")
    }
    return text
  }

  /// The first line, without its end.
  static func line(limit: Int) throws -> String {
    String(try text(limit: limit).prefix { !$0.isNewline })
  }
}
