import ZitareBase
import ZitareSearch

/// A text file: its first line is the title; a line `until: SECONDS` says when it has had its day.
struct Note {
  /// Its path in the folder, such as `cooking/bread.txt`.
  let path: String
  let text: String

  /// Nil where there is no such file.
  init?(_ path: String, in folder: FilePath) throws {
    guard let bytes = try Files.read(folder.appending(path), limit: 1 << 20) else { return nil }
    self.path = path
    text = String(decoding: bytes, as: UTF8.self)
  }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The folder it lies in, empty at the top.
  private var topic: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  private var until: Timestamp? {
    let line = lines.first { $0.hasPrefix("until: ") }
    return line.flatMap { Int64($0.dropFirst(7)) }.map { Timestamp(seconds: $0) }
  }
}

extension Note {
  /// What can be asked of a note beside its words.
  static let schema = SearchSchema(
    fields: [
      .text("title", prefix: "S", inBody: true),
      .keyword("topic", prefix: "XT"),
      .number("length", slot: 0),
    ],
    version: 1)

  var document: SearchDocument {
    SearchDocument(
      key: path, text: text, language: "de",
      fields: ["title": [String(lines[0])], "topic": [topic]],
      numbers: ["length": Double(text.utf8.count)],
      domains: ["topic/\(topic)"], expires: until, stored: Array(lines[0].utf8))
  }
}
