import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs

@testable import ZitarePipeline

@Suite("Master data of an origin on the web")
struct MasterDataRefreshTests {
  private static let texts: KeyValuePairs = ["a": "Alte Wahrheiten", "b": "Neue Straße"]

  private static func origin(day: Int? = 1) -> WebOrigin {
    WebOrigin([
      "index-full.json": .init(snapshot(day: 1, texts), etag: "\"q1\""),
      "authors.json": .init(names(.author, day: day, "goethe", "J. W. von Goethe"), etag: "\"a1\""),
      "themes.json": .init(names(.theme, day: day, "zeit", "Vergänglichkeit"), etag: "\"t1\""),
      "places.json": .init(names(.place, day: day, "weimar", "Ilmathen"), etag: "\"p1\""),
      "epochs.json": .init(names(.epoch, day: day, "klassik", "Hochklassik"), etag: "\"e1\""),
    ])
  }

  @Test("names are shown and found; what the origin does not have is missed by nobody")
  func names_() async throws {
    let origin = Self.origin()
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let quote = try #require(try workshop.services.corpus.reader()?.quote(named: "a"))
    #expect(quote.author?.name == "J. W. von Goethe" && quote.epoch?.name == "Hochklassik")
    for query in [
      "author:goethe wahrheit", "theme:vergänglichkeit wahrheit", "theme:zeit wahrheit",
      "place:ilmathen wahrheit", "place:weimar wahrheit", "epoch:hochklassik wahrheit",
    ] {
      #expect(try workshop.search(query) == ["a"], "\(query)")
    }
    #expect(origin.server.requests.count == 8)
  }

  @Test("the seven files are fetched at the same time, as far as one server is asked so much")
  func parallel() async throws {
    let arrivals = Mutex(0)
    let four = Latch()
    let server = LoopbackServer { request in
      if request.path == "/index-full.json" { return .json(snapshot(day: 1, Self.texts)) }
      let count = arrivals.withLock {
        $0 += 1
        return $0
      }
      if count == 4 { four.open() }
      four.block()  // nobody is answered before the fourth has asked
      return .init(404)
    }
    let workshop = try await Workshop(origins: [server.url("/index-full.json")])
    #expect(try await workshop.refresh().completed == 3)
    #expect(arrivals.withLock { $0 } == 7)
  }

  @Test("each file is asked for by its own tag, and one that is as it was keeps its names")
  func conditional() async throws {
    let origin = Self.origin(day: nil)
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let count = origin.server.requests.count
    origin["index-full.json"] = .init(
      snapshot(day: 2, ["a": "Alte Wahrheiten", "c": "Späte Größe"]), etag: "\"q2\"")
    origin["authors.json"] = .init(
      names(.author, "goethe", "Johann Wolfgang Goethe"), etag: "\"a2\"")
    #expect(try await workshop.refresh().completed == 3)
    #expect(
      Set(origin.asked.dropFirst(count)) == [
        "index-full.json \"q1\"", "authors.json \"a1\"", "themes.json \"t1\"",
        "places.json \"p1\"", "epochs.json \"e1\"", "sources.json", "roles.json",
        "languages.json",
      ])
    #expect(try workshop.search("author:johann groesse") == ["c"])
    #expect(try workshop.search("theme:vergänglichkeit groesse") == ["c"])
    #expect(try workshop.search("Straße").isEmpty)
  }

  @Test("new names come although the quotations are as they were, and one request a file suffices")
  func namesAlone() async throws {
    let origin = Self.origin(day: nil)
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let count = origin.server.requests.count
    origin["places.json"] = .init(names(.place, "weimar", "Residenz"), etag: "\"p2\"")
    #expect(try await workshop.refresh().completed == 3)
    #expect(
      Set(origin.asked.dropFirst(count)) == [
        "index-full.json \"q1\"", "authors.json \"a1\"", "themes.json \"t1\"",
        "places.json \"p1\"", "epochs.json \"e1\"",
      ])
    #expect(try Set(workshop.search("place:residenz")) == ["a", "b"])
    #expect(try workshop.search("place:ilmathen").isEmpty)
    #expect(try await workshop.refresh().completed == 1)
  }

  @Test("master data of another generation is refused with all that came, unless it is accepted")
  func generations() async throws {
    let origin = Self.origin()
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let state = try workshop.state()
    // In the middle of a publication: the names are new, the snapshot is not.
    origin["authors.json"] = .init(names(.author, day: 2, "goethe", "Neu"), etag: "\"a2\"")
    #expect(try await workshop.refresh().dead == 1)
    #expect(try workshop.state() == state)
    #expect(try workshop.status()?.refusal?.reason.contains("authors.json") == true)
    // The snapshot follows, but three of the files do not.
    origin["index-full.json"] = .init(snapshot(day: 2, Self.texts), etag: "\"q2\"")
    #expect(try await workshop.refresh().dead == 1)
    #expect(try workshop.state() == state)
    #expect(try await workshop.refresh(accepting: true).completed == 3)
    #expect(try workshop.search("author:neu wahrheit") == ["a"])
  }

  @Test("a file of master data that does not come leaves everything for the next attempt")
  func unavailable() async throws {
    let origin = Self.origin()
    origin.answer("themes.json", with: .init(503))
    let workshop = try await Workshop(origins: [origin.address])
    #expect(try await workshop.refresh().retrying == 1)
    #expect(try workshop.state().count <= 0)
    origin.answer("themes.json", with: nil)
    #expect(try await workshop.retry(RefreshCorpus.kind).completed == 3)
    #expect(try workshop.search("theme:vergänglichkeit wahrheit") == ["a"])
  }
}
