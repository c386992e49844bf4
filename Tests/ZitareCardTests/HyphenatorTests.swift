import TestSupport
import Testing
import ZitareBase

@testable import ZitareCard

@Suite("Hyphens")
struct HyphenatorTests {
  private static let fixtures = FilePath(#filePath).parent.appending("Fixtures")

  /// Every word hyphenated, with `-` for a soft hyphen.
  private static func hyphenated(_ words: [String], _ language: String) throws -> [String] {
    let hyphenator = try #require(Hyphenator(language: language))
    return words.map { hyphenator.hyphenated($0, at: [1]).replacing("\u{ad}", with: "-") }
  }

  @Test(
    "are where libhyphen has them", arguments: ["de", "en"])
  func reference(language: String) throws {
    // Made with hyphenate.py, which lies beside it.
    let bytes = try #require(try Files.read(Self.fixtures.appending("hyphenated-\(language).txt")))
    let expected = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let words = expected.map { $0.replacing("-", with: "") }
    // A word of fewer than four letters is never too wide, and left alone.
    #expect(try Self.hyphenated(words, language) == expected)
  }

  @Test("are set in capitals too, and only in the words that are asked for")
  func places() throws {
    let hyphenator = try #require(Hyphenator(language: "de-AT"))
    let text = "Die Überwachungsaufgaben der ÖFFENTLICHKEIT: Wissenschaft."
    let place = try #require(text.utf8.firstIndex(of: UInt8(ascii: "w")))
    let capital = text.utf8.index(text.utf8.startIndex, offsetBy: 40)
    let offsets = [place, capital].map { text.utf8.distance(from: text.utf8.startIndex, to: $0) }
    #expect(
      hyphenator.hyphenated(text, at: offsets).replacing("\u{ad}", with: "-")
        == "Die Über-wa-chungs-auf-ga-ben der ÖF-FENT-LICH-KEIT: Wissenschaft.")
  }

  @Test("are left out where no dictionary is, or none that can be read")
  func missing() throws {
    let folder = TemporaryFolder()
    for language in ["tlh", "", "../de", "de", "12"] {
      #expect(Hyphenator(language: language, in: folder.path) == nil)
    }
    try folder.write(
      "hyph_de.dic", "not a dictionary, and a first line that is far too long for one\n".utf8)
    #expect(Hyphenator(language: "de", in: folder.path) == nil)
  }

  @Test("leave out those at which the spelling would change")
  func changes() throws {
    let folder = TemporaryFolder()
    try folder.write(
      "hyph_de.dic", "UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\nc1k/k=k,1,2\nba1c\n".utf8)
    let hyphenator = try #require(Hyphenator(language: "de", in: folder.path))
    #expect(hyphenator.hyphenated("backen", at: [1]) == "ba\u{ad}cken")
  }

  @Test("are the same in a character set other than UTF-8")
  func charsets() throws {
    let folder = TemporaryFolder()
    let pattern: [UInt8] = Array("ISO8859-2\n".utf8) + [0xe8] + Array("1k\n".utf8)  // č1k
    try folder.write("hyph_cs.dic", pattern)
    let hyphenator = try #require(Hyphenator(language: "cs", in: folder.path))
    #expect(hyphenator.hyphenated("babičko", at: [1]) == "babič\u{ad}ko")
    #expect(hyphenator.hyphenated("日本日本日本", at: [1]) == "日本日本日本")
  }
}
