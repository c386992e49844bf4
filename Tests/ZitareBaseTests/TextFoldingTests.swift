import Testing
import ZitareBase

@Suite("Text folding")
struct TextFoldingTests {
  @Test(
    "texts that differ in case, diacritics, ligatures or invisible characters fold alike",
    arguments: [
      ("Größe", "grosse"), ("GRÖSSE", "grosse"), ("gro\u{308}ße", "grosse"), ("ﬁnden", "finden"),
      ("Donau\u{AD}dampf", "donaudampf"), ("e\u{301}te\u{301}", "ete"), ("ÉTÉ", "ete"),
      ("Ⅷ", "viii"), ("zero\u{200B}width", "zerowidth"), ("ABC", "abc"), ("", ""),
      ("a\tb\n", "a\tb\n"), ("日本", "日本"), ("ß", "ss"), ("ẞ", "ss"), ("İ", "i"),
    ])
  func folded(text: String, expected: String) {
    #expect(text.folded == expected)
    #expect(text.folded.folded == expected)
  }

  @Test("composition joins marks with their letters and changes nothing else")
  func composed() {
    #expect(Array("o\u{308}ﬁ".composed.unicodeScalars) == ["ö", "ﬁ"])
    #expect("ASCII only".composed == "ASCII only")
  }
}
