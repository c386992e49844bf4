import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitarePipeline

@Suite("zitare and its cards")
struct CardTests {
  /// A user with twenty quotations of twenty authors.
  private static func home() throws -> Home {
    var home = try Home()
    let records = (1...20).map { "Hafen \($0) will gebaut sein.\n\t\t-- Person \($0)\n%\n" }
    try home.folder.write("zitate", records.joined().utf8)
    home.origins = ["fortune:\(home.folder.appending("zitate"))"]
    return home
  }

  private static func start(
    _ program: FilePath, _ words: [String], _ home: Home
  ) throws -> ChildProcess.Result {
    try ChildProcess(
      program, home.origins.flatMap { ["--origin", $0] } + words, environment: home.environment
    ).wait()
  }

  private static func magic(_ path: FilePath) throws -> [UInt8]? {
    try Files.read(path).map { Array($0.prefix(4)) }
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47]
  private static let kept = ["--set", "daily.formats=payload", "--set", "daily.formats=card"]

  @Test("today draws the quotation of the day to a file or a pipe, of the kind of the file's name")
  func today() throws {
    let home = try Self.home()
    #expect(try home.run("run").status == 0)
    let file = home.folder.appending("card.png")
    let result = try home.run(
      "today", "--format", "card", "--size", "small", "--output", file.string)
    #expect(result.status == 0 && result.output == "" && result.errors == "", "\(result.errors)")
    #expect(try Self.magic(file) == Self.png)
    let svg = home.folder.appending("card.svg")
    #expect(try home.run("today", "--format=card", "--output=\(svg)").status == 0)
    #expect(try home.folder.read("card.svg").map { $0.starts(with: "<?xml".utf8) } == true)
    let piped = try home.run("today", "--format=card", "--image=svg", "--size=300x200")
    #expect(piped.status == 0 && piped.output.contains(#"viewBox="0 0 300 200""#))
  }

  @Test("without quotations a card shows the line that says so")
  func placeholder() throws {
    let home = try Home("fortune:/nonexistent")
    let result = try home.run("today", "--format=card", "--image=svg")
    #expect(result.status == 0 && result.output.contains("<svg"))
    #expect(try home.run("today", "--format=card", "--strict").status == 69)
  }

  @Test(
    "an option of cards is for cards, and a card is for no panel that follows lines",
    arguments: [
      ["today", "--size", "small"], ["today", "--format=text", "--output=x"],
      ["today", "--format=card", "--size=10x10"], ["today", "--format=card", "--length=short"],
      ["today", "--format=card", "--escape=pango"], ["watch", "--format=card"],
    ])
  func usage(words: [String]) throws {
    let result = try Self.home().start(words).wait()
    #expect(result.status == 64 && result.output == "" && !result.errors.isEmpty)
  }

  @Test("what zitare-card cannot do is said, with its exit code")
  func failing() throws {
    let home = try Self.home()
    let result = try home.run("today", "--format=card", "--output=/nonexistent/card.png")
    #expect(result.status == 73 && result.errors.contains("/nonexistent/"), "\(result.errors)")
  }

  @Test(
    "run keeps the cards of two weeks, the payload names them, and a second one touches nothing")
  func kept() throws {
    let home = try Self.home()
    let forms = ["120x120.png", "300x200-dark.svg"]
    let options = Self.kept + forms.flatMap { ["--set", "daily.cards=\($0)"] }
    let first = try home.start(options + ["run"]).wait()
    #expect(first.status == 0 && first.errors == "", "\(first.errors)")
    let payload = try #require(try Payload.read(home.state.appending("payload.json")))
    for entry in payload.timeline {
      let card = try #require(entry.quote.card)
      #expect(try Self.magic(FilePath(try #require(card.png))) == Self.png)
      #expect(try Files.size(of: FilePath(try #require(card.svg))) != nil)
    }
    let cards = home.folder.appending("cache/zitare/cards")
    #expect(try Self.magic(cards.appending("today-120x120.png")) == Self.png)
    #expect(try Files.size(of: cards.appending("today-300x200-dark.svg")) != nil)
    let before = try FileIdentity.all(below: cards)
    #expect(before.count == payload.timeline.count * 2 + 2)
    #expect(try home.start(options + ["run"]).wait().status == 0)
    #expect(try FileIdentity.all(below: cards) == before)
  }

  @Test("without zitare-card there is one message for each run, and everything but the cards")
  func notInstalled() throws {
    let home = try Self.home()
    // The program alone, as in a folder without the rest of an installation.
    let program = home.folder.appending("alone/bin/zitare")
    try home.folder.write(
      "alone/bin/zitare", try #require(try Files.read(Home.program, limit: 1 << 30)))
    chmod(program.string, 0o755)
    let result = try Self.start(program, Self.kept + ["run"], home)
    #expect(result.status == 0)
    let messages = result.errors.split(separator: "\n")
    #expect(
      messages.count == 1 && result.errors.contains("libexec/zitare-card"), "\(result.errors)")
    let payload = try #require(try Payload.read(home.state.appending("payload.json")))
    #expect(!payload.timeline.isEmpty && payload.timeline.allSatisfy { $0.quote.card == nil })
    let today = try Self.start(program, ["today", "--format=card"], home)
    #expect(today.status == 69 && today.errors.contains("libexec/zitare-card"))
    let status = try Self.start(program, Self.kept + ["status"], home)
    #expect(status.output.contains("libexec/zitare-card"))
    // Installed as `make install` does it, it is found.
    try Files.makeFolder(home.folder.appending("alone/libexec"))
    let card = home.folder.appending("alone/libexec/zitare-card")
    symlink(ChildProcess.built("zitare-card").string, card.string)
    #expect(try Self.start(program, Self.kept + ["run"], home).errors == "")
    #expect(
      try Files.names(in: home.folder.appending("cache/zitare/cards")).contains("today-social.png"))
  }

  @Test("zitare itself loads neither Pango nor Cairo")
  func libraries() throws {
    func loaded(_ program: FilePath) throws -> String {
      let result = try ChildProcess("/usr/bin/ldd", [program.string], environment: ["LANG": "C"])
        .wait()
      #expect(result.status == 0)
      return result.output
    }
    let card = try loaded(ChildProcess.built("zitare-card"))
    #expect(card.contains("libpango") && card.contains("libcairo"))
    for program in ["zitare", "zitare-search-provider"] {
      let libraries = try loaded(ChildProcess.built(program))
      for library in ["libpango", "libcairo", "libfontconfig"] {
        #expect(!libraries.contains(library), "\(program) \(library)")
      }
    }
  }
}
