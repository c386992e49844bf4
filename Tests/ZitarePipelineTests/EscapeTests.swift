import Testing
import ZitareBase

@testable import ZitarePipeline

@Suite("Quote text cannot act on the panel that shows it")
struct EscapeTests {
  @Test(
    "a line has no control characters, no overrides and no line ends",
    arguments: [
      ("one\ntwo", "one two"),
      ("one\r\n\ttwo", "one two"),
      ("a\u{2028}b\u{2029}c", "a b c"),
      ("\u{1B}]0;x\u{07}y", "]0;xy"),
      ("\u{202E}txet\u{202C}", "txet"),
      ("a\u{2066}b\u{2069}", "ab"),
      ("a\0b", "ab"),
      ("👨‍👩‍👧", "👨‍👩‍👧"),
      ("  a  ", "a"),
      ("", ""),
    ])
  func line(text: String, expected: String) {
    #expect(Escape.line(text) == expected)
  }

  @Test(
    "markup is shown, not obeyed",
    arguments: [
      ("&", "&amp;"), ("&amp;", "&amp;amp;"), ("<b>", "&lt;b&gt;"),
      ("'\"", "&#39;&quot;"), ("ä", "ä"),
    ])
  func pango(text: String, expected: String) {
    #expect(Escape.pango(text) == expected)
  }
}
