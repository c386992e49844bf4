import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs

@testable import ZitarePipeline

@Suite("The order of origins that have the same slugs")
struct OriginOrderTests {
  private let folder = TemporaryFolder()
  private let web = WebOrigin([
    "index-full.json": .init(snapshot(day: 1, ["a": "Aus dem Netz"]), etag: "\"1\"")
  ])
  private let file: String

  init() throws {
    let text = snapshot(day: 1, ["a": "Aus der Datei"])
    file = "file:\(try folder.write("origin/index-full.json", text.utf8))"
  }

  private func workshop(_ origins: [String], stand: Bool = true) async throws -> Workshop {
    try await Workshop(origins: origins, originsStand: stand, in: folder)
  }

  /// A corpus of both, and who goes by the slug that they share.
  private func fill(_ origins: [String]) async throws -> String? {
    let workshop = try await workshop(origins)
    for origin in workshop.services.configuration.origins.reversed() {
      try await workshop.perform(RefreshCorpus(origin.id))
    }
    return try winner(workshop)
  }

  private func winner(_ workshop: Workshop) throws -> String? {
    try workshop.services.corpus.reader()?.quote(named: "a")?.text
  }

  @Test(
    "a new order holds after the next refresh, although no origin has anything new",
    arguments: [true, false])
  func reordered(webIsFirst: Bool) async throws {
    let (old, new) =
      webIsFirst
      ? ([file, web.address], [web.address, file]) : ([web.address, file], [file, web.address])
    let (loser, winner) =
      webIsFirst ? ("Aus der Datei", "Aus dem Netz") : ("Aus dem Netz", "Aus der Datei")
    #expect(try await fill(old) == loser)
    let workshop = try await workshop(new)
    #expect(try await workshop.refresh().completed == 3)
    #expect(try self.winner(workshop) == winner)
    let state = try workshop.state()
    #expect(try await workshop.refresh().completed == 1)
    #expect(try workshop.state() == state)
  }

  @Test("what a killed refresh did not arrange is arranged by the next one")
  func killed() async throws {
    let origins = [file, web.address]
    _ = try await fill(origins)
    let workshop = try await workshop(origins)
    // As it is between taking in and arranging.
    let wrong = workshop.services.configuration.origins.reversed().map(\.id)
    try workshop.services.corpus.writer().arrange(wrong, at: .now())
    #expect(try winner(workshop) == "Aus dem Netz")
    try await workshop.refresh()
    #expect(try winner(workshop) == "Aus der Datei")
  }

  @Test("an origin that is named for one call wins no slug of the others")
  func oneCall() async throws {
    #expect(try await fill([file, web.address]) == "Aus der Datei")
    let workshop = try await workshop([web.address], stand: false)
    let state = try workshop.state()
    #expect(try await workshop.refresh(accepting: true).dead == 0)
    #expect(try winner(workshop) == "Aus der Datei")
    #expect(try workshop.state() == state)
  }

  @Test("a corpus of nothing but the call's origins has their order")
  func alone() async throws {
    #expect(try await fill([file, web.address]) == "Aus der Datei")
    let workshop = try await workshop([web.address, file], stand: false)
    try await workshop.refresh()
    #expect(try winner(workshop) == "Aus dem Netz")
  }
}
