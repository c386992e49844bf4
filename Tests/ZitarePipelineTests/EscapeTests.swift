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

  @Test(
    "what is a command to its reader is shown as it is",
    arguments: [
      (.tmux, "#(x) #{y} ##", "##(x) ##{y} ####"), (.conky, "${exec x} $1", "$${exec x} $$1"),
      (.polybar, "100% {x} %{A}", "100% {x} %\u{2060}{A}"), (.polybar, "%%{x", "%%\u{2060}{x"),
      (.html, "<a href='x'>&", "&lt;a href=&#39;x&#39;&gt;&amp;"), (.none, "#$%{<", "#$%{<"),
    ] as [(PanelEscape, String, String)])
  func readers(escape: PanelEscape, text: String, expected: String) {
    #expect(escape(text) == expected)
  }

  @Test("a line of Argos has no attributes and opens no submenu")
  func argos() {
    #expect(Escape.argos("a | bash=x") == "a \u{2758} bash=x")
    #expect(Escape.argos("--x") == "\u{2060}--x")
    #expect(Escape.argos("- x") == "- x")
  }

  @Test("a value of a calendar stays one value")
  func calendar() {
    #expect(Escape.calendar("a, b; c\\d\ne") == "a\\, b\\; c\\\\d\\ne")
  }

  @Test("only a line that would end a record of fortunes is changed")
  func fortune() {
    #expect(Escape.fortune("%") == "%\u{2060}")
    #expect(Escape.fortune("% x") == "% x")
  }
}
