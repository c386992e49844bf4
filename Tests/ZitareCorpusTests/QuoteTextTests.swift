import Testing

@testable import ZitareCorpus

@Suite("The forms of a text")
struct QuoteTextTests {
  @Test(
    "a line is composed, has single spaces and nothing that steers a terminal",
    arguments: [
      ("a\n\tb  c ", "a b c"), ("u\u{308}", "ü"), ("a\u{1b}[31mb", "a[31mb"),
      ("\u{202e}abc\u{202c}", "abc"), ("a\u{2066}b\u{2069}\u{200f}", "ab"), ("\u{9b}x", "x"),
      ("\u{feff}x\u{e0041}", "x"), ("\u{2028}x", "x"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("می‌خواهم", "می‌خواهم"),
      (
        "a" + String(repeating: "\u{30d}", count: 500), "a" + String(repeating: "\u{30d}", count: 8)
      ),
    ])
  func line(text: String, line: String) {
    #expect(Array(QuoteText.line(text).unicodeScalars) == Array(line.unicodeScalars))
  }

  @Test("lines keep their breaks, and at most one empty line in a row")
  func lines() {
    #expect(QuoteText.lines("\n a  b \r\n\n\n\nc\u{7}\n\n") == "a b\n\nc")
  }

  @Test(
    "a name of which nothing can be shown is none",
    arguments: [(nil, nil), ("", nil), ("\u{0}\u{1b}", nil), (" \u{202e}", nil), (" a\nb", "a b")])
  func name(text: String?, name: String?) {
    #expect(QuoteText.name(text) == name)
  }

  @Test("a short text stays as it is")
  func stays() {
    let text = String(repeating: "é", count: 120)
    #expect(QuoteText.short(text) == text)
  }

  @Test(
    "a long text is cut at a word and ends in an ellipsis",
    arguments: [
      ("aaa bbb ccc", 10, "aaa bbb…"), ("aaa bbb, ccc", 10, "aaa bbb…"),
      ("aaa bbbb ccc", 9, "aaa bbbb…"), ("abcdefghijkl", 5, "abcd…"),
      ("a bcdefghijkl", 8, "a bcdef…"), ("名言名言名言", 4, "名言名…"), ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 2, "👩‍👩‍👧…"),
    ])
  func cut(text: String, limit: Int, short: String) {
    #expect(QuoteText.short(text, limit: limit) == short)
    #expect(QuoteText.short(text, limit: limit).count <= limit)
  }

  @Test(
    "a text stands in the quotation marks of its language, marks within it become inner ones",
    arguments: [
      ("Wort", "de", "„Wort“"), ("Wort", "de-CH", "«Wort»"), ("word", "en-GB", "“word”"),
      ("mot", "fr", "«\u{202f}mot\u{202f}»"), ("słowo", "pl", "„słowo”"),
      ("слово", "ru", "«слово»"),
      ("言", "ja", "「言」"), ("言", "zh-Hant", "「言」"), ("言", "zh-Hans", "“言”"), ("x", "he", "”x”"),
      ("x", "ar", "«x»"), ("x", "tlh", "“x”"), ("Er sagt „ja“.", "de", "„Er sagt ‚ja‘.“"),
      ("Er sagt \"ja\".", "de", "„Er sagt ‚ja‘.“"), ("5\" breit", "de", "„5\" breit“"),
      ("Er sagt „ja.", "de", "„Er sagt „ja.“"), ("a ”b” c", "sv", "”a ’b’ c”"),
    ])
  func quoted(text: String, language: String, quoted: String) {
    #expect(QuoteText.quoted(text, language: language) == quoted)
  }

  @Test(
    "the direction follows the script, or the language",
    arguments: [
      ("de", TextDirection.ltr), ("ar", .rtl), ("he-IL", .rtl), ("fa", .rtl), ("az-Arab", .rtl),
      ("ur-Latn", .ltr), ("en-Hebr-IL", .rtl), ("", .ltr),
    ])
  func direction(tag: String, direction: TextDirection) {
    #expect(TextDirection(language: tag) == direction)
  }
}
