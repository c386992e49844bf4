import Testing

@testable import ZitarePipeline

@Suite("Quote text cannot act on the panel that shows it")
struct EscapeTests {
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
