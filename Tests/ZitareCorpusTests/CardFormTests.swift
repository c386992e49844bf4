import Testing

@testable import ZitareCorpus

@Suite("The form of a card")
struct CardFormTests {
  @Test(
    "is read from its name, and written as such",
    arguments: [
      "social.png", "small.svg", "eink.png", "eink-dark.png", "800x480.png", "800x480-grey.png",
      "1024x758-grey-dark.svg", "120x480.png",
    ])
  func names(text: String) {
    #expect(CardForm(text)?.description == text)
  }

  @Test(
    "is refused where a part of it is not known, or no card is so small, large or narrow",
    arguments: [
      "", "social", "social.gif", "huge.png", "119x200.png", "4097x2000.png", "1000x200.png",
      "200x1000.png", "-dark.png", "800x480-gray.png", "8e2x480.png", "٨٠٠x480.png", "x.png",
      "99999999999999999999x480.png", "social-dark-dark.png",
    ])
  func refused(text: String) {
    #expect(CardForm(text) == nil)
  }

  @Test("of eink has no colours")
  func grey() throws {
    #expect(try #require(CardSize("eink")).isGrey && !CardSize.standard.isGrey)
    #expect(try #require(CardSize("640x400-grey")).isGrey)
  }
}

@Suite("The texts of a card")
struct CardTextTests {
  private static func text(
    _ text: String, language: String = "de", placeholder: Bool? = nil, author: String? = nil,
    title: String? = nil, year: Int? = nil, note: String? = nil, dir: String? = nil
  ) throws -> CardText {
    try CardText(
      CardRequest(
        quote: CardRequest.Quote(
          text: text, language: language, dir: dir,
          author: author.map { CardRequest.Author(name: $0) },
          source: CardRequest.Source(title: title, year: year), note: note),
        placeholder: placeholder))
  }

  @Test(
    "the quotation is in the marks of its language",
    arguments: [
      ("de", "„a“"), ("de-CH", "«a»"), ("en", "“a”"), ("fr", "«\u{202f}a\u{202f}»"), ("ja", "「a」"),
      ("he", "”a”"), ("ar", "«a»"), ("pl", "„a”"), ("xx", "“a”"),
    ])
  func marks(language: String, expected: String) throws {
    #expect(try Self.text("a", language: language).text == expected)
    #expect(try Self.text("a", language: language, placeholder: true).text == "a")
  }

  @Test("the lines of a verse stay, and what could disturb a card goes")
  func cleaned() throws {
    #expect(try Self.text("a\n\n\n b\u{0}\u{202e}c").text == "„a\n\nbc“")
    #expect(try Self.text("a", author: "\u{202e}E.\nB.").author == "E. B.")
    #expect(throws: CardRequestError.nothingToShow) { try Self.text("\u{202e} \n") }
  }

  @Test("the source is named with its year and whatever else is to be said of it")
  func source() throws {
    #expect(try Self.text("a").source == "")
    #expect(try Self.text("a", title: "Buch", year: 1808).source == "Buch (1808)")
    #expect(try Self.text("a", year: -44).source == "-44")
    #expect(
      try Self.text("a", title: "Buch", note: "zugeschrieben").source == "Buch · zugeschrieben")
    #expect(try Self.text("a", note: "zugeschrieben").source == "zugeschrieben")
  }

  @Test("the direction is the one that is named, else the language's")
  func direction() throws {
    #expect(try Self.text("a", language: "ar").direction == .rtl)
    #expect(try Self.text("a", language: "ar", dir: "ltr").direction == .ltr)
    #expect(try Self.text("a", language: "de", dir: "sideways").direction == .ltr)
    #expect(try Self.text("a", language: "de\u{0}/etc").language == "und")
  }
}
