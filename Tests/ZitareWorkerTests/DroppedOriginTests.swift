import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("An origin that is no longer configured")
struct DroppedOriginTests {
  /// A user whose configuration file names the origins.
  private static func home(_ names: String...) throws -> Home {
    let home = try Home()
    for (name, text) in [("old", "Alte Wahrheit."), ("new", "Neue Wahrheit.")] {
      try home.folder.write(name, fortunes([text]).utf8)
    }
    try home.configure(origins: names)
    return home
  }

  private static func texts(_ home: Home) throws -> [String] {
    try home.hits("Wahrheit").map(\.text).sorted()
  }

  @Test(
    "is forgotten by run and by refresh: corpus, index and panels", arguments: ["run", "refresh"])
  func forgotten(command: String) throws {
    let home = try Self.home("old")
    #expect(try home.run("run").status == 0)
    #expect(try home.run("today").output.contains("Alte"))
    try home.configure(origins: ["new"])
    #expect(try home.run(command).status == 0)
    #expect(try Self.texts(home) == ["Neue Wahrheit."])
    #expect(try home.run("today").output.contains("Neue"))
    let payload = try #require(try Files.read(home.state.appending("payload.json")))
    #expect(!String(decoding: payload, as: UTF8.self).contains("Alte"))
    let status = try home.status()
    #expect(status["corpus"]?.facts["quotes"] == .number(1))
    #expect(status.checks.allSatisfy { $0.level == "fine" })
  }

  @Test("stays while none of the configured ones has been taken in")
  func kept() throws {
    let home = try Self.home("old")
    #expect(try home.run("run").status == 0)
    try home.configure(origins: ["missing"])
    #expect(try home.run("run").status == 69)
    #expect(try Self.texts(home) == ["Alte Wahrheit."])
    try home.configure(origins: [])
    #expect(try home.run("run").status == 0)
    #expect(try Self.texts(home) == ["Alte Wahrheit."])
  }

  @Test("goes although the one that stays cannot be read now")
  func withoutNews() throws {
    let home = try Self.home("old", "new")
    #expect(try home.run("run").status == 0)
    #expect(try Self.texts(home).count == 2)
    try home.configure(origins: ["new"])
    unlink(home.folder.appending("new").string)
    #expect(try home.run("run").status == 69)
    #expect(try Self.texts(home) == ["Neue Wahrheit."])
  }

  @Test(
    "stays where the call itself names the origins, which the next call forgets",
    arguments: ["--origin", "--set"])
  func once(option: String) throws {
    let home = try Self.home("old")
    #expect(try home.run("run").status == 0)
    let new = "fortune:\(home.folder.appending("new"))"
    #expect(try home.run(option, option == "--set" ? "origins=\(new)" : new, "run").status == 0)
    #expect(try Self.texts(home) == ["Alte Wahrheit.", "Neue Wahrheit."])
    #expect(try home.run("run").status == 0)
    #expect(try Self.texts(home) == ["Alte Wahrheit."])
  }

  @Test("is forgotten by a worker that reads its configuration anew")
  func reloaded() async throws {
    let home = try Self.home("old", "new")
    let worker = try home.start("worker")
    defer { worker.end() }
    try await eventually("the first round") { try home.hasIndex && Self.texts(home).count == 2 }
    try home.configure(origins: ["new"])
    worker.signal(SIGHUP)
    try await eventually("the old one is gone") { try Self.texts(home) == ["Neue Wahrheit."] }
  }
}

extension Home {
  fileprivate func configure(origins names: [String]) throws {
    let origins = names.map { "\"fortune:\(folder.appending($0))\"" }
    try configure("origins = [\(origins.joined(separator: ", "))]\n")
  }

  fileprivate var hasIndex: Bool {
    get throws { try Files.size(of: data.appending("index/current")) != nil }
  }
}
