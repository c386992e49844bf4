import Testing

@testable import ZitareCorpus

struct FortuneTextTests {
  struct Layout: CustomTestStringConvertible {
    let testDescription: String
    let lines: String
    let text: String
  }

  static let layouts: [Layout] = [
    Layout(
      testDescription: "lines of prose that were only wrapped are joined",
      lines: """
        Wer zwei Hasen jagt, der fängt am Ende keinen, und wer gar drei
        jagt, der kann froh sein, wenn ihn nicht der eigene Hund in die Wade
        beißt.
        """,
      text: "Wer zwei Hasen jagt, der fängt am Ende keinen, und wer gar drei jagt, der kann froh "
        + "sein, wenn ihn nicht der eigene Hund in die Wade beißt."),
    Layout(
      testDescription: "the lines of a verse stay, with what they are indented by",
      lines: "\tEin Huhn, das fraß,\n\t  man glaubt es kaum,\n\tdie Blätter ab.",
      text: "Ein Huhn, das fraß,\n  man glaubt es kaum,\ndie Blätter ab."),
    Layout(
      testDescription: "a speaker begins a line after the end of a sentence",
      lines: """
        Lehrer: Wer von euch kann mir sagen, was der Unterschied gewesen ist?
        Schüler: Ich.
        """,
      text: "Lehrer: Wer von euch kann mir sagen, was der Unterschied gewesen ist?\n"
        + "Schüler: Ich."),
    Layout(
      testDescription: "a colon within a sentence does not",
      lines: """
        Wer sich gezwungen sieht, jemandem seine Zuneigung deutlich zu
        Zeigen: der hat sie schon verloren.
        """,
      text: "Wer sich gezwungen sieht, jemandem seine Zuneigung deutlich zu Zeigen: der hat sie "
        + "schon verloren."),
    Layout(
      testDescription: "blank lines part paragraphs, however many there are",
      lines: "eins\n\n \t\nzwei\n", text: "eins\n\nzwei"),
    Layout(
      testDescription: "quotation marks around the whole go",
      lines: "\"Ganz und gar.\"", text: "Ganz und gar."),
    Layout(
      testDescription: "quotation marks around a part stay",
      lines: "\"Ja\", sagte er, \"nein\"", text: "\"Ja\", sagte er, \"nein\""),
    Layout(testDescription: "nothing is left of white space", lines: " \n\t\n", text: ""),
  ]

  @Test("the layout of a text", arguments: layouts)
  func arrange(layout: Layout) {
    let lines = layout.lines.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(FortuneText.arrange(lines.map { String($0) }) == layout.text)
  }

  @Test(
    "a record's bytes become clean lines",
    arguments: [
      ("gr\u{fc}n", "grün", true),
      ("a_\u{8}b", "ab", false),
      ("__\u{8}\u{8}zu", "zu", false),
      ("x\u{8}_", "x", false),
      ("\u{8}\u{8}a", "a", false),
      ("a\u{1b}[31mb\u{7f}\u{0}", "a[31mb", false),
      ("a\u{308}", "ä", false),
    ])
  func lines(text: String, line: String, isLatin: Bool) {
    let bytes = isLatin ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
    #expect(FortuneLines.decode(bytes) == [line])
  }

  @Test(
    "the language is told by frequent words, German where it cannot be",
    arguments: [
      ("The proof of the pudding is in the eating.", "en"),
      ("Der Ball ist rund.", "de"),
      ("Fünf Äpfel", "de"),
      ("Hm.", "de"),
      ("", "de"),
    ])
  func language(text: String, language: String) {
    #expect(FortuneLanguage.guess(text) == language)
  }
}
