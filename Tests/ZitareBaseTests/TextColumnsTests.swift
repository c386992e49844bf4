import Testing
import ZitareBase

@Suite("The columns of a text")
struct TextColumnsTests {
  @Test(
    "are counted as a terminal shows them",
    arguments: [
      ("", 0), ("abc", 3), ("Größe", 5), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("👨‍👩‍👧‍👦", 2), ("☀️", 2),
      ("a\u{200d}b", 2), ("שלום", 4),
    ])
  func counted(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(
    "decide where a line ends",
    arguments: [
      ("", 5, []), ("  ", 5, []), ("ab cd", 5, ["ab cd"]), ("ab cd", 4, ["ab", "cd"]),
      ("ab\n\n cd\tef", 8, ["ab cd ef"]), ("abcdefg", 3, ["abc", "def", "g"]),
      ("a bcdefg", 3, ["a", "bcd", "efg"]), ("漢字漢字", 5, ["漢字", "漢字"]),
      ("x 漢字", 3, ["x", "漢", "字"]),
    ] as [(String, Int, [String])])
  func wrapped(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(columns: columns) == lines)
  }
}
