import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSearch

@Suite("Several databases searched as one")
struct SearchFleetTests {
  private static let texts = [
    ["Freiheit ist ein Gut", "Der Mut"], ["Die Freiheiten", "Der Übermut"], ["Freiheit allein"],
  ]

  /// An index of the texts, with `name0`, `name1` … as keys.
  private static func index(_ name: String, _ texts: [String]) throws -> SearchFixture {
    try SearchFixture(
      texts.enumerated().map { number, text in
        SearchDocument(
          key: "\(name)\(number)", text: text, language: "de", stored: Array(text.utf8))
      })
  }

  private static func fleet(
    _ folder: TemporaryFolder, _ lines: [String], timeout: Duration = .seconds(5)
  ) throws -> SearchFleet {
    let stub = try folder.write("fleet", (lines.joined(separator: "\n") + "\n").utf8)
    return try SearchFleet(stub: stub, schema: SearchFixture.schema, timeout: timeout)
  }

  @Test("the hits of all come as from one index, with the same scores")
  func together() throws {
    let folder = TemporaryFolder()
    let shards = try zip(["a", "b", "c"], Self.texts).map { try Self.index($0, $1) }
    let fleet = try Self.fleet(
      folder, ["# three"] + shards.map { "auto \($0.index.folder)/current" })
    let results = try fleet.search(SearchQuery("freiheit"))
    #expect(results.hits.map(\.key).sorted() == ["a0", "b0", "c0"])
    #expect(results.total == 3 && results.notes.isEmpty)
    let one = try Self.index("x", Self.texts.flatMap { $0 })
    let scores = try one.index.reader().search(SearchQuery("freiheit")).hits.map(\.score)
    #expect(zip(results.hits.map(\.score), scores).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(try fleet.search(SearchQuery("Freihiet")).notes == [.corrected("freiheit")])
  }

  @Test("a database that is gone, damaged or of another format is named, and the others answer")
  func missing() throws {
    let folder = TemporaryFolder()
    let good = try Self.index("a", Self.texts[0])
    let other = SearchFixture(schema: SearchSchema(fields: [], version: 9))
    try other.rebuild([SearchDocument(key: "x", text: "Freiheit")])
    let fleet = try Self.fleet(
      folder,
      [
        "auto \(good.index.folder)/current", "auto nowhere", "auto \(other.index.folder)/current",
        "remote 127.0.0.1:1",
      ])
    let results = try fleet.search(SearchQuery("freiheit"))
    #expect(results.hits.map(\.key) == ["a0"])
    let names = results.notes.compactMap { note -> String? in
      guard case .missing(let database, _) = note else { return nil }
      return database
    }
    #expect(names == ["nowhere", "\(other.index.folder)/current", "127.0.0.1:1"])
  }

  @Test("where none answers the search fails, and says why")
  func none() throws {
    let fleet = try Self.fleet(TemporaryFolder(), ["auto nowhere"])
    #expect(throws: SearchError.self) { try fleet.search(SearchQuery("x")) }
    #expect(throws: SearchError.self) {
      try Self.fleet(TemporaryFolder(), []).search(SearchQuery("x"))
    }
    for line in ["nonsense", "remote nowhere", "remote :80", "remote host:99999", "auto"] {
      #expect(throws: SearchError.self, "\(line)") { try Self.fleet(TemporaryFolder(), [line]) }
    }
  }

  @Test("a remote database answers as a local one, and is left out when it dies")
  func remote() async throws {
    let folder = TemporaryFolder()
    let (near, far) = (try Self.index("a", Self.texts[0]), try Self.index("b", Self.texts[1]))
    let server = try SearchServer(of: far.index)
    defer { server.stop() }
    let fleet = try Self.fleet(
      folder, ["auto \(near.index.folder)/current", "remote 127.0.0.1:\(server.port)"])
    try await server.waitUntilReady()
    var query = SearchQuery("freiheit")
    let results = try fleet.search(query)
    #expect(results.hits.map(\.key).sorted() == ["a0", "b0"])
    #expect(
      results.hits.contains { String(decoding: $0.stored, as: UTF8.self) == "Die Freiheiten" })
    #expect(results.notes.isEmpty)
    #expect(try fleet.search(SearchQuery("\u{fc}ber*")).hits.map(\.key) == ["b1"])
    query.isTyping = true
    query.text = "fr"
    #expect(try fleet.search(query).total == 2)
    server.stop()
    let rest = try fleet.search(SearchQuery("freiheit"))
    #expect(rest.hits.map(\.key) == ["a0"])
    #expect(rest.notes.count == 1)
  }
}

/// `xapian-tcpsrv` over an index, in a session of its own: it ends its whole process group.
private final class SearchServer {
  let port: Int
  private let process: ChildProcess
  private var isRunning = true

  init(of index: SearchIndex) throws {
    port = 20_000 + Int(getpid()) % 20_000
    process = try ChildProcess(
      "/usr/bin/setsid",
      [
        "/usr/bin/xapian-tcpsrv", "--interface", "127.0.0.1", "--port", "\(port)", "--quiet",
        "\(index.folder)/current",
      ], environment: ["PATH": "/usr/bin:/bin"])
  }

  func waitUntilReady() async throws {
    for _ in 0..<2000 where !process.hasEnded {
      if canConnect() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("xapian-tcpsrv does not listen")
  }

  func stop() {
    guard isRunning else { return }
    isRunning = false
    // With those that serve its connections; the threads of tests let it inherit a blocked SIGTERM.
    kill(-process.processID, SIGKILL)
    _ = try? process.wait()
  }

  private func canConnect() -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
