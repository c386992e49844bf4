import FoundationEssentials
import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareService

@testable import ZitareCard

@Suite("zitare-card")
struct CardProgramTests {
  private static let fixtures = FilePath(#filePath).parent.appending("Fixtures")
  private static let request =
    #"{"version":1,"quote":{"text":"Auch der Hafen will gebaut sein.","language":"de","slug":"x"}}"#

  private static func run(
    _ words: String..., input: String = request, language: String = "C.UTF-8"
  ) throws -> ChildProcess.Result {
    try ChildProcess(
      .init(ChildProcess.built("zitare-card").string), words,
      environment: ["LANG": language, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"], input: input
    ).wait()
  }

  @Test(
    "draws a PNG of the size that is asked for, in colours or in grey, with nothing at its edge",
    arguments: [
      (["--size", "small"], "600x340 8 2 f6f1e3 drawn"),
      (["--size", "eink"], "800x480 8 0 ff drawn"),
      (["--size", "eink", "--theme", "dark"], "800x480 8 0 00 drawn"),
      (["--size", "300x200-grey"], "300x200 8 0 ff drawn"),
      (["--theme=dark"], "1200x630 8 2 23201a drawn"),
    ])
  func png(options: [String], facts: String) throws {
    let folder = TemporaryFolder()
    let output = folder.appending("card.png")
    let result = try ChildProcess(
      ChildProcess.built("zitare-card"), options + ["--output", output.string],
      environment: ["LANG": "C.UTF-8"], input: Self.request
    ).wait()
    #expect(result.status == 0 && result.output == "" && result.errors == "", "\(result.errors)")
    let decoded = try ChildProcess(
      "/usr/bin/python3", [Self.fixtures.appending("png-facts.py").string, output.string]
    ).wait()
    #expect(decoded.output == facts + "\n", "\(decoded.errors)")
  }

  @Test("draws an SVG of outlines in pixels, which names no font and holds no text")
  func svg() throws {
    let request = """
      {"version":1,"quote":{"text":"</svg><script>alert(1)</script>","language":"de"}}
      """
    let result = try Self.run("--format", "svg", "--size", "small", input: request)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.contains(#"width="600px" height="340px" viewBox="0 0 600 340""#))
    for word in ["<text", "script", "font"] { #expect(!result.output.contains(word), "\(word)") }
    #expect(result.output.hasSuffix("</svg>\n"))
  }

  @Test("says with --report how the card is laid out, the same every time")
  func report() throws {
    let folder = TemporaryFolder()
    let output = "--output=\(folder.appending("card.svg"))"
    let first = try Self.run("--report", output)
    let second = try Self.run("--report", output)
    #expect(first.errors == second.errors && first.output == "")
    struct Report: Decodable {
      let width, height, lines, unknownGlyphs: Int
      let fontSize: Double
      let format: String
      let isEllipsized: Bool
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(first.errors.utf8))
    #expect(report.width == 1200 && report.height == 630 && report.format == "svg")
    #expect(report.fontSize > 60 && report.lines >= 1 && report.unknownGlyphs == 0)
    #expect(!report.isEllipsized)
  }

  @Test(
    "refuses what is no request, names the place and leaves the file that is there",
    arguments: [
      ("", "the request"), ("[]", "the request"), ("{}", "version is missing"),
      (#"{"version":2}"#, "is of version 2"), (#"{"version":1}"#, "quote is missing"),
      (#"{"version":1,"quote":{"language":"de"}}"#, "quote.text is missing"),
      (#"{"version":1,"quote":{"text":7,"language":"de"}}"#, "quote.text is no String"),
      (#"{"version":1,"quote":{"text":"a","language":"de","author":{}}}"#, "quote.author.name"),
      (#"{"version":1,"quote":{"text":"\u0000\u202e","language":"de"}}"#, "nothing in it"),
      (#"{"version":1,"quote":{"text":"\ud800","language":"de"}}"#, "the request"),
      (String(repeating: " ", count: 65_537), "more than 65536 bytes"),
    ])
  func refusals(input: String, reason: String) throws {
    let folder = TemporaryFolder()
    try folder.write("card.png", "old".utf8)
    let result = try Self.run("--output", folder.appending("card.png").string, input: input)
    #expect(result.status == 65)
    #expect(
      result.errors.hasPrefix("zitare-card: ") && result.errors.contains(reason), "\(result.errors)"
    )
    #expect(try folder.read("card.png") == Array("old".utf8))
    #expect(try Files.names(in: folder.path) == ["card.png"])
  }

  @Test("takes a text of whatever characters", arguments: [#"a\u0000b"#, #"\u202eabc"#, "x"])
  func texts(literal: String) throws {
    let text = literal == "x" ? String(repeating: "x", count: 2000) : literal
    let request = #"{"version":1,"quote":{"text":"\#(text)","language":"de","dir":"sideways"}}"#
    let result = try Self.run("--format=svg", "--report", input: request)
    #expect(result.status == 0 && result.errors.contains(#""isEllipsized":false"#))
  }

  @Test(
    "ends with 64 for an option that it does not know, and with help where it is asked for",
    arguments: [
      ["--size", "10x10"], ["--size", "4096x200"], ["--size", "huge"], ["--theme", "blue"],
      ["--format", "gif"], ["--sice", "small"], ["extra"],
    ])
  func usage(words: [String]) throws {
    let result = try ChildProcess(
      ChildProcess.built("zitare-card"), words, environment: ["LANG": "C.UTF-8"],
      input: Self.request
    ).wait()
    #expect(result.status == 64 && result.output == "" && !result.errors.isEmpty)
    #expect(try Self.run("--help").output.contains("small (600x340)"))
    #expect(try Self.run("--help", language: "de_DE.UTF-8").output.contains("Zeichnet"))
  }

  @Test("names the file that it cannot write")
  func unwritable() throws {
    let result = try Self.run("--output", "/nonexistent/card.png")
    #expect(result.status == 73 && result.errors.contains("/nonexistent/"))
  }

  @Test("has its texts in both languages")
  func words() { #expect(CardHelp.faults == []) }
}
