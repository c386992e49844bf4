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
    ExportText.self, SetupText.self, ProviderText.self, HideText.self, CardWords.self,
  ]

  /// The lines of all sources that say something to people and match an expression of grep(1).
  private static func lines(matching expression: String) throws -> [Substring] {
    let sources = ["ZitareWorker", "ZitareService", "ZitareSearchProvider"].map {
      DesktopSession.package.appending("Sources/\($0)").string
    }
    let found = try ChildProcess("/usr/bin/grep", ["-rE", expression] + sources).wait()
    #expect(found.status == 0, "\(found.errors)")
    return found.output.split(separator: "\n")
  }

  @Test("every table of them has each in German and in English, with the same places")
  func complete() throws {
    for table in Self.tables { #expect(table.faults == []) }
    let declared = try Self.lines(matching: "(enum|extension) [A-Za-z]+: .*MessageTable \\{")
      .compactMap { $0.firstMatch(of: #/(enum|extension) (\w+): /#)?.2 }
    #expect(declared.sorted() == Self.tables.map { "\($0)"[...] }.sorted())
  }

  @Test("nothing is said to them that is in no table")
  func everything() throws {
    let calls = "console\\.(line|note|answer|confirms|secret)\\(|CommandFailure\\(|UsageError\\("
    for line in try Self.lines(matching: calls + "|Message\\(english:") {
      let isTable = line.contains(#/^[^:]*(Text|Words|Check)\.swift:/#)
      // A comment of a configuration file, which is the same for everyone.
      if isTable || line.contains("  # unset\"") { continue }
      #expect(Self.words(in: line) == nil, "\(line)")
    }
  }

  @Test(
    "a word in a literal is found, and one in what is filled in is not",
    arguments: [
      ("line(\"\\(count) left\")", "left"), ("line(\"\\(a(\"so\").b) — \\(c)\" + name)", nil),
      ("line(name, \"\\(x)\", \"und\")", "und"), ("line(app.text(Text.kept))", nil),
      ("line(app.text(Text.kept, [\"id\": \"\\(id)\"]) + \"\\n--yes\")", nil),
    ])
  func scanned(line: String, word: String?) {
    #expect(Self.words(in: line[...]).map(String.init) == word)
  }

  /// The first word in a literal of a line of Swift.
  private static func words(in line: Substring) -> Substring? {
    var literals = ""
    var (isLiteral, depth) = (false, 0)
    var last: Character = " "
    // Names of places to be filled, and options, are the same in every language.
    for character in line.replacing(#/"\w+": |--\w+/#, with: "") {
      switch character {
      case "(" where depth > 0 || isLiteral && last == "\\": depth += 1
      case ")" where depth > 0: depth -= 1
      case "\"" where depth == 0:
        isLiteral.toggle()
        literals.append(" ")
      case _ where isLiteral && depth == 0: literals.append(character)
      default: break
      }
      last = character
    }
    return literals[...].firstMatch(of: #/\p{Ll}{2,}/#)?.output
  }
}
