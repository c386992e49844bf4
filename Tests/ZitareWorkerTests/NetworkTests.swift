import FoundationEssentials
import TestSupport
import Testing
import ZitareBase

@Suite("A worker whose network comes back")
struct NetworkTests {
  private static let isolation = ["/usr/bin/unshare", "--map-root-user", "--net"]

  private static var canIsolate: Bool {
    (try? run("/usr/bin/unshare", "--map-root-user", "--net", "ip", "link").status) == 0
  }

  /// What `jobs list --json` prints, as far as this looks at it.
  private struct Line: Decodable {
    let kind: String
    let state: String
    let runAt: String
  }

  @Test(
    "a refresh that waits for its next attempt runs soon after", .enabled(if: canIsolate))
  func refresh() async throws {
    let home = try Home()
    let site = home.folder.path.appending("site")
    try Files.makeFolder(site)
    try Files.replace(
      site.appending("index-full.json"),
      with: #"{"quotes":[{"slug":"a","text":"Da bin ich","language":"de"}]}"#.utf8)
    try home.configure("origins = [\"http://10.99.0.1:8080/index-full.json\"]\n")
    let worker = try home.start(under: Self.isolation, ["worker"])
    defer { worker.end() }
    let server = try Self.inside(
      worker, "python3", "-m", "http.server", "8080", "--directory", site.string)
    defer { server.end() }

    // Until the next attempt is so far off that it can't be what is seen below.
    var due = Timestamp.now()
    try await eventually("a long wait") {
      guard let line = try Self.refreshes(home).first, line.state == "scheduled" else {
        return false
      }
      due = try #require(Timestamp(iso8601: line.runAt))
      if due - .now() > .seconds(25) { return true }
      #expect(try home.run("jobs", "retry", "--state", "scheduled", "--yes").status == 0)
      return false
    }
    #expect(try home.status()["corpus"]?.facts["quotes"] == .number(0))
    for words in [
      ["ip", "address", "add", "10.99.0.1/24", "dev", "lo"], ["ip", "link", "set", "lo", "up"],
    ] {
      #expect(try Self.inside(worker, words).wait().status == 0)
    }
    try await eventually("the refresh", within: .seconds(24)) {
      try home.status()["corpus"]?.facts["quotes"] == .number(1)
    }
    #expect(Timestamp.now() < due)
  }

  private static func refreshes(_ home: Home) throws -> [Line] {
    let result = try home.run("jobs", "list", "--json", "--kind", "corpus.refresh")
    return try lines(Line.self, result.output)
  }

  private static func inside(_ process: ChildProcess, _ words: String...) throws -> ChildProcess {
    try inside(process, words)
  }

  /// Starts a program in the network of another process.
  private static func inside(_ process: ChildProcess, _ words: [String]) throws -> ChildProcess {
    try ChildProcess(
      "/usr/bin/nsenter",
      ["--target", "\(process.processID)", "--user", "--preserve-credentials", "--net"] + words,
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
  }
}
