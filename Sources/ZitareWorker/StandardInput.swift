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
}
