import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("Refusing snapshots and skipping records")
struct CorpusRefusalTests {
  @Test(
    "a file that is no snapshot is refused as a whole, and the corpus stays",
    arguments: [
      "", "  \n", "<!DOCTYPE html><html></html>", "\u{feff} <html>", "nothing", "{", "[1,2",
      #"{"count":1}"#, "[]", "[{}]", "\"text\"", "12", #"{"quotes":{}}"#, #"{"quotes":[]}"#,
      #"{"count":0,"quotes":[]}"#, #"{"quotes":[{"slug":"a","text":"x","language":"de"}"#,
      #"{"quotes":[{"slug":"a","text":"x","language":"de"}]} more"#,
      #"{"quotes":[{"slug":"a","text":"x","language":"de"}],"quotes":[]}"#,
      #"{"generatedAt":"soon","quotes":[{"slug":"a","text":"x","language":"de"}]}"#,
      #"{"count":"many","quotes":[{"slug":"a","text":"x","language":"de"}]}"#,
      #"{"quotes":[{"slug":"a","text":"x","language":"de"}]]"#,
    ])
  func noSnapshot(text: String) throws {
    let corpus = try filled()
    let state = try corpus.state()
    #expect(throws: RefreshRefusal.self) { try corpus.install(text, at: 2000, accepting: true) }
    #expect(try corpus.state() == state)
    #expect(try corpus.quotes().count == 10)
    let refusal = try corpus.reader().status(of: corpus.origin.id)?.refusal
    #expect(refusal?.since == Timestamp(seconds: 2000))
  }

  @Test("a snapshot cut off anywhere is refused")
  func truncated() throws {
    let corpus = try filled()
    let state = try corpus.state()
    let whole = Array(snapshot(elements(0..<12), generatedAt: "2026-05-01T00:00:00Z").utf8)
    for length in stride(from: 1, to: whole.count, by: 7) {
      #expect(throws: RefreshRefusal.self) { try corpus.install(Array(whole[..<length])) }
    }
    #expect(try corpus.state() == state)
  }

  @Test("HTML and an empty file are called what they are")
  func names() throws {
    let corpus = try Corpus()
    #expect(throws: RefreshRefusal.html) { try corpus.install("\n<html>") }
    #expect(throws: RefreshRefusal.empty) { try corpus.install("") }
    #expect(throws: RefreshRefusal.empty) { try corpus.install(snapshot([])) }
  }

  @Test("a wrong count, an older or a much smaller snapshot is refused unless it is accepted")
  func acceptable() throws {
    let corpus = try filled()
    let cases: [(String, RefreshRefusal)] = [
      (
        snapshot(elements(0..<10), count: 11),
        .countMismatch(declared: 11, found: 10)
      ),
      (
        snapshot(elements(0..<10), generatedAt: "2026-03-01T00:00:00Z"),
        .older(
          than: Timestamp(seconds: 1_775_001_600), generatedAt: Timestamp(seconds: 1_772_323_200))
      ),
      (snapshot(elements(0..<7)), .shrunk(from: 10, to: 7)),
    ]
    for (json, refusal) in cases {
      #expect(refusal.isAcceptable)
      #expect(throws: refusal) { try corpus.install(json) }
      #expect(try corpus.reader().status(of: corpus.origin.id)?.refusal?.reason == "\(refusal)")
    }
    #expect(try corpus.quotes().count == 10)
    try corpus.install(snapshot(elements(0..<8)))
    for (json, _) in cases { try corpus.install(json, accepting: true) }
    #expect(try corpus.quotes().count == 7)
    #expect(try corpus.reader().status(of: corpus.origin.id)?.refusal == nil)
  }

  @Test("master data of another generation is refused unless it is accepted")
  func generations() throws {
    let corpus = try Corpus()
    let json = snapshot(elements(0..<2), generatedAt: "2026-04-01T00:00:00Z")
    let names: [NameKind: String] = [
      .author: #"{"authors":[{"slug":"x","name":"X"}],"generatedAt":"2026-04-02T00:00:00Z"}"#
    ]
    #expect(throws: RefreshRefusal.otherGeneration(file: "authors.json")) {
      try corpus.install(json, names: names)
    }
    #expect(throws: RefreshRefusal.notJSON("themes.json: the text ends too early at byte 1")) {
      try corpus.install(json, names: [.theme: "{"])
    }
    try corpus.install(json, accepting: true, names: names)
  }

  @Test("the same refusal again writes nothing, and a good answer ends it")
  func repeated() throws {
    let corpus = try filled()
    for seconds: Int64 in [2000, 3000] {
      #expect(throws: RefreshRefusal.html) { try corpus.install("<html>", at: seconds) }
    }
    let refusal = try corpus.reader().status(of: corpus.origin.id)?.refusal
    #expect(refusal?.since == Timestamp(seconds: 2000))
    try corpus.store.writer().noteUnchanged(corpus.origin.id)
    #expect(try corpus.reader().status(of: corpus.origin.id)?.refusal == nil)
  }

  @Test("bad records are skipped, counted and named; the rest is taken in")
  func skipped() throws {
    let corpus = try Corpus()
    let bad = [
      ("{}", "has no slug"), ("7", "is no JSON object"), ("null", "is no JSON object"),
      (#"{"slug":""}"#, "has no slug"), (#"{"slug":7,"text":"t"}"#, "has no slug"),
      (element("a/b"), "(a/b) has a slug with characters that no address can hold"),
      (element("x", " \u{3000}"), "(x) has no text"),
      (#"{"slug":"v","text":7}"#, "(v) has no text"),
      (#"{"slug":"y","text":"t"}"#, "(y) has no language"),
      (
        #"{"slug":"z","text":"t","language":"Deutsch"}"#,
        "(z) has the language Deutsch, which is no language tag"
      ),
      (element("q0", "noch einmal"), "(q0) repeats a slug"),
      (
        #"{"slug":"w","text":nope}"#,
        "(w) is not JSON: a character that cannot stand here at byte 20"
      ),
      (
        element("lone", "\\ud800"), "(lone) is not JSON: a broken escape sequence at byte 29"
      ),
    ]
    let report = try corpus.install(snapshot(elements(0..<3) + bad.map(\.0)))
    #expect(report.added == 3 && report.textless == 0)
    #expect(report.skipped.count == bad.count)
    for (name, (_, flaw)) in zip(report.skipped.names, bad) {
      #expect(name.hasPrefix("record ") && name.hasSuffix(" " + flaw), "\(name)")
    }
    let status = try #require(try corpus.reader().status(of: corpus.origin.id))
    #expect(status.skippedCount == bad.count && status.skippedNames == report.skipped.names)
    #expect(try corpus.quotes()["q0"]?.text == "Text 0")
  }

  @Test("a record with invalid UTF-8 is skipped and named with its place")
  func invalidUTF8() throws {
    let corpus = try Corpus()
    var bytes = Array(snapshot(elements(0..<3) + [element("bad", "X")]).utf8)
    let place = try #require(bytes.lastIndex(of: UInt8(ascii: "X")))
    bytes[place] = 0xff
    let report = try corpus.install(bytes)
    #expect(report.added == 3)
    #expect(report.skipped.count == 1)
    #expect(try #require(report.skipped.names.first).contains("(bad) is not JSON: invalid UTF-8"))
  }

  @Test("a record with ten megabytes in one field is skipped")
  func hugeField() throws {
    let corpus = try Corpus()
    let huge = element("huge", String(repeating: "x", count: 10 << 20))
    let report = try corpus.install(snapshot(elements(0..<3) + [huge] + elements(3..<5)))
    #expect(report.added == 5)
    #expect(report.skipped.count == 1)
    #expect(try #require(report.skipped.names.first).hasSuffix("the limit is 1048576"))
  }

  @Test("a million empty objects are refused, and twenty of them are named")
  func millionEmpty() throws {
    let corpus = try filled()
    let bytes =
      Array("{\"quotes\":[{}".utf8)
      + [UInt8](Array(repeating: Array(",{}".utf8), count: 999_999).joined())
      + Array("]}".utf8)
    do {
      try corpus.install(bytes)
      Issue.record("it was taken in")
    } catch RefreshRefusal.nothingUsable(let skipped) {
      #expect(skipped.count == 1_000_000)
      #expect(skipped.names.count == 20)
    }
    #expect(try corpus.quotes().count == 10)
  }

  @Test("brackets a hundred thousand deep are refused")
  func deep() throws {
    let corpus = try Corpus()
    #expect(throws: RefreshRefusal.self) {
      try corpus.install("{\"quotes\":[" + String(repeating: "[", count: 100_000))
    }
  }

  private func filled() throws -> Corpus {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<10), generatedAt: "2026-04-01T00:00:00Z"))
    return corpus
  }
}
