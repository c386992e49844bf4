import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitarePipeline

@testable import ZitareSearchProvider
@testable import ZitareService
@testable import ZitareWorker

/// The sources are read, since a table or a text that nobody has thought of is what would be missing.
@Suite("Texts that people read")
struct MessageTableTests {
  private static let tables: [any MessageTable.Type] = [
    ServiceText.self, JobText.self, JobState.self, Finding.Level.self, Text.self, ReadingText.self,
    SearchText.self, IndexText.self, SubmissionText.self, SubmissionState.self, AccountText.self,
    ExportText.self, SetupText.self, ProviderText.self,
  ]

  /// The lines of all sources that say something to people, with their places.
  private static func lines() throws -> [(place: String, text: Substring)] {
    let sources = DesktopSession.package.appending("Sources")
    return try ["ZitareWorker", "ZitareService", "ZitareSearchProvider"].flatMap { target in
      try FileIdentity.all(below: sources.appending(target)).keys.sorted().flatMap { path in
        let bytes = try Files.read(FilePath(path)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { (path, $0) }
      }
    }
  }

  @Test("every table of them has each in German and in English, with the same places")
  func complete() throws {
    for table in Self.tables { #expect(table.faults == []) }
    let declared = try Self.lines().compactMap { line -> Substring? in
      guard line.text.contains(#/\bMessageTable \{/#),
        let match = line.text.firstMatch(of: #/(enum|extension) (\w+): /#)
      else { return nil }
      return match.2
    }
    #expect(declared.sorted() == Self.tables.map { "\($0)"[...] }.sorted())
  }

  /// A literal of a line without what is filled in.
  private static func words(_ line: Substring) -> Substring? {
    guard let quote = line.firstIndex(of: "\"") else { return nil }
    var text = ""
    var depth = 0
    for character in line[quote...] {
      if character == "(" { depth += 1 }
      if depth == 0 { text.append(character) }
      if character == ")" { depth -= 1 }
    }
    return text.firstMatch(of: #/\p{Ll}{2,}/#)?.output
  }

  @Test("nothing is said to them that is in no table")
  func everything() throws {
    // A comment of a configuration file, which is the same for everyone.
    let allowed = ["# unset"]
    let calls = ["console.line(", "console.note(", "console.answer(", "console.confirms("]
    let more = ["console.secret(", "CommandFailure(", "UsageError(\"", "Message(english: \""]
    for line in try Self.lines() {
      guard let call = (calls + more).first(where: line.text.contains),
        !allowed.contains(where: line.text.contains),
        call != more.last || !isTable(line.place)
      else { continue }
      let said = line.text[(line.text.firstRange(of: call)?.upperBound ?? line.text.endIndex)...]
      guard !said.contains("text(") else { continue }
      #expect(Self.words(said) == nil, "\(line.place): \(line.text)")
    }
    // What it looks for would be found.
    #expect(Self.words("\"\\(count) left\")") != nil && Self.words("\"\\(count)  \")") == nil)
  }

  /// Whether a file is for texts.
  private func isTable(_ path: String) -> Bool {
    ["Text.swift", "+Words.swift", "Check.swift"].contains(where: path.hasSuffix)
  }
}
