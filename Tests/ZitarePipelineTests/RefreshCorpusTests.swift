import TestSupport
import Testing
import ZitareBase
import ZitareCorpus
import ZitareJobs

@testable import ZitarePipeline

@Suite("A refresh over HTTP")
struct RefreshCorpusTests {
  private static let first = snapshot(day: "01", ["a": "Alte Wahrheiten", "b": "Neue Straße"])
  private static let second = snapshot(day: "02", ["a": "Alte Wahrheiten", "c": "Späte Größe"])

  private static func snapshot(day: String, _ texts: KeyValuePairs<String, String>) -> String {
    let quotes = texts.map {
      #"{"slug":"\#($0.key)","text":"\#($0.value)","language":"de","authorSlug":"goethe"}"#
    }
    return #"{"generatedAt":"2026-11-\#(day)T00:00:00Z","count":\#(texts.count),"quotes":["#
      + quotes.joined(separator: ",") + "]}"
  }

  private static let authors =
    #"{"authors":[{"slug":"goethe","name":"Johann Wolfgang von Goethe"}]}"#

  @Test("takes snapshot and names in, indexes and renders; a 304 then changes nothing")
  func conditional() async throws {
    let server = LoopbackServer { request in
      switch request.path {
      case "/index-full.json":
        request["If-None-Match"] == "\"1\""
          ? .init(304)
          : .init(headers: [("ETag", "\"1\"")], body: Array(Self.first.utf8))
      case "/authors.json": .init(text: Self.authors, type: "application/json")
      default: .init(404, text: "", type: "text/plain")
      }
    }
    let workshop = try await Workshop(origins: [server.url("/index-full.json")])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    let reader = try #require(try workshop.services.corpus.reader())
    #expect(try reader.state().count == 2)
    #expect(try reader.quote(named: "a")?.author?.name == "Johann Wolfgang von Goethe")
    #expect(try workshop.search("Wahrheit") == ["a"])
    #expect(try workshop.search("author:goethe strasse") == ["b"])
    #expect(try Payload.read(workshop.services.places.payload)?.timeline.count == 14)

    let revision = try reader.state().revision
    let summary = try await workshop.perform(RefreshCorpus(workshop.origin().id))
    #expect(summary.completed == 1)
    #expect(try reader.state().revision == revision)
  }

  @Test("a changed snapshot changes the index by the difference, and what is gone is not found")
  func difference() async throws {
    let folder = TemporaryFolder()
    let file = try folder.write("index-full.json", Self.first.utf8)
    let workshop = try await Workshop(origins: ["file:\(file)"])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    try folder.write("index-full.json", Self.second.utf8)
    #expect(try await workshop.perform(RefreshCorpus(workshop.origin().id)).completed == 3)
    #expect(try workshop.search("Straße").isEmpty)
    #expect(try workshop.search("groesse") == ["c"])
  }

  @Test("a snapshot that lost more than the allowed share is taken in only on an operator's word")
  func shrunk() async throws {
    let folder = TemporaryFolder()
    let file = try folder.write("index-full.json", Self.first.utf8)
    let workshop = try await Workshop(origins: ["file:\(file)"])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    try folder.write("index-full.json", Self.snapshot(day: "02", ["c": "Späte Größe"]).utf8)
    #expect(try await workshop.perform(RefreshCorpus(workshop.origin().id)).dead == 1)
    #expect(try workshop.search("Straße") == ["b"])
    let accepted = RefreshCorpus(workshop.origin().id, accepting: true)
    #expect(try await workshop.perform(accepted).completed == 3)
    #expect(try workshop.search("Straße").isEmpty)
  }

  @Test("the index of version 1 stands in for a full snapshot that is not there")
  func version1() async throws {
    let server = LoopbackServer { request in
      request.path == "/index-min.json"
        ? .init(text: Self.first, type: "application/json")
        : .init(404, text: "", type: "text/plain")
    }
    let workshop = try await Workshop(origins: [server.url("/index-full.json")])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    #expect(try workshop.services.corpus.reader()?.state().count == 2)
  }

  struct Answer: CustomTestStringConvertible {
    let name: String
    let response: LoopbackServer.Response
    let isTransient: Bool
    var testDescription: String { name }
  }

  @Test(
    "an answer that is no snapshot leaves the corpus as it was",
    arguments: [
      Answer(
        name: "a web page", response: .init(text: "<html>", type: "text/html"), isTransient: false),
      Answer(
        name: "nothing", response: .init(text: "", type: "application/json"), isTransient: false),
      Answer(name: "gone", response: .init(410, text: "", type: "text/plain"), isTransient: false),
      Answer(
        name: "a login", response: .init(401, text: "", type: "text/plain"), isTransient: false),
      Answer(
        name: "overload", response: .init(503, text: "", type: "text/plain"), isTransient: true),
      Answer(
        name: "a body cut short",
        response: .init(200, body: Array(first.utf8), framing: .length, cutAfter: 40),
        isTransient: true),
    ])
  func refused(answer: Answer) async throws {
    let folder = TemporaryFolder()
    let file = try folder.write("index-full.json", Self.first.utf8)
    let server = LoopbackServer { _ in answer.response }
    let workshop = try await Workshop(
      origins: ["file:\(file)", server.url("/snapshot.json")])
    try await workshop.perform(RefreshCorpus(workshop.origin().id))
    let web = workshop.services.configuration.origins[1].id
    let summary = try await workshop.perform(RefreshCorpus(web))
    #expect(summary.retrying == (answer.isTransient ? 1 : 0))
    #expect(summary.dead == (answer.isTransient ? 0 : 1))
    let reader = try #require(try workshop.services.corpus.reader())
    #expect(try reader.state().count == 2)
    #expect(try (reader.status(of: web)?.refusal != nil) == !answer.isTransient)
  }
}
