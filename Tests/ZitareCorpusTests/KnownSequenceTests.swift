import TestSupport
import Testing
import ZitareBase
import ZitareSQLite

@testable import ZitareCorpus

@Suite("The order of the last snapshot")
struct KnownSequenceTests {
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable ([String]) -> [String]
  }

  /// 3000 records are three parts of a sequence.
  @Test(
    "whatever has become of the order, the corpus is as if it had never been another one",
    arguments: [
      Change(testDescription: "the same") { $0 },
      Change(testDescription: "none of the first part") { Array($0.dropFirst(1024)) },
      Change(testDescription: "none of the first two thousand") { Array($0.dropFirst(2000)) },
      Change(testDescription: "none of the last part") { Array($0.dropLast(1000)) },
      Change(testDescription: "the one at the end of a part less") {
        Array($0[..<1023] + $0[1024...])
      },
      Change(testDescription: "new ones in front") {
        (0..<1500).map { element("n\($0)") } + $0
      },
      Change(testDescription: "new ones in between") {
        Array($0[..<1024]) + (0..<5).map { element("n\($0)") } + Array($0[1024...])
      },
      Change(testDescription: "the reverse order") { $0.reversed() },
      Change(testDescription: "the halves exchanged") { Array($0[1500...] + $0[..<1500]) },
      Change(testDescription: "every tenth with another text") {
        $0.enumerated().map { $0 % 10 == 0 ? element("q\($0)", "Neu \($0)") : $1 }
      },
      Change(testDescription: "one twice") { $0 + [$0[7]] },
      Change(testDescription: "one with a flaw") { $0 + ["{}"] },
    ])
  func order(change: Change) throws {
    let before = elements(0..<3000)
    let after = change.apply(before)
    let (corpus, direct) = (try Corpus(), try Corpus())
    try corpus.install(snapshot(before))
    let report = try corpus.install(snapshot(after), accepting: true)
    let fresh = try direct.install(snapshot(after))
    #expect(try corpus.state().digest == direct.state().digest)
    #expect(try corpus.state().count == direct.state().count)
    #expect(report.count == fresh.count && report.skipped == fresh.skipped)
    #expect(report.removed == 3000 - report.changed - report.unchanged)
    // What was stored of this order is right, too: the same records are all known in the next one.
    let again = try corpus.install(snapshot(after, generatedAt: "2026-01-01"))
    #expect(!again.isChanged && again.unchanged == fresh.count)
  }

  @Test("a record whose bytes are known is not decoded, wherever it stands")
  func undecoded() throws {
    for isReversed in [false, true] {
      let corpus = try Corpus()
      try corpus.install(snapshot(elements(0..<10)))
      // A mark that only decoding the record anew would remove.
      try Connection(corpus.store.path).execute("UPDATE quote SET text = 'known'")
      let next = Array(elements(1..<10)) + [element("q0", "Anders")]
      let report = try corpus.install(snapshot(isReversed ? next.reversed() : next))
      #expect(report.unchanged == 9 && report.changed == 1)
      let texts = try corpus.quotes().mapValues(\.text)
      #expect(texts.values.count { $0 == "known" } == 9 && texts["q0"] == "Anders")
    }
  }

  @Test("a corpus of a release that kept no order loses and keeps what it should")
  func upgraded() throws {
    let corpus = try Corpus()
    try corpus.install(snapshot(elements(0..<2000)))
    try Connection(corpus.store.path).execute("DELETE FROM sequence")
    let report = try corpus.install(snapshot(elements(100..<2000)))
    #expect(report.removed == 100 && report.unchanged == 1900 && report.changed == 0)
  }

  @Test("only the newest order is kept, and that of a forgotten origin goes with it")
  func kept() throws {
    let corpus = try Corpus()
    for start in 0..<4 { try corpus.install(snapshot(elements(start..<1200))) }
    let connection = try Connection(corpus.store.path)
    func parts() throws -> Int64? {
      try connection.first("SELECT count(*) FROM sequence") { $0.integer(0) }
    }
    #expect(try parts() == 2)
    try corpus.store.writer().forget(corpus.origin.id, at: Timestamp(seconds: 1))
    #expect(try parts() == 0)
    #expect(try corpus.state().count == 0)
  }
}
