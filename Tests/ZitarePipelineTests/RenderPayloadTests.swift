import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareCorpus

@testable import ZitarePipeline

@Suite("A rendering")
struct RenderPayloadTests {
  /// Noon in Berlin.
  private static let monday = Timestamp(seconds: 1_796_036_400)  // 2026-11-30
  private static let day: Duration = .seconds(86_400)

  /// A corpus of twenty quotations of twenty authors, or of those among them that are named.
  private func corpus(_ slugs: [String]? = nil) -> [UInt8] {
    let records = (slugs ?? (1...20).map { "q\($0)" }).map {
      "Das ist \($0).\n\t\t-- Person \($0.dropFirst())\n%\n"
    }
    return Array(records.joined().utf8)
  }

  private func workshop(_ folder: TemporaryFolder) async throws -> Workshop {
    let workshop = try await Workshop(origins: ["fortune:\(folder.appending("zitate"))"])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    return workshop
  }

  private func payload(_ workshop: Workshop, at now: Timestamp) throws -> Payload {
    try PayloadFiles(workshop.services).render(now: now)
    return try #require(try Payload.read(workshop.services.places.payload))
  }

  private func identity(_ path: FilePath) -> (UInt, Int) {
    var status = stat()
    stat(path.string, &status)
    return (UInt(status.st_ino), status.st_mtim.tv_nsec)
  }

  @Test("reaches two weeks ahead, and the next day shows what was foretold")
  func horizon() async throws {
    let folder = TemporaryFolder()
    try folder.write("zitate", corpus())
    let workshop = try await workshop(folder)
    let first = try payload(workshop, at: Self.monday)
    #expect(first.timeline.map(\.date.description).first == "2026-11-30")
    #expect(first.timeline.count == 14)
    #expect(Set(first.timeline.map(\.quote.slug)).count == 14)
    let second = try payload(workshop, at: Self.monday + Self.day)
    #expect(second.timeline.dropLast().map(\.quote) == first.timeline.dropFirst().map(\.quote))
    let history = try HistoryFile(workshop.services.places.history).read()
    #expect(history.entries.last?.date.description == "2026-11-30")
    #expect(history.entries.last?.slug == first.timeline[0].quote.slug)
  }

  @Test("that finds everything right touches no file")
  func unchanged() async throws {
    let folder = TemporaryFolder()
    try folder.write("zitate", corpus())
    let workshop = try await workshop(folder)
    let places = workshop.services.places
    _ = try payload(workshop, at: Self.monday)
    let paths = PanelFormat.allCases.map { places.file($0) } + [places.history]
    let before = paths.map { identity($0) }
    _ = try payload(workshop, at: Self.monday + .seconds(3600))
    for (path, old) in zip(paths, before) { #expect(identity(path) == old, "\(path)") }
  }

  @Test("replaces a quotation that was removed while it is today's")
  func removed() async throws {
    let folder = TemporaryFolder()
    try folder.write("zitate", corpus())
    let workshop = try await workshop(folder)
    let today = try payload(workshop, at: Self.monday).timeline[0].quote
    let kept = (1...20).map { "q\($0)" }.filter { !today.text.contains("\($0).") }
    #expect(kept.count == 19)
    try folder.write("zitate", corpus(kept))
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    let renewed = try payload(workshop, at: Self.monday)
    #expect(renewed.timeline[0].date == CivilDate("2026-11-30"))
    #expect(!renewed.timeline.contains { $0.quote.slug == today.slug })
  }

  @Test("of an empty corpus shows the built-in line, marked as such")
  func empty() async throws {
    let workshop = try await Workshop(origins: ["fortune:/nothing"])
    let payload = try payload(workshop, at: Self.monday)
    #expect(payload.timeline.map(\.reason) == [.fallback])
    #expect(payload.corpora.map(\.count) == [0])
    let panel = PanelQuote(payload, on: payload.timeline[0].date)
    #expect(panel.marks == ["placeholder"])
    #expect(try panel.rendered(.waybar).contains("placeholder"))
  }

  @Test("after the timeline has run out shows the last line, marked as stale")
  func stale() async throws {
    let folder = TemporaryFolder()
    try folder.write("zitate", corpus())
    let workshop = try await workshop(folder)
    let payload = try payload(workshop, at: Self.monday)
    let panel = PanelQuote(payload, on: payload.timeline[0].date.adding(days: 20))
    #expect(panel.marks == ["stale"] && panel.quote == payload.timeline[13].quote)
  }
}
