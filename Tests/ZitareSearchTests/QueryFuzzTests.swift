import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareSearch

@Suite("The parser of queries under nonsense")
struct QueryFuzzTests {
  /// `ZITARE_FUZZ_SECONDS`, else so many rounds as fit in the suite.
  private static let seconds = getenv("ZITARE_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) }
  private static let rounds = 3000

  private static let fixture = Result {
    try SearchFixture([
      SearchDocument(
        key: "a", text: "Es irrt der Mensch, e-mail, don't AT&T 漢字 ½", language: "de",
        fields: ["author": ["Goethe"], "language": ["de"]], numbers: ["date": 1808]),
      SearchDocument(key: "b", text: "To be or not to be", language: "en"),
    ])
  }

  private static let pieces = [
    "mensch", "Goethe", "AND", "OR", "NOT", "XOR", "NEAR", "ADJ/3", "NEAR/0", "NEAR/99", "(", ")",
    "\"", "„", "“", "-", "+", "*", "author:", "language:", "date:", "date:1800..1899", "..", ":",
    "~",
    "xbeginning:", "xbeginning:\"a\"", "漢字", "x", "e-mail", "don't", "½", "\0", "\u{ad}",
    "\u{202e}",
    "\u{308}", "🙂", "1/2", "a#1", "&", "{", "}", "[", "]", "^2", "@", "\\", "=", "<", ">",
    "\u{feff}",
    " ", "\n", "\u{3000}", "ß", "ﬁ", "'", "l’état", "z", "me*", "*m", "\u{fffd}",
    "9999999999999999999",
  ]

  @Test("nothing typed makes a search throw or crash, whether it is finished or not")
  func nonsense() throws {
    let seed = Self.seconds == nil ? 20_260_801 : UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let reader = try Self.fixture.get().index.reader()
    let end = ContinuousClock.now + .seconds(Self.seconds ?? 60)
    var round = 0
    while Self.seconds == nil ? round < Self.rounds : ContinuousClock.now < end {
      round += 1
      var query = SearchQuery(Self.text(&generator), limit: 3)
      query.isTyping = .random(using: &generator)
      do throws(SearchError) {
        let results = try reader.search(query)
        _ = results.highlighter.snippet(
          of: query.text ?? "", language: "de", limit: Int.random(in: 0...40, using: &generator))
      } catch {
        Issue.record("\(seed): \((query.text ?? "").debugDescription): \(error)")
      }
    }
  }

  /// Pieces of queries, random letters or random bytes.
  private static func text(_ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let count = Int.random(in: 0..<60, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      return String(decoding: bytes, as: UTF8.self)
    case 1:
      let count = Int.random(in: 0..<30, using: &generator)
      let scalars = (0..<count).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x30000, using: &generator))
      }
      return String(String.UnicodeScalarView(scalars))
    default:
      let count = Int.random(in: 0..<14, using: &generator)
      return (0..<count).map { _ in
        (pieces.randomElement(using: &generator) ?? "")
          + (Bool.random(using: &generator) ? " " : "")
      }.joined()
    }
  }
}
