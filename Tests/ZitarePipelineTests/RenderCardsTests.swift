import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs

@testable import ZitarePipeline

@Suite("The cards of a payload")
struct RenderCardsTests {
  /// Noon in Berlin.
  private static let monday = Timestamp(seconds: 1_796_036_400)  // 2026-11-30
  private static let day: Duration = .seconds(86_400)
  private static let forms = ["social.png", "small-dark.svg"].compactMap { CardForm($0) }

  /// A program in place of `zitare-card` that writes its input to the file, and counts.
  private static let draws = """
    #!/bin/sh
    echo "$*" >> "$(dirname "$0")/calls"
    for word; do case $word in --output=*) cat > "${word#--output=}";; esac; done
    """

  private let folder = TemporaryFolder()
  private var program: FilePath { folder.appending("zitare-card") }

  private func workshop(
    _ script: String?, cards: [CardForm] = forms, slugs: ClosedRange<Int> = 1...30
  ) async throws -> Workshop {
    let records = slugs.map { "Das ist q\($0).\n\t\t-- Person \($0)\n%\n" }.joined()
    try folder.write("zitate", records.utf8)
    if let script { try Files.replace(program, with: script.utf8, mode: 0o755) }
    let workshop = try await Workshop(
      origins: ["fortune:\(folder.appending("zitate"))"], cards: cards,
      cardProgram: CardProgram(places: [program]), in: folder)
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    return workshop
  }

  /// Renders as on that day, and draws what is missing, as the job does.
  @discardableResult
  private func render(_ workshop: Workshop, at now: Timestamp) async throws -> Payload {
    let files = PayloadFiles(workshop.services)
    if try files.render(now: now) {
      let context = JobContext(
        services: workshop.services, id: JobID(rawValue: 1), attempt: 1, maxAttempts: 5,
        now: { now })
      _ = try await RenderCards().run(context)
      try files.render(now: now)
    }
    return try #require(try Payload.read(workshop.services.places.payload))
  }

  private func calls() throws -> Int {
    try folder.read("calls").map {
      String(decoding: $0, as: UTF8.self).split(separator: "\n").count
    }
      ?? 0
  }

  /// The last job of a kind.
  private func record(_ kind: JobKind, _ workshop: Workshop) async throws -> JobRecord? {
    try await workshop.store.jobs(JobQuery(kinds: [kind])).max { $0.id < $1.id }
  }

  private func names(_ workshop: Workshop) throws -> [String] {
    try Files.names(in: workshop.services.places.file(.card))
  }

  @Test("are drawn for every day and form, once, and named in it")
  func all() async throws {
    let workshop = try await workshop(Self.draws)
    try folder.write("calls", "".utf8)
    let payload = try await render(workshop, at: Self.monday)
    let drawn = try calls()
    #expect(payload.timeline.count == 14)
    for entry in payload.timeline {
      let card = try #require(entry.quote.card)
      let png = try #require(card.png.map { FilePath($0) })
      let request = try CardRequest(try #require(try Files.read(png)))
      #expect(request.quote.text == entry.quote.text)
      #expect(try Files.size(of: FilePath(try #require(card.svg))) != nil)
      #expect(card.alt.hasPrefix("„Das ist q") && card.alt.contains(" — Person "))
    }
    let today = try #require(payload.timeline.first?.quote.card?.png)
    let cards = workshop.services.places.file(.card)
    #expect(
      try Files.read(cards.appending("today-social.png")) == Files.read(FilePath(today)))
    #expect(try names(workshop).count == 14 * 2 + 2)
    #expect(payload.fallback.card == nil)
    _ = try await render(workshop, at: Self.monday + .seconds(60))
    #expect(try calls() == drawn)
  }

  @Test("of days that stay are kept; the next day's is drawn, and yesterday's is removed")
  func nextDay() async throws {
    let workshop = try await workshop(Self.draws)
    let first = try await render(workshop, at: Self.monday)
    try folder.write("calls", "".utf8)
    let second = try await render(workshop, at: Self.monday + Self.day)
    #expect(try calls() == 2)
    #expect(
      second.timeline.dropLast().map(\.quote.card) == first.timeline.dropFirst().map(\.quote.card))
    let cards = workshop.services.places.file(.card)
    let today = try #require(second.timeline.first?.quote.card?.png)
    #expect(try Files.read(cards.appending("today-social.png")) == Files.read(FilePath(today)))
    let gone = try #require(first.timeline.first?.quote.card?.png)
    #expect(try Files.size(of: FilePath(gone)) == nil && names(workshop).count == 30)
  }

  @Test("that have vanished from the cache are drawn again")
  func vanished() async throws {
    let workshop = try await workshop(Self.draws)
    let payload = try await render(workshop, at: Self.monday)
    Files.removeAll(workshop.services.places.file(.card))
    #expect(try await render(workshop, at: Self.monday) == payload)
    #expect(try names(workshop).count == 30)
  }

  @Test("that nobody wants any more are removed, and no payload names them")
  func unwanted() async throws {
    let workshop = try await workshop(Self.draws)
    try await render(workshop, at: Self.monday)
    let without = try await self.workshop(nil, cards: [])
    let payload = try await render(without, at: Self.monday)
    #expect(payload.timeline.allSatisfy { $0.quote.card == nil })
    #expect(try names(without) == [])
  }

  @Test("are missing where no program draws them, and nothing else is")
  func notInstalled() async throws {
    let workshop = try await workshop(nil)
    try await workshop.perform(RenderPayload())
    let payload = try #require(try Payload.read(workshop.services.places.payload))
    #expect(payload.timeline.allSatisfy { $0.quote.card == nil })
    #expect(try await record(RenderPayload.kind, workshop)?.state == .completed)
    let record = try #require(try await record(RenderCards.kind, workshop))
    #expect(record.state == .cancelled)
    #expect(record.reason?.contains("not installed") == true)
    #expect(record.reason?.contains(program.string) == true)
  }

  @Test("that cannot be drawn are tried again, and the others are there")
  func failing() async throws {
    let failing = """
      #!/bin/sh
      request=$(cat)
      for word; do case $word in --output=*) output=${word#--output=};; esac; done
      case $request in *q7.*) echo 'zitare-card: no such luck' >&2; exit 1;; esac
      printf %s "$request" > "$output"
      """
    let workshop = try await workshop(failing, slugs: 1...14)
    try await workshop.perform(RenderPayload())
    let payload = try #require(try Payload.read(workshop.services.places.payload))
    let lacking = payload.timeline.filter { $0.quote.card == nil }
    #expect(payload.timeline.count == 14)
    #expect(lacking.count == 1 && lacking.first?.quote.text == "Das ist q7.")
    let record = try #require(try await record(RenderCards.kind, workshop))
    #expect(record.state == .scheduled && record.reason?.contains("no such luck") == true)
  }

  @Test("leave nothing of a program that was killed while it wrote")
  func temporaries() async throws {
    let workshop = try await workshop(Self.draws)
    let cards = workshop.services.places.file(.card)
    try Files.makeFolder(cards)
    try Files.replace(cards.appending(".0123.png.1.tmp"), with: "half".utf8)
    // At least one of these days brings a new one.
    try await render(workshop, at: Self.monday)
    try await render(workshop, at: Self.monday + Self.day)
    #expect(try names(workshop).allSatisfy { !$0.hasPrefix(".") })
  }
}
