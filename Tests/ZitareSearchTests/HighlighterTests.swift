import Testing
import ZitareSearch

@Suite("Snippets")
struct HighlighterTests {
  /// A snippet with its matches in brackets.
  private func marked(
    _ text: String, _ query: String, language: String? = "de", isTyping: Bool = false,
    limit: Int = 300
  ) throws -> String {
    let fixture = try SearchFixture(language, [text, "Mensch Goethe"])
    var search = SearchQuery(query)
    search.isTyping = isTyping
    let results = try fixture.index.reader().search(search)
    return results.highlighter.snippet(of: text, language: language, limit: limit).parts
      .map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test(
    "words that made a hit are marked, in the letters of the text",
    arguments: [
      ("Die Wahrheiten der Welt", "wahrheit", "Die [Wahrheiten] der Welt"),
      ("Wahre Größe!", "GROESSE", "Wahre [Größe]!"), ("Man muß, daß", "dass", "Man muß, [daß]"),
      ("u\u{308}ber allem", "über", "[u\u{308}ber] allem"),
      ("Frei\u{ad}heit!", "freiheit", "[Frei\u{ad}heit]!"),
      ("per E-Mail an", "email", "per [E-Mail] an"), ("per E-Mail an", "mail", "per E-[Mail] an"),
      ("l’état c’est", "état", "l’[état] c’est"), ("Das ist es", "-mensch das", "[Das] ist es"),
      ("Der Mut der Mutigen", "\"Mut der\"", "[Der] [Mut] [der] Mutigen"),
      ("nichts davon", "mensch", "nichts davon"), ("", "mensch", ""),
      ("Freiheit, freier", "frei*", "[Freiheit], [freier]"),
    ])
  func marks(text: String, query: String, expected: String) throws {
    #expect(try marked(text, query) == expected)
  }

  @Test("in other languages words are marked by their stems, and letters where there are no spaces")
  func languages() throws {
    #expect(try marked("he was running", "runs", language: "en") == "he was [running]")
    #expect(try marked("I don’t know", "don't", language: "en") == "I [don’t] know")
    #expect(try marked("学而时习之不亦说乎", "不亦说乎", language: "zh") == "学而时习之[不亦说乎]")
    #expect(try marked("千里之行", "行", language: "zh") == "千里之[行]")
  }

  @Test("what is being typed marks the words that begin like it")
  func typing() throws {
    #expect(try marked("Mut und Mühe", "mu", isTyping: true) == "[Mut] und [Mühe]")
  }

  @Test("of a long text the part with most matches is shown, cut at words")
  func cuts() throws {
    let text =
      String(repeating: "anfang ", count: 40) + "die Freiheit und der Mut, mutig "
      + String(repeating: "ende ", count: 40)
    let snippet = try marked(text, "freiheit mut", limit: 80)
    #expect(snippet.hasPrefix("…anfang ") && snippet.hasSuffix(" ende…"), "\(snippet)")
    #expect(snippet.contains("die [Freiheit] und der [Mut], mutig"))
    #expect(snippet.count <= 80 + 6)
    #expect(try marked(text, "nirgendwo", limit: 20) == "anfang anfang…")
    #expect(try marked(String(repeating: "x", count: 50), "y", limit: 10) == "xxxxxxxxxx…")
  }
}

@Suite("The language of a text")
struct LanguageDetectorTests {
  @Test(
    "is told where one is clearly ahead, and not where it is uncertain",
    arguments: [
      ("Es irrt der Mensch, solang er strebt", "de"), ("To be, or not to be", "en"),
      ("Je pense, donc je suis et tu es là pour une cause", "fr"),
      ("La vita è bella ma non è come si pensa", "it"),
      ("El sueño de la razón no hay en el mundo, y más", "es"),
      ("Cogito ergo sum, et non est nihil", "la"),
      ("Wer niet waagt, die niet wint: het is een kans", "nl"),
      ("Все счастливые семьи похожи, и это не секрет", "ru"), ("Veni, vidi, vici", nil), ("", nil),
      ("Amen", nil), ("42", nil), ("漢字", nil), ("die", nil),
    ] as [(String, String?)])
  func tells(text: String, language: String?) {
    #expect(LanguageDetector().language(of: text) == language)
  }
}
