import TestSupport
import Testing
import ZitareBase

/// What the process does that a panel starts every few minutes.
@Suite("The process of today's quotation", .enabled(if: canTrace))
struct TodayProcessTests {
  /// The calls of a command that open something or speak to somebody.
  private static func calls(_ words: [String], in home: Home) throws -> [Substring] {
    let trace = home.folder.appending("trace")
    let result = try home.start(
      under: [
        "/usr/bin/strace", "-f", "-e", "trace=open,openat,socket,connect", "-o", trace.string,
      ], words
    ).wait()
    #expect(result.status == 0, "\(result.errors)")
    let text = try #require(try Files.read(trace))
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .filter { !$0.contains("ENOENT") }
  }

  private static let databases = ["corpus.sqlite", "jobs.sqlite", "/index/"]

  @Test(
    "with a payload it opens no database and no socket, and starts neither libcurl nor OpenSSL",
    arguments: [
      [], ["today"], ["today", "--json"], ["today", "--format", "waybar"],
      ["today", "--format", "i3bar"], ["today", "--format", "genmon"],
      ["today", "--format", "argos", "--length", "inline"], ["today", "--format", "html"],
      ["today", "--format", "fortune"], ["today", "--wrap", "40"],
    ])
  func light(words: [String]) throws {
    let home = try Home.withFortunes(Home.texts)
    #expect(try home.run("run").status == 0)
    let calls = try Self.calls(words, in: home)
    #expect(calls.contains { $0.contains("/payload.json\"") })
    for name in Self.databases + ["libcurl", "openssl.cnf", "socket(", "connect("] {
      #expect(!calls.contains { $0.contains(name) }, "\(name)")
    }
  }

  @Test("what this looks for is seen where it happens")
  func seen() throws {
    let home = try Home.withFortunes(Home.texts)
    let calls = try Self.calls(["run"], in: home)
    for name in Self.databases { #expect(calls.contains { $0.contains(name) }, "\(name)") }
    #expect(calls.contains { $0.contains("openssl.cnf") })
    #expect(try Self.calls(["--version"], in: home).contains { $0.contains("libcurl") })
  }
}
