import TestSupport
import Testing
import ZitareBase

@Suite("zitare search")
struct SearchTests {
  private static let trace = ["/usr/bin/strace", "-f", "-e", "trace=network"]

  @Test(
    "it opens no socket offline, nor where all origins are files, however little it finds",
    .enabled(if: canTrace))
  func noSocket() throws {
    let server = Self.server()
    let (web, files) = (try Self.filled(server), try Home.withFortunes(Home.texts))
    #expect(try files.run("run").status == 0)
    let runs = [
      (web, ["search", "--offline", "Nirgendwo"]), (files, ["search", "Nirgendwo"]),
      (web, ["search", "Gedanke"]), (web, ["search", "--typing", "Nirgendwo"]),
      (web, ["search", "--similar", "q1"]), (web, ["search", "--language", "xx"]),
      (web, ["suggest", "Nirgendwo"]),
      (web, ["--set", "search.remote=false", "search", "Nirgendwo"]),
      (files, ["today"]), (files, ["show", try #require(try files.hits("Mensch").first?.slug)]),
      (web, []), (web, ["status"]), (web, ["about"]),
      (web, ["complete", "author", "go"]),
    ]
    let count = server.connectionCount
    for (home, words) in runs {
      let result = try home.start(under: Self.trace, words).wait()
      #expect(result.status == 0, "\(words): \(result.errors)")
      #expect(!result.errors.contains("socket("), "\(words): \(result.errors)")
    }
    // Nor for lines of standard input.
    let lines = try web.start(
      under: [
        "/bin/sh", "-c", "echo Nirgendwo | exec \(Self.trace.joined(separator: " ")) \"$@\"", "sh",
      ],
      ["search", "-"]
    ).wait()
    #expect(lines.status == 0 && !lines.errors.contains("socket("), "\(lines.errors)")
    // These ring for a worker, through a socket in the file system.
    for words in [["render"], ["index"]] {
      let result = try web.start(under: Self.trace, words).wait()
      #expect(!result.errors.contains("AF_INET"), "\(words): \(result.errors)")
    }
    #expect(server.connectionCount == count)
    // The trace would have shown one.
    let asking = try web.start(under: Self.trace, ["search", "Nirgendwo"]).wait()
    #expect(asking.errors.contains("socket("))
  }

  @Test("below three hits the server is asked once, and its hits come after ours")
  func remote() throws {
    let server = Self.server()
    let home = try Self.filled(server)
    let before = server.requests.count
    let result = try home.run("search", "--json", "Nummer", "3")
    #expect(result.status == 0, "\(result.errors)")
    let hits = try Self.complete(result.output)
    #expect(hits.map(\.slug) == ["q3", "r1"])
    // Behind them come those that have only one of the words.
    #expect(try lines(Hit.self, result.output).count == 11)
    #expect(hits.map(\.found) == ["local", "remote"])
    #expect(hits.last?.author == "Ferne Autorin")
    let requests = server.requests.dropFirst(before)
    #expect(requests.map(\.target) == ["/api/v1/quotes?q=Nummer%203"])

    let plenty = try home.run("search", "--json", "Gedanke")
    #expect(try lines(Hit.self, plenty.output).allSatisfy { $0.found == "local" })
    #expect(server.requests.count == before + 1)
  }

  @Test("pages join to all that is here, also where the server's hits come behind the first one")
  func pages() throws {
    let server = Self.server()
    let home = try Self.filled(server)
    func hits(_ words: String...) throws -> [Hit] {
      let result = try home.start(["search", "--json"] + words + ["Nummer", "3"]).wait()
      #expect(result.status == 0, "\(result.errors)")
      return try lines(Hit.self, result.output)
    }
    let all = try hits("--offline", "--limit", "50").map(\.slug)
    #expect(all.count == 10 && all.first == "q3")
    let pages = try ["1", "2", "3", "4"].map { try hits("--limit", "4", "--page", $0) }
    #expect(pages.joined().filter { $0.found == "local" }.map(\.slug) == all)
    #expect(pages.map { $0.filter { $0.found == "remote" }.map(\.slug) } == [["r1"], [], [], []])
    #expect(pages[0].last?.slug == "r1")
    #expect(server.requests.count { $0.path == "/api/v1/quotes" } == 1)
  }

  @Test("no server writes lines of its own: hits with a bad slug or language are left out")
  func forged() throws {
    let forged = #"""
      {"quotes":[{"slug":"x]\n[q1","text":"Gefälscht","language":"de"},
      {"slug":"y","text":"Gefälscht","language":"de\nq1"},
      {"slug":"r1","text":"Von\nfern","language":"de"}]}
      """#
    let server = Self.server(answering: .json(forged))
    let home = try Self.filled(server)
    let result = try home.run("search", "--json", "Nummer", "3")
    #expect(try Self.complete(result.output).map(\.slug) == ["q3", "r1"], "\(result.errors)")
    let output = try home.run("search", "Nummer", "3").output
    #expect(!output.contains("Gefälscht") && output.contains("Von fern"), "\(output)")
  }

  @Test("an answer is kept for an hour: the same search asks once, another one again")
  func cached() throws {
    let server = Self.server()
    let home = try Self.filled(server)
    func asked() -> Int { server.requests.count { $0.path == "/api/v1/quotes" } }
    let outputs = try (0..<2).map { _ in try home.run("search", "--json", "Nummer", "3").output }
    #expect(asked() == 1)
    #expect(outputs[0] == outputs[1])
    #expect(try home.run("search", "Nummer", "3").output.contains("[r1, at the server]"))
    #expect(asked() == 1)
    #expect(try home.run("search", "Nummer", "4").status == 0)
    #expect(asked() == 2)
    let folder = home.folder.path.appending("cache/zitare/searches")
    #expect(try Files.names(in: folder).count == 2)
    // A damaged answer costs a request.
    for name in try Files.names(in: folder) { try Files.replace(folder.appending(name), with: [1]) }
    #expect(try home.run("search", "--json", "Nummer", "3").output == outputs[0])
    #expect(asked() == 3)
  }

  @Test("a server that fails or stalls costs no more than the deadline, and no hit")
  func deadline() throws {
    let gate = Gate()
    defer { gate.release() }
    for response in [
      LoopbackServer.Response(500), .dropped, .json("[]"), .json("<html>"),
      LoopbackServer.Response(gateBeforeHead: gate),
    ] {
      let server = Self.server(answering: response)
      let home = try Self.filled(server)
      let start = ContinuousClock.now
      let result = try home.run(
        "--set", "search.deadline=300ms", "search", "--json", "Nummer", "3")
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(result.status == 0, "\(result.errors)")
      #expect(try Self.complete(result.output).map(\.slug) == ["q3"])
      // Beside the note that others have only some of the words.
      #expect(result.errors.split(separator: "\n").count == 2, "\(result.errors)")
      #expect(result.errors.contains("The server could not be asked"))
    }
  }

  @Test(
    "no query ends in an error",
    arguments: ["\"", "(", "AND", "author:", "-", "*", "a*", "author:(", "ß", "NOT NOT", "🙂"])
  func anyQuery(text: String) throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    let result = try home.run("search", "--", text)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The hits that have all the words.
  private static func complete(_ output: String) throws -> [Hit] {
    try lines(Hit.self, output).filter { $0.isPartial == nil }
  }

  private static let snapshot =
    "{\"quotes\":["
    + (0..<10).map {
      "{\"slug\":\"q\($0)\",\"text\":\"Gedanke Nummer \($0)\",\"language\":\"de\"}"
    }.joined(separator: ",") + "]}"

  private static let found = """
    {"quotes":[{"slug":"r1","text":"Von fern","language":"de","author":{"name":"Ferne Autorin"}},
    {"slug":"q3","text":"Gedanke Nummer 3","language":"de"}]}
    """

  /// A server of a corpus of ten, which answers searches too.
  private static func server(
    answering response: LoopbackServer.Response = .json(found)
  ) -> LoopbackServer {
    LoopbackServer { request in
      switch request.path {
      case "/index-full.json": .json(snapshot)
      case "/api/v1/quotes": response
      default: .init(404)
      }
    }
  }

  private static func filled(_ server: LoopbackServer) throws -> Home {
    let home = try Home(server.url("/index-full.json"))
    try home.configure("[submit]\napi = \"\(server.url(""))\"\n")
    let result = try home.run("run")
    try #require(result.status == 0, "\(result.errors)")
    return home
  }
}
