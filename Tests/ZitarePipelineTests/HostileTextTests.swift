import TestSupport
import Testing
import ZitareBase
import ZitareCorpus

@testable import ZitarePipeline

@Suite("A hostile text")
struct HostileTextTests {
  private static let fixtures = FilePath(#filePath).parent.appending("Fixtures")

  /// JSON literals, of which the last four have nothing to show or are no text.
  private static func literals() throws -> [Substring] {
    let bytes = try #require(try Files.read(fixtures.appending("hostile-texts.jsonl")))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test(
    "in every field of a quotation fits every panel, or is skipped")
  func panels() async throws {
    let literals = try Self.literals()
    let shownCount = literals.count - 4
    let folder = TemporaryFolder()
    let records = literals.enumerated().map { number, literal in
      """
      {"slug":"h\(number)","language":"de","text":\(literal),"authorName":\(literal),
      "authorSlug":\(literal),"themeSlugs":[\(literal)],"sourceTitle":\(literal),"license":\(literal),"url":\(literal)}
      """
    }
    try folder.write("index-full.json", "{\"quotes\":[\(records.joined(separator: ","))]}".utf8)
    let workshop = try await Workshop(origins: ["file:\(folder.appending("index-full.json"))"])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    #expect(try workshop.services.corpus.glance { try $0.statuses().first?.skippedCount } == 4)

    // Two weeks at a time, until every quotation has had its day.
    let places = workshop.services.places
    var shown: Set<String> = []
    for week in stride(from: 0, to: 20, by: 2) where shown.count < shownCount {
      try PayloadFiles(workshop.services)
        .render(now: Timestamp(seconds: 1_796_036_400 + Int64(week) * 7 * 86_400))
      let payload = try #require(try Payload.read(places.payload))
      let bytes = try #require(try Files.read(places.payload))
      for entry in payload.timeline where shown.insert(entry.quote.slug).inserted {
        let day = "days/\(entry.quote.slug)"
        try folder.write("\(day)/payload.json", bytes)
        try write(payload, on: entry.date, to: folder, day)
      }
    }
    #expect(shown.count == shownCount)
    let lint = try ChildProcess(
      "/usr/bin/python3",
      [Self.fixtures.appending("panel-lint.py").string, folder.appending("days").string],
      environment: ["LANG": "C.UTF-8"]
    ).wait()
    #expect(lint.output == "")
    #expect(lint.status == 0, "\(lint.errors)")
  }

  /// The day in every format, and its text for every reader in every length.
  private func write(
    _ payload: Payload, on date: CivilDate, to folder: TemporaryFolder, _ day: String
  ) throws {
    let panel = PanelQuote(payload, on: date)
    let days = payload.timeline.filter { $0.date == date }
    let feed = DailyFeed(days: days, today: date, changed: payload.generatedAt, isGerman: true)
    for format in PanelFormat.allCases where format != .payload && format != .card {
      let text = try format.isFeed ? feed.rendered(format) : panel.rendered(format)
      try folder.write("\(day)/\(format.fileName)", text.utf8)
      if format == .fortune {
        try folder.write("\(day)/fortune.dat", FortuneIndex.bytes(of: text))
      }
    }
    for escape in PanelEscape.allCases {
      for length in PanelLength.allCases {
        let style = PanelStyle(length: length, escape: escape)
        try folder.write(
          "\(day)/\(escape)-\(length).line", panel.rendered(.text, style).utf8)
      }
    }
    let wrapped = PanelStyle(columns: 40)
    try folder.write("\(day)/wrapped.txt", panel.rendered(.text, wrapped).utf8)
  }
}
