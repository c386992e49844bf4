import Glibc
import TestSupport
import Testing
import ZitareBase

@Suite("Snapshots that are not what they should be")
struct SnapshotTests {
  /// A snapshot that comes after the good one, and what becomes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: @Sendable () -> [UInt8]
    /// What the command says, in part.
    let reason: String
    /// Whether `--accept` takes it in.
    var isAcceptable = false
    var testDescription: String { name }

    init(
      _ name: String, _ reason: String, isAcceptable: Bool = false,
      _ bytes: @escaping @Sendable () -> [UInt8]
    ) {
      self.name = name
      self.reason = reason
      self.isAcceptable = isAcceptable
      self.bytes = bytes
    }
  }

  static let refused: [Case] = [
    Case("truncated", "is not JSON") { Array(snapshot(0..<12, at: 5).utf8.dropLast(40)) },
    Case("a web page", "web page") { Array("<!DOCTYPE html><title>Login</title>".utf8) },
    Case("empty", "holds no quotations") { [] },
    Case("without quotations", "holds no quotations") { Array(snapshot(0..<0, at: 5).utf8) },
    Case("a million empty objects", "none of the snapshot's 1000000 records is usable") {
      let object = Array("{},".utf8)
      var bytes = Array("{\"quotes\":[".utf8)
      bytes.reserveCapacity(3_000_020)
      for _ in 1..<1_000_000 { bytes += object }
      return bytes + Array("{}]}".utf8)
    },
    Case("miscounted", "declares 11 quotations and holds 10", isAcceptable: true) {
      Array(snapshot(0..<10, count: 11, at: 5).utf8)
    },
    Case("older than ours", "ours is of 2026-04-01", isAcceptable: true) {
      Array(snapshot(0..<10, at: 3).utf8)
    },
    Case("shrunk", "where the corpus has 10", isAcceptable: true) {
      Array(snapshot(0..<5, at: 5).utf8)
    },
  ]

  @Test(
    "it is refused as a whole with 69, the old corpus stays, and status says so", arguments: refused
  )
  func refusal(of snapshot: Case) throws {
    let (home, path) = try Self.filled()
    try Files.replace(path, with: snapshot.bytes())
    let result = try home.run("refresh")
    #expect(result.status == 69)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors.prefix(2000))")
    #expect(result.errors.contains("was refused, the corpus stays as it is"))
    #expect(result.errors.contains(snapshot.reason), "\(result.errors.prefix(2000))")
    #expect(result.errors.contains("refresh --accept") == snapshot.isAcceptable)
    #expect(try home.hits("Gedanke").count == 10)
    let corpus = try #require(try home.status()["corpus"])
    #expect(corpus.level == "warning")
    #expect(corpus.facts["quotes"] == .number(10))
    #expect(corpus.text.contains(snapshot.reason))
    // Reading a million records takes a debug build 12 s; once is enough.
    guard try Files.size(of: path) ?? 0 < 1 << 20 else { return }
    #expect(try home.run("run").status == 69)

    let accepted = try home.run("refresh", "--accept")
    #expect(accepted.status == (snapshot.isAcceptable ? 0 : 69), "\(accepted.errors.prefix(2000))")
    #expect(try home.status()["corpus"]?.level == (snapshot.isAcceptable ? "fine" : "warning"))
    #expect(try home.hits("Gedanke").count == (snapshot.name == "shrunk" ? 5 : 10))
  }

  @Test("a good snapshot after a refused one is taken in, and the refusal forgotten")
  func recovery() throws {
    let (home, path) = try Self.filled()
    try Files.replace(path, with: Array("<html>".utf8))
    #expect(try home.run("refresh").status == 69)
    try Files.replace(path, with: Self.snapshot(0..<12, at: 5).utf8)
    #expect(try home.run("refresh").status == 0)
    #expect(try home.status()["corpus"]?.level == "fine")
    #expect(try home.hits("Gedanke").count == 12)
  }

  static let skipped: [Case] = [
    Case("10 MB in one field", "the limit is") {
      let text = String(repeating: "Gedanke ", count: 1_310_720)
      return Array(
        snapshot(0..<10, more: [record(slug: "big", text: text)], at: 5).utf8)
    },
    Case("invalid UTF-8", "(bad)") {
      Array(snapshot(0..<10, more: [record(slug: "bad", text: "Gedanke \u{1}")], at: 5).utf8)
        .flatMap { $0 == 1 ? [0xc3, 0x28, 0xff] : [$0] }
    },
    Case("a slug twice", "repeats a slug") {
      Array(snapshot(0..<10, more: [record(slug: "q3", text: "Gedanke doppelt")], at: 5).utf8)
    },
    Case("an empty object", "has no slug") { Array(snapshot(0..<10, more: ["{}"], at: 5).utf8) },
    Case("no text", "has no text") {
      Array(snapshot(0..<10, more: [record(slug: "blank", text: " ")], at: 5).utf8)
    },
  ]

  @Test("a bad record is skipped, counted and named; the others are taken in", arguments: skipped)
  func skipping(in snapshot: Case) throws {
    let (home, path) = try Self.filled()
    try Files.replace(path, with: snapshot.bytes())
    let result = try home.run("run")
    #expect(result.status == 0, "\(result.errors.prefix(2000))")
    #expect(try home.hits("Gedanke").count == 10)
    let facts = try #require(try home.status()["corpus"]?.facts)
    #expect(facts["quotes"] == .number(10))
    #expect(facts.contains { $0.key.hasSuffix(".skipped") && $0.value == .number(1) })
    let name = facts.first { $0.key.hasSuffix(".skipped.0") }?.value
    guard case .text(let text) = name else {
      Issue.record("the skipped record is not named: \(facts)")
      return
    }
    #expect(text.contains(snapshot.reason), "\(text)")
  }

  @Test("an origin that is gone is reported, and the old corpus stays")
  func gone() throws {
    let (home, path) = try Self.filled()
    #expect(unlink(path.string) == 0)
    let result = try home.run("refresh")
    #expect(result.status == 69)
    #expect(result.errors.contains("the corpus stays as it is"))
    #expect(try home.hits("Gedanke").count == 10)
  }

  @Test("what snapshot build writes is an origin with the same quotations")
  func built() throws {
    let home = try Home.withFortunes(Home.texts)
    let folder = home.folder.path.appending("site")
    #expect(try home.run("snapshot", "build", "--output", folder.string).status == 0)
    let reader = try Home("file:\(folder.appending("index-full.json"))")
    let result = try reader.run("run")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try reader.hits("Mensch").map(\.slug).sorted() == home.indexed("Mensch"))
  }

  @Test("snapshot build takes the origins of its call alone")
  func builtOfOneOrigin() throws {
    let (home, _) = try Self.filled()
    var other = home
    other.origins = ["fortune:\(try home.folder.write("fortunes", fortunes(Home.texts).utf8))"]
    #expect(try other.run("run").status == 0)
    #expect(try home.hits("Gedanke").count == 10)
    let folder = home.folder.path.appending("site")
    let result = try other.run("snapshot", "build", "--output", folder.string, "--json")
    #expect(result.output.hasPrefix("{\"count\":3,"), "\(result.output)\(result.errors)")
  }

  /// A user with ten quotations of 1 April.
  private static func filled() throws -> (Home, FilePath) {
    var home = try Home()
    let path = try home.folder.write("index-full.json", snapshot(0..<10, at: 4).utf8)
    home.origins = ["file:\(path)"]
    let result = try home.run("run")
    try #require(result.status == 0, "\(result.errors)")
    return (home, path)
  }

  /// A snapshot of the first day of a month, with records `more` beside the numbered ones.
  private static func snapshot(
    _ numbers: Range<Int>, more: [String] = [], count: Int? = nil, at month: Int
  ) -> String {
    let records =
      numbers.map { record(slug: "q\($0)", text: "Gedanke Nummer \($0)") } + more
    return """
      {"generatedAt":"2026-0\(month)-01T00:00:00Z","count":\(count ?? records.count),\
      "quotes":[\(records.joined(separator: ","))]}
      """
  }

  private static func record(slug: String, text: String) -> String {
    "{\"slug\":\"\(slug)\",\"text\":\"\(text)\",\"language\":\"de\"}"
  }
}

extension Home {
  /// The slugs that a word finds once the index is up to date.
  fileprivate func indexed(_ word: String) throws -> [String] {
    #expect(try run("index").status == 0)
    return try hits(word).map(\.slug).sorted()
  }
}
