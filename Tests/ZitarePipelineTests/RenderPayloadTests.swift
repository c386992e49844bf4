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

  private func today(_ workshop: Workshop) -> Today {
    let services = workshop.services
    return Today(
      services.configuration, corpus: services.corpus, places: services.places,
      generator: services.generator)
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

  /// Records of three epochs and twenty authors in a file, and the origin that it is.
  private func records(_ count: Int, in folder: TemporaryFolder) throws -> String {
    let records = (0..<count).map { number in
      #"{"slug":"q\#(number)","text":"Text \#(number).","language":"de","#
        + #""authorSlug":"a\#(number % 20)","epochSlug":"e\#(number % 3)"}"#
    }
    let text = #"{"quotes":[\#(records.joined(separator: ","))]}"#
    return "file:\(try folder.write("index-full.json", text.utf8))"
  }

  @Test("replaces what its person has hidden since, and leaves the days before as they were")
  func hidden() async throws {
    let folder = TemporaryFolder()
    let workshop = try await Workshop(origins: [try records(40, in: folder)])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    workshop.forgetDays()
    let places = workshop.services.places
    let tuesday = Self.monday + Self.day
    let yesterday = try payload(workshop, at: Self.monday).timeline[0].quote
    let today = try payload(workshop, at: tuesday).timeline[0]
    let file = HiddenFile(places.hidden)
    let entries = [
      HiddenQuotes.Entry(.quote, today.quote.slug, since: today.date),
      .init(.author, try #require(yesterday.author?.slug), since: today.date),
    ]
    for entry in entries { #expect(try file.hide(entry)) }
    // Before anything is rendered: the kept payload is passed over.
    let unrendered = try self.today(workshop).panelQuote(now: tuesday)
    #expect(unrendered.quote.slug != today.quote.slug && !unrendered.isPlaceholder)
    let renewed = try payload(workshop, at: tuesday)
    #expect(renewed.timeline[0].quote == unrendered.quote)
    #expect(renewed.timeline.count == 14)
    #expect(
      !renewed.timeline.contains {
        $0.quote.slug == today.quote.slug || $0.quote.author == yesterday.author
      })
    #expect(try HistoryFile(places.history).read().entries.last?.slug == yesterday.slug)
    #expect(try file.show(entries[0]))
    _ = try payload(workshop, at: tuesday)
    #expect(try self.today(workshop).panelQuote(now: tuesday).quote == today.quote)
  }

  @Test("keeps to the epochs that are configured, and says so in payload and history")
  func epochs() async throws {
    let (folder, place) = (TemporaryFolder(), TemporaryFolder())
    let origin = try records(30, in: folder)
    func workshop(_ epochs: [String]) async throws -> Workshop {
      try await Workshop(origins: [origin], in: place) { $0.epochs = epochs }
    }
    let chosen = try await workshop(["e2", "e1"])
    try await chosen.perform(RefreshCorpus(chosen.origin().id))
    chosen.forgetDays()
    let first = try payload(chosen, at: Self.monday)
    #expect(first.selection.epochs == ["e1", "e2"])
    for entry in first.timeline {
      #expect(try #require(Int(entry.quote.slug.dropFirst())) % 3 > 0, "\(entry.quote.slug)")
    }
    _ = try payload(chosen, at: Self.monday + Self.day)
    let history = try HistoryFile(chosen.services.places.history).read().entries
    #expect(history.last?.deck == "pool-1;languages=de;epochs=e1,e2")
    // Another choice does not take over the kept timeline.
    let all = try payload(try await workshop([]), at: Self.monday + Self.day)
    #expect(all.selection.epochs == nil && all.timeline.count == 14)
    let none = try payload(try await workshop(["nothing"]), at: Self.monday).timeline[0]
    #expect(none.reason == .fallback && none.quote.text.contains("epochs nothing"))
  }

  @Test("honours authors on their days, if it is to, and says why")
  func anniversaries() async throws {
    let (folder, place) = (TemporaryFolder(), TemporaryFolder())
    let origin = try records(500, in: folder)
    let authors = #"[{"slug":"a7","name":"A","birthDate":"1835-11-30","deathDate":"1910-12-08"}]"#
    try folder.write("authors.json", authors.utf8)
    func workshop(_ isHonouring: Bool) async throws -> Workshop {
      try await Workshop(origins: [origin], in: place) {
        $0.honoursAnniversaries = isHonouring
      }
    }
    let plain = try await workshop(false)
    try await plain.perform(RefreshCorpus(plain.origin().id))
    plain.forgetDays()
    let usual = try payload(plain, at: Self.monday)
    #expect(!usual.timeline.contains { $0.reason == .anniversary })
    let honouring = try await workshop(true)
    let renewed = try payload(honouring, at: Self.monday)
    let honoured = renewed.timeline.filter { $0.reason == .anniversary }
    #expect(honoured.map(\.date.description) == ["2026-11-30", "2026-12-08"])
    #expect(honoured.allSatisfy { $0.quote.author?.slug == "a7" })
    #expect(renewed.selection.anniversaries == true)
    _ = try payload(honouring, at: Self.monday + Self.day)
    let last = try HistoryFile(honouring.services.places.history).read().entries.last
    #expect(last?.reason == .anniversary && last?.slug == honoured[0].quote.slug)
  }

  @Test(
    "of the same corpus in two state folders has the same bytes, and news leave yesterday alone")
  func devices() async throws {
    let folder = TemporaryFolder()
    try folder.write("zitate", corpus())
    let (one, other) = (try await workshop(folder), try await workshop(folder))
    for workshop in [one, other] { workshop.forgetDays() }
    var (first, second) = (try payload(one, at: Self.monday), try payload(other, at: Self.monday))
    second.corpora = first.corpora  // which say when each was fetched
    first.inputs = second.inputs
    #expect(try first.encoded() == second.encoded())
    try folder.write("zitate", corpus((3...40).map { "q\($0)" }))
    try await one.perform(RefreshCorpus(one.origin().id, accepting: true))
    _ = try payload(one, at: Self.monday + Self.day)
    let history = try HistoryFile(one.services.places.history).read().entries
    let yesterday = first.timeline[0]
    #expect(history.first { $0.date == yesterday.date }?.slug == yesterday.quote.slug)
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
