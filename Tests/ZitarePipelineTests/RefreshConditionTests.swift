import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareHTTP
import ZitareJobs

@testable import ZitarePipeline

@Suite("What a refresh asks for, and what it does with the answer")
struct RefreshConditionTests {
  private static let first = snapshot(day: 1, ["a": "Alte Wahrheiten", "b": "Neue Straße"])
  private static let second = snapshot(
    day: 2, ["a": "Alte Wahrheiten", "b": "Neue Straße", "c": "Späte Größe"])

  private static func origin(
    _ text: String = first, etag: String? = "\"1\"", lastModified: String? = nil,
    isGzipped: Bool = false
  ) -> WebOrigin {
    WebOrigin([
      "index-full.json": .init(
        text, etag: etag, lastModified: lastModified, isGzipped: isGzipped)
    ])
  }

  struct Tagging: CustomTestStringConvertible {
    let testDescription: String
    let origin: WebOrigin
    let header: String
    let value: String
  }

  @Test(
    "what was taken in is named in the next request, and a 304 writes nothing to the corpus",
    arguments: [
      Tagging(
        testDescription: "a strong tag", origin: origin(), header: "If-None-Match", value: "\"1\""),
      Tagging(
        testDescription: "the weak tag of a packed answer", origin: origin(isGzipped: true),
        header: "If-None-Match", value: "W/\"1\""),
      Tagging(
        testDescription: "a date",
        origin: origin(etag: nil, lastModified: "Sun, 01 Nov 2026 00:00:00 GMT"),
        header: "If-Modified-Since", value: "Sun, 01 Nov 2026 00:00:00 GMT"),
    ])
  func notModified(tagging: Tagging) async throws {
    let workshop = try await Workshop(origins: [tagging.origin.address])
    try await workshop.refresh()
    let before = try workshop.corpusFile()
    let count = tagging.origin.server.requests.count
    #expect(try await workshop.refresh().completed == 1)
    let requests = tagging.origin.server.requests.dropFirst(count)
    #expect(requests.count == 1)
    #expect(requests.first?[tagging.header] == tagging.value)
    // The answer named no validators; those from before hold.
    #expect(try workshop.corpusFile() == before)
    #expect(try await workshop.refresh().completed == 1)
    #expect(tagging.origin.server.requests.last?[tagging.header] == tagging.value)
  }

  @Test("the same bytes once more write nothing, and only a new tag is noted")
  func sameBytes() async throws {
    let origin = Self.origin()
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let before = try workshop.corpusFile()
    origin.answer(
      "index-full.json",
      with: .init(headers: [("ETag", "\"1\"")], body: Array(Self.first.utf8)))
    #expect(try await workshop.refresh().completed == 1)
    #expect(try workshop.corpusFile() == before)
    let state = try workshop.state()
    origin.answer("index-full.json", with: nil)
    origin["index-full.json"]?.etag = "\"2\""
    #expect(try await workshop.refresh().completed == 1)
    #expect(try workshop.state() == state)
    #expect(try workshop.status()?.validators.etag == "\"2\"")
  }

  @Test("a corpus that is gone is fetched anew, whatever the server would call unchanged")
  func corpusGone() async throws {
    let origin = Self.origin()
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    for suffix in ["", "-wal", "-shm"] {
      unlink(workshop.services.corpus.path.adding(suffix: suffix).string)
    }
    try await workshop.refresh()
    #expect(try workshop.state().count == 2)
    #expect(origin.server.requests.last { $0.path == "/index-full.json" }?["If-None-Match"] == nil)
  }

  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let text: String
  }

  @Test(
    "a refused snapshot leaves rows and validators as they were, and --accept takes what it may",
    arguments: [
      Refusal(testDescription: "older", text: snapshot(day: 1, ["x": "Neu"]).replacingDay()),
      Refusal(testDescription: "shrunk", text: snapshot(day: 3, ["x": "Neu"])),
      Refusal(
        testDescription: "miscounted",
        text: snapshot(day: 3, ["a": "A", "b": "B", "c": "C"]).replacingCount()),
    ])
  func refused(refusal: Refusal) async throws {
    let origin = Self.origin(Self.second)
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let state = try workshop.state()
    origin["index-full.json"] = .init(refusal.text, etag: "\"2\"")
    #expect(try await workshop.refresh().dead == 1)
    #expect(try workshop.state() == state)
    let status = try #require(try workshop.status())
    #expect(status.refusal != nil && status.validators.etag == "\"1\"")
    // The old one is good once more: the refusal ends.
    origin["index-full.json"] = .init(Self.second, etag: "\"1\"")
    #expect(try await workshop.refresh().completed == 1)
    #expect(try workshop.status()?.refusal == nil)

    origin["index-full.json"] = .init(refusal.text, etag: "\"2\"")
    #expect(try await workshop.refresh(accepting: true).completed == 3)
    #expect(try workshop.state() != state)
    #expect(try workshop.status()?.validators.etag == "\"2\"")
  }

  @Test(
    "a server that is overloaded is left alone for as long as it asks",
    arguments: [(429, "600"), (503, "600")])
  func retryAfter(status: Int, seconds: String) async throws {
    let origin = Self.origin()
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    origin.answer(
      "index-full.json", with: .init(status, headers: [("Retry-After", seconds)]))
    let begin = Timestamp.now()
    #expect(try await workshop.refresh().retrying == 1)
    let job = try #require(try await workshop.store.jobs(JobQuery(states: [.scheduled])).first)
    #expect(job.runAt - begin >= .seconds(600))
    #expect(try workshop.state().count == 2)
    #expect(try workshop.status()?.refusal == nil)
  }

  @Test("a download that broke off goes on from there, in the same version")
  func resumed() async throws {
    let origin = Self.origin()
    let body = Array(Self.first.utf8)
    origin.answerOnce(
      "index-full.json", with: .init(headers: [("ETag", "\"1\"")], body: body, cutAfter: 50))
    let workshop = try await Workshop(origins: [origin.address])
    #expect(try await workshop.refresh().completed == 3)
    let requests = origin.server.requests.filter { $0.path == "/index-full.json" }
    #expect(requests.map { $0["Range"] } == [nil, "bytes=50-"])
    #expect(try workshop.state().count == 2)
  }

  @Test("a packed download that broke off is fetched in a form that can be gone on from")
  func unpacked() async throws {
    let origin = Self.origin(isGzipped: true)
    origin.answerOnce(
      "index-full.json",
      with: .init(
        headers: [("ETag", "W/\"1\""), ("Content-Encoding", "gzip")],
        body: gzip(Array(Self.first.utf8)), cutAfter: 60))
    let workshop = try await Workshop(origins: [origin.address])
    #expect(try await workshop.refresh().completed == 3)
    let requests = origin.server.requests.filter { $0.path == "/index-full.json" }
    #expect(requests.map { $0["Accept-Encoding"]?.contains("gzip") ?? false } == [true, false])
    #expect(try workshop.status()?.validators.etag == "\"1\"")
  }

  @Test("what was refused lies in the cache and is not fetched again, not even to accept it")
  func refusedOnce() async throws {
    let origin = Self.origin(Self.second)
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    origin["index-full.json"] = .init(snapshot(day: 3, ["x": "Neu"]), etag: "\"2\"")
    let count = origin.server.requests.count
    for _ in 0..<2 { #expect(try await workshop.refresh().dead == 1) }
    #expect(try await workshop.refresh(accepting: true).completed == 3)
    let asked = origin.asked.dropFirst(count).filter { $0.hasPrefix("index-full.json") }
    #expect(
      asked == ["index-full.json \"1\"", "index-full.json \"2\"", "index-full.json \"2\""])
    #expect(try workshop.state().count == 1)
    let cache = workshop.services.places.cache.appending("\(workshop.origin().id)")
    #expect(try Files.names(in: cache) == [])
    // A file in the cache that is not what was written down is fetched anew.
    origin["index-full.json"] = .init(snapshot(day: 4, ["a": "Falsch"]), etag: "\"3\"")
    origin.answerOnce("authors.json", with: .init(503))
    #expect(try await workshop.refresh().retrying == 1)
    try Files.replace(cache.appending("snapshot.json"), with: "damaged".utf8)
    #expect(try await workshop.retry(RefreshCorpus.kind).completed == 3)
    #expect(try workshop.search("Falsch") == ["a"])
  }

  private static let date = "Sun, 01 Nov 2026 00:00:00 GMT"

  struct StandIn: CustomTestStringConvertible {
    let testDescription: String
    let etag: String?
    let isRefused: Bool
  }

  @Test(
    "an index that stood in for the full snapshot is not taken for it later",
    arguments: [
      StandIn(testDescription: "known by its date", etag: nil, isRefused: false),
      StandIn(testDescription: "known by its tag", etag: "\"1\"", isRefused: false),
      StandIn(testDescription: "kept by its date", etag: nil, isRefused: true),
      StandIn(testDescription: "kept by its tag", etag: "\"1\"", isRefused: true),
    ])
  func standIn(standIn: StandIn) async throws {
    let (date, isRefused) = (Self.date, standIn.isRefused)
    let origin = WebOrigin([
      "index-min.json": .init(Self.first, etag: standIn.etag, lastModified: date)
    ])
    let workshop = try await Workshop(origins: [origin.address])
    if isRefused {
      // It came, and lies in the cache.
      origin.answer("authors.json", with: .init(503))
      #expect(try await workshop.refresh().retrying == 1)
      origin.answer("authors.json", with: nil)
    } else {
      #expect(try await workshop.refresh().completed == 3)
    }
    // Another file, although it has the same tag and date.
    origin["index-full.json"] = .init(Self.second, etag: standIn.etag, lastModified: date)
    if isRefused {
      #expect(try await workshop.retry(RefreshCorpus.kind).completed == 3)
    } else {
      #expect(try await workshop.refresh().completed == 3)
    }
    #expect(try workshop.state().count == 3)
  }

  @Test("an index that stands in is asked for by its own date, and not fetched again")
  func standInUnchanged() async throws {
    let origin = WebOrigin(["index-min.json": .init(Self.first, lastModified: Self.date)])
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let before = try workshop.corpusFile()
    #expect(try await workshop.refresh().completed == 1)
    let asked = origin.server.requests.suffix(2)
    #expect(asked.map(\.path) == ["/index-full.json", "/index-min.json"])
    #expect(asked.map { $0["If-Modified-Since"] } == [nil, Self.date])
    #expect(try workshop.corpusFile() == before)
  }

  @Test("what is known of one address is not shown at another, master data included")
  func otherAddress() async throws {
    let authors = names(.author, day: 1, "goethe", "J. W. von Goethe")
    let origin = WebOrigin([
      "index-min.json": .init(Self.first, etag: "\"1\""),
      "index-full.json": .init(Self.second, etag: "\"1\""),
      "v2/index-full.json": .init(Self.second, etag: "\"1\""),
      "authors.json": .init(authors, etag: "\"1\""),
      "v2/authors.json": .init(authors, etag: "\"1\""),
    ])
    let workshop = try await Workshop()
    func fetch(
      _ path: String, unless known: SnapshotDownload.Known
    ) async throws -> WireSnapshot? {
      guard case .web(let address) = try Origin(origin.server.url(path), relativeTo: "/").location
      else { return nil }
      return try await SnapshotDownload(
        address: address, folder: workshop.folder.path, http: workshop.services.http,
        report: { _ in }
      ).run(unless: known)?.snapshot
    }
    let first = try #require(try await fetch("/index-min.json", unless: .init()))
    let known = SnapshotDownload.Known(
      quotes: try #require(first.quotes).validators, names: first.names.mapValues(\.validators))
    for name in try Files.names(in: workshop.folder.path) where name.hasSuffix(".kept") {
      unlink(workshop.folder.appending(name).string)
    }
    #expect(try await fetch("/index-min.json", unless: known) == nil)
    let full = try #require(try await fetch("/index-full.json", unless: known))
    #expect(full.quotes != nil && full.unchangedNames == [.author])
    let other = try #require(try await fetch("/v2/index-full.json", unless: known))
    #expect(other.quotes != nil && other.names[.author] != nil)
  }

  @Test("a redirect is followed, with the tag of what lies there")
  func redirect() async throws {
    let origin = WebOrigin(["v2/index-full.json": .init(Self.first, etag: "\"9\"")])
    origin.answer("index-full.json", with: .redirect(302, to: "/v2/index-full.json"))
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    #expect(try await workshop.refresh().completed == 1)
    #expect(
      origin.asked.suffix(2) == ["index-full.json \"9\"", "v2/index-full.json \"9\""])
    #expect(try workshop.state().count == 2)
  }

  @Test("many who ask at once cause one request")
  func once() async throws {
    let origin = Self.origin()
    let workshop = try await Workshop(origins: [origin.address])
    try await workshop.refresh()
    let count = origin.server.requests.count
    for _ in 0..<5 { try await workshop.store.enqueue(RefreshCorpus(workshop.origin().id)) }
    #expect(try await workshop.work().completed == 1)
    #expect(origin.server.requests.count == count + 1)
  }

  @Test("a clock that was set changes nothing")
  func clock() async throws {
    let origin = Self.origin()
    let workshop = try await Workshop(origins: [origin.address])
    let services = workshop.services
    for (time, text) in [(4_102_444_800, Self.first), (0, Self.second)] {
      origin["index-full.json"] = .init(text, etag: "\"\(time)\"")
      let refresh = OriginRefresh(
        origin: workshop.origin(), services: services, accepting: false,
        now: Timestamp(seconds: Int64(time)), report: { _ in })
      #expect(try await refresh.run())
      #expect(try await !refresh.run())
    }
    #expect(try workshop.state().count == 3)
  }
}

extension String {
  /// The snapshot as one of the year before.
  fileprivate func replacingDay() -> String {
    split(separator: "2026-11", omittingEmptySubsequences: false).joined(separator: "2025-11")
  }

  /// The snapshot with another `count` than it has.
  fileprivate func replacingCount() -> String {
    split(separator: "\"count\":3", omittingEmptySubsequences: false)
      .joined(separator: "\"count\":4")
  }
}

extension Workshop {
  @discardableResult
  func refresh(accepting: Bool = false) async throws -> WorkSummary {
    try await perform(RefreshCorpus(origin().id, accepting: accepting))
  }

  func state() throws -> CorpusState {
    try services.corpus.glance { try $0.state() } ?? .init(revision: -1, digest: "", count: 0)
  }

  func status() throws -> OriginStatus? {
    try services.corpus.glance { try $0.status(of: origin().id) } ?? nil
  }

  /// The bytes of the corpus's file, which has no log while nobody writes.
  func corpusFile() throws -> [UInt8] {
    _ = try state()
    return try Files.read(services.corpus.path) ?? []
  }
}
