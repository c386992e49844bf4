import TestSupport
import Testing
import ZitareBase
import ZitareCorpus

@testable import ZitarePipeline

@Suite("The day of the quotation of the day")
struct DayTests {
  private static let texts = (1...70).map { "Das ist q\($0).\n\t\t-- Person \($0)\n%\n" }

  private func workshop(
    _ folder: TemporaryFolder, zone: String, in place: TemporaryFolder = TemporaryFolder()
  ) async throws -> Workshop {
    try folder.write("zitate", Self.texts.joined().utf8)
    let workshop = try await Workshop(origins: ["fortune:\(folder.appending("zitate"))"], in: place)
    {
      $0.zone = try TimeZoneRules(identifier: zone)
    }
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    workshop.forgetDays()
    return workshop
  }

  private func rendered(_ workshop: Workshop, at now: Timestamp) throws -> Payload {
    try PayloadFiles(workshop.services).render(now: now)
    return try #require(try Payload.read(workshop.services.places.payload))
  }

  private func today(_ workshop: Workshop) -> Today {
    let services = workshop.services
    return Today(
      services.configuration, corpus: services.corpus, places: services.places,
      generator: services.generator)
  }

  struct Moment: CustomTestStringConvertible {
    let zone: String
    let now: String
    let date: String
    let validFrom: String
    let validUntil: String
    var testDescription: String { "\(zone) \(now)" }
  }

  @Test(
    "is the civil day of the zone, from its first moment to its last",
    arguments: [
      // Half past midnight, where it is another day in UTC.
      Moment(
        zone: "Asia/Tokyo", now: "2026-06-01T15:30:00Z", date: "2026-06-02",
        validFrom: "2026-06-02T00:00:00+09:00", validUntil: "2026-06-03T00:00:00+09:00"),
      Moment(
        zone: "Pacific/Honolulu", now: "2026-06-02T10:30:00Z", date: "2026-06-02",
        validFrom: "2026-06-02T00:00:00-10:00", validUntil: "2026-06-03T00:00:00-10:00"),
      Moment(
        zone: "Pacific/Honolulu", now: "2026-06-02T09:59:59Z", date: "2026-06-01",
        validFrom: "2026-06-01T00:00:00-10:00", validUntil: "2026-06-02T00:00:00-10:00"),
      // A day without a midnight, of 23 hours, and the moment before it.
      Moment(
        zone: "Africa/Cairo", now: "2026-04-23T22:00:00Z", date: "2026-04-24",
        validFrom: "2026-04-24T01:00:00+03:00", validUntil: "2026-04-25T00:00:00+03:00"),
      Moment(
        zone: "Africa/Cairo", now: "2026-04-23T21:59:59Z", date: "2026-04-23",
        validFrom: "2026-04-23T00:00:00+02:00", validUntil: "2026-04-24T01:00:00+03:00"),
      // A day of 25 hours, in its last one.
      Moment(
        zone: "Europe/Berlin", now: "2026-10-25T22:59:59Z", date: "2026-10-25",
        validFrom: "2026-10-25T00:00:00+02:00", validUntil: "2026-10-26T00:00:00+01:00"),
    ])
  func civil(moment: Moment) async throws {
    let workshop = try await workshop(TemporaryFolder(), zone: moment.zone)
    let now = try #require(Timestamp(iso8601: moment.now))
    let payload = try rendered(workshop, at: now)
    let entry = payload.timeline[0]
    #expect(entry.date.description == moment.date)
    #expect(entry.validFrom == moment.validFrom && entry.validUntil == moment.validUntil)
    for (day, next) in zip(payload.timeline, payload.timeline.dropFirst()) {
      #expect(day.validUntil == next.validFrom && day.date.adding(days: 1) == next.date)
    }
    #expect(try today(workshop).panelQuote(now: now).quote == entry.quote)
    let end = try #require(Timestamp(iso8601: entry.validUntil))
    let last = try today(workshop).panelQuote(now: end - .milliseconds(1))
    #expect(last.quote == entry.quote)
    #expect(try today(workshop).panelQuote(now: end).quote == payload.timeline[1].quote)
  }

  @Test(
    "comes out right whichever way a machine has moved to another zone, and none is shown twice")
  func travelling() async throws {
    let (folder, place) = (TemporaryFolder(), TemporaryFolder())
    // In the evening of 1 June it is the 2nd in Tokyo; back home it is the 1st again.
    let now = try #require(Timestamp(iso8601: "2026-06-01T15:30:00Z"))
    let berlin = try await workshop(folder, zone: "Europe/Berlin", in: place)
    let tokyo = try await workshop(folder, zone: "Asia/Tokyo", in: place)
    let home = try rendered(berlin, at: now)
    #expect(try today(tokyo).panelQuote(now: now).quote == home.timeline[1].quote)
    let abroad = try rendered(tokyo, at: now)
    #expect(abroad.timeline[0].date.description == "2026-06-02")
    #expect(abroad.timeline[0].quote == home.timeline[1].quote)
    let back = try rendered(berlin, at: now + .seconds(60))
    #expect(back.timeline.map(\.quote) == home.timeline.map(\.quote))
  }

  @Test(
    "is known after thirty days without us, offline and asleep, and the days between are made up for"
  )
  func asleep() async throws {
    let folder = TemporaryFolder()
    let workshop = try await workshop(folder, zone: "Europe/Berlin")
    let start = try #require(Timestamp(iso8601: "2026-11-30T11:00:00Z"))
    let before = try rendered(workshop, at: start)
    let later = start + .seconds(30 * 86_400)
    // Nothing was rendered since: the rule goes on over what is here.
    let shown = try today(workshop).panelQuote(now: later)
    #expect(shown.marks == ["stale"] && !shown.isPlaceholder)
    let after = try rendered(workshop, at: later)
    #expect(after.timeline[0].date.description == "2026-12-30")
    #expect(after.timeline[0].quote == shown.quote)
    let days = try HistoryFile(workshop.services.places.history).read().entries.suffix(30)
    #expect(days.prefix(14).map(\.slug) == before.timeline.map(\.quote.slug))
    #expect(days.prefix(14).allSatisfy { $0.reason == .rotation })
    #expect(days.dropFirst(14).allSatisfy { $0.reason == .replay })
    #expect(Set(days.map(\.slug)).count == 30)
  }

  @Test("follows a clock that jumps by fifteen hours, forwards and back")
  func jumps() async throws {
    let workshop = try await workshop(TemporaryFolder(), zone: "Europe/Berlin")
    let noon = try #require(Timestamp(iso8601: "2026-11-30T11:00:00Z"))
    let first = try rendered(workshop, at: noon)
    let jumped = try rendered(workshop, at: noon + .seconds(15 * 3600))
    #expect(jumped.timeline[0].quote == first.timeline[1].quote)
    let back = try rendered(workshop, at: noon)
    #expect(back.timeline[0].date.description == "2026-11-30")
    #expect(back.timeline[0].quote == first.timeline[0].quote)
    let history = try HistoryFile(workshop.services.places.history).read().entries
    #expect(Set(history.map(\.date)).count == history.count)
  }
}
