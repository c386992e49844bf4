import TestSupport
import Testing
import ZitareBase

@Suite("zitare probe")
struct ProbeTests {
  private struct Report: Decodable {
    struct Head: Decodable {
      let file: String
      let status: Int
      let headers: [String: String]
    }
    let address: String
    let isUsable: Bool
    let format: String
    let file: String?
    let version: Int?
    let generatedAt: String?
    let declaredCount: Int?
    let count: Int?
    let skipped: Int?
    let tombstones: Int?
    let scheduledDays: Int?
    let fields: [String: Double]?
    let masterData: [String]
    let heads: [Head]
    let error: String?
  }

  private static let snapshot = """
    {"generatedAt":"2026-11-01T00:00:00Z","count":4,"daily":{"2026-12-24":"a"},
     "tombstones":[{"slug":"t"}],"quotes":[
      {"slug":"a","text":"Eins","language":"de","authorSlug":"x","mood":"gut"},
      {"slug":"b","text":"Zwei","language":"de","authorSlug":"x","year":null},
      {"slug":"c","text":"Drei","language":"de"}, {"slug":"d","language":"de","text":""}]}
    """
  private static let index = """
    {"count":1,"quotes":[{"slug":"a","language":"de","authorSlug":"x"}]}
    """

  private func probe(_ home: Home, _ origin: String) throws -> (Report, ChildProcess.Result) {
    let result = try home.run("probe", origin, "--json")
    return (try decode(Report.self, result.output), result)
  }

  private func expectSnapshot(_ report: Report) {
    #expect(report.isUsable && report.format == "snapshot" && report.error == nil)
    #expect(report.file == "index-full.json" && report.version == 2)
    #expect(report.generatedAt == "2026-11-01T00:00:00Z")
    #expect(report.declaredCount == 4 && report.count == 4 && report.skipped == 1)
    #expect(report.tombstones == 1 && report.scheduledDays == 1)
    #expect(
      report.fields == ["slug": 1, "text": 1, "language": 1, "authorSlug": 0.5, "mood": 0.25])
    #expect(report.masterData == ["authors.json"])
  }

  @Test("tells of a snapshot on disk what it holds, and takes nothing in")
  func file() throws {
    let home = try Home()
    let path = try home.folder.write("snapshot/index-full.json", Self.snapshot.utf8)
    try home.folder.write("snapshot/authors.json", "[]".utf8)
    let (report, result) = try probe(home, "file:\(path)")
    #expect(result.status == 0)
    expectSnapshot(report)
    #expect(report.heads.isEmpty)
    #expect(try Files.size(of: home.data.appending("corpus.sqlite")) == nil)
    let text = try home.run("probe", "file:\(path)").output
    #expect(text.contains("  version: 2\n") && text.contains("  field authorSlug: 50.0 %\n"))
  }

  @Test("tells of an origin on the web what its snapshot and the heads of its files say")
  func web() throws {
    let server = LoopbackServer { request in
      switch request.path {
      case "/index-full.json":
        .init(
          headers: [
            ("ETag", "\"7\""), ("Accept-Ranges", "bytes"), ("X-RateLimit-Remaining", "59"),
            ("Content-Type", "application/json"),
          ], body: Array(Self.snapshot.utf8))
      case "/authors.json": .init(text: "[]", type: "application/json")
      default: .init(404, text: "", type: "text/plain")
      }
    }
    let home = try Home()
    let (report, result) = try probe(home, server.url("/index-full.json?token=secret"))
    #expect(result.status == 0)
    expectSnapshot(report)
    let head = try #require(report.heads.first)
    #expect(head.file == "index-full.json" && head.status == 200)
    #expect(head.headers["etag"] == "\"7\"" && head.headers["accept-ranges"] == "bytes")
    #expect(head.headers["x-ratelimit-remaining"] == "59")
    #expect(report.heads.map(\.file).contains("index-min.json"))
    #expect(report.heads.first { $0.file == "themes.json" }?.status == 404)
    #expect(!result.output.contains("secret"))
    #expect(try Files.names(in: home.folder.path.appending("cache/zitare/probe")) == [])
  }

  @Test("what it kept of one origin is never taken for another's, whatever that calls unchanged")
  func origins() throws {
    func server(_ slug: String, failing: Bool) -> LoopbackServer {
      LoopbackServer { request in
        guard request.path == "/index-full.json" else { return .init(failing ? 403 : 404) }
        if request["If-Modified-Since"] != nil { return .init(304) }
        let text = #"{"count":1,"quotes":[{"slug":"\#(slug)","text":"T","language":"de"}]}"#
        return .init(
          headers: [("Last-Modified", "Sun, 01 Nov 2026 00:00:00 GMT")],
          body: Array(text.utf8))
      }
    }
    let (first, second) = (server("a", failing: true), server("b", failing: false))
    let home = try Home()
    let (broken, _) = try probe(home, first.url("/index-full.json"))
    #expect(broken.error != nil)
    let (report, result) = try probe(home, second.url("/index-full.json"))
    #expect(result.status == 0 && report.isUsable, "\(result.output)")
    let asked = second.requests.filter { $0.path == "/index-full.json" && $0.method == "GET" }
    #expect(asked.count == 1 && asked.first?["If-Modified-Since"] == nil)
  }

  @Test("calls an index without texts version 1, which alone fills no corpus")
  func version1() throws {
    let server = LoopbackServer { request in
      request.path == "/index-min.json"
        ? .init(text: Self.index, type: "application/json")
        : .init(404, text: "", type: "text/plain")
    }
    let (report, result) = try probe(Home(), server.url("/index-full.json"))
    #expect(result.status == 69)
    #expect(report.file == "index-min.json" && report.version == 1 && report.count == 1)
    #expect(!report.isUsable && report.fields?["authorSlug"] == 1)
  }

  @Test("tells of fortune files how many quotations have an author, a source, a year")
  func fortunes() throws {
    let home = try Home()
    let text = "Eins\n\t\t-- Johann Wolfgang von Goethe\n%\nZwei und nichts sonst\n%\n"
    let path = try home.folder.write("zitate", text.utf8)
    let (report, result) = try probe(home, "fortune:\(path)")
    #expect(result.status == 0)
    #expect(report.format == "fortune" && report.version == nil && report.count == 2)
    #expect(report.fields?["authorName"] == 0.5 && report.fields?["text"] == 1)
  }

  @Test(
    "says why an origin is of no use, and ends with 69",
    arguments: [
      ("<html>", "a web page"), ("", "no quotations"),
      (#"{"count":2,"quotes":[{"slug":"a"}]}"#, ""),
      (#"{"quotes":[{"#, "ends too early"),
    ])
  func useless(text: String, reason: String) throws {
    let home = try Home()
    let path = try home.folder.write("index.json", text.utf8)
    let (report, result) = try probe(home, "file:\(path)")
    #expect(result.status == 69 && !report.isUsable)
    #expect((report.error ?? "").contains(reason))
  }
}
