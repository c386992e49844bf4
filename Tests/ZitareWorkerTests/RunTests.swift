import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("zitare run")
struct RunTests {
  private static let pipelineFixtures =
    FilePath(#filePath).parent.parent.appending("ZitarePipelineTests/Fixtures")

  @Test("it refreshes, indexes and renders, and says so in one line")
  func everything() throws {
    let home = try Home.withFortunes(Home.texts)
    let result = try home.run("run")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(try home.hits("Mensch").count == 3)

    let payload = try FixtureTools.require(home.state.appending("payload.json"))
    let validation = try FixtureTools.python(
      "validate.py", Self.pipelineFixtures.appending("payload.schema.json").string, payload.string)
    #expect(validation.status == 0, "\(validation.errors)")
  }

  @Test(
    "what it writes for panels fits them, and today prints the same",
    arguments: [("text", "today.txt", "plain"), ("waybar", "waybar.json", "waybar")])
  func panels(format: String, file: String, contract: String) throws {
    let home = try Home.withFortunes(["<b>Der Mensch & \"die Freiheit\"</b> \u{1b}[31m"])
    #expect(try home.run("run").status == 0)
    let today = try home.run("today", "--format", format)
    #expect(today.status == 0)
    let written = try #require(try Files.read(home.state.appending(file)))
    #expect(String(decoding: written, as: UTF8.self) == today.output)
    let lint = try run(
      "/usr/bin/python3", Self.pipelineFixtures.appending("format-lint.py").string, contract,
      input: today.output)
    #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
  }

  @Test("search prints one object per hit and line")
  func search() throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    let hit = try #require(try home.hits("Ketten").first)
    #expect(hit.text == Home.texts[0])
    #expect(hit.author == "Johann Wolfgang von Goethe")
    #expect(hit.language == "de")
    #expect(hit.found == "local")
    #expect(hit.score > 0)
    #expect(hit.slug.hasPrefix("johann-wolfgang-von-goethe-"))
    #expect(try home.hits("Mensch", "--limit", "2").count == 2)
    #expect(try home.hits("Nirgendwo").isEmpty)
  }

  @Test("status finds everything in order after it, and missing before it")
  func status() throws {
    let home = try Home.withFortunes(Home.texts)
    let before = try home.status()
    #expect(before["corpus"]?.level == "warning")
    #expect(before["payload"]?.level == "warning")
    #expect(try home.run("run").status == 0)
    let after = try home.status()
    #expect(after.checks.allSatisfy { $0.level == "fine" })
    #expect(after.checks.map(\.name) == ["corpus", "index", "payload", "account", "submissions"])
    #expect(after["corpus"]?.facts["quotes"] == .number(3))
    #expect(after["index"]?.facts["isCurrent"] == .flag(true))
    #expect(after.workers == [])
    #expect(after.unknownKinds == [])
  }

  @Test("a quotation added, changed or taken away is found, or not, after the next one")
  func change() throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    let changed = Home.texts.dropFirst() + ["Wissen ist Macht."]
    try home.folder.write("fortunes", fortunes(changed).utf8)
    #expect(try home.run("run").status == 0)
    #expect(try home.hits("Macht").count == 1)
    #expect(try home.hits("Ketten").isEmpty)
    #expect(try home.hits("Mensch").count == 2)
  }

  @Test("with nothing new it rewrites no file but the job database and locks, within 100 ms of CPU")
  func nothingNew() throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    #expect(try home.run("run").status == 0)
    let before = try FileIdentity.all(below: home.folder.path)
    let runs = try (0..<3).map { _ in try home.run("run") }
    #expect(runs.allSatisfy { $0.status == 0 && $0.errors == "" })
    #expect(try FileIdentity.all(below: home.folder.path) == before)
    #expect(before.count > 5)
    // The least of three: what else the machine does costs cache misses, and those are not its.
    let cpu = try #require(runs.map(\.cpu).min())
    #expect(cpu < .milliseconds(100))
  }

  private static let debianFile = FilePath("/usr/share/games/fortunes/de/zitate")

  private static var hasDebianFile: Bool { access(debianFile.string, R_OK) == 0 }

  @Test(
    "at least 11,000 German quotations with an author come out of Debian's de/zitate",
    .enabled(if: hasDebianFile))
  func debian() throws {
    let home = try Home("fortune:\(Self.debianFile)")
    #expect(try home.run("run").status == 0)
    let count = try ZitareWorkerTests.run(
      "/usr/bin/sqlite3", home.data.appending("corpus.sqlite").string,
      "SELECT count(*) FROM quote WHERE language = 'de' AND author_name IS NOT NULL")
    #expect(try #require(Int(count.output.dropLast())) >= 11_000)
    let hits = try home.hits("Mensch", "author:Goethe")
    #expect(hits.count == 20)
    #expect(hits.allSatisfy { $0.author?.contains("Goethe") == true })
  }

  @Test("the next fire time is told in UTC, over the change to summer time")
  func scheduleNext() throws {
    let result = try Home().run(
      "schedule", "next", "30 2 * * *", "--tz", "Europe/Berlin", "--from",
      "2026-03-28T12:00:00Z", "--count", "1", "--json")
    #expect(result.status == 0)
    #expect(result.output == "[\"2026-03-29T01:00:00Z\"]\n")
  }
}
