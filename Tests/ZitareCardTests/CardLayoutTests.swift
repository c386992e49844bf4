import Testing
import ZitareBase
import ZitareCorpus

@testable import ZitareCard

@Suite("The layout of a card")
struct CardLayoutTests {
  private static func report(_ request: CardRequest, _ form: CardForm = CardForm()) throws
    -> CardReport
  {
    CardReport(CardLayout(try CardText(request), size: form.size), form)
  }

  private static func request(_ text: String, language: String = "de", author: String? = nil)
    -> CardRequest
  {
    CardRequest(
      quote: CardRequest.Quote(
        text: text, language: language, author: author.map { CardRequest.Author(name: $0) }))
  }

  /// What is wrong with the places of the parts of a card.
  ///
  /// - Parameter mayTouch: whether marks may reach into the line below.
  private static func faults(_ report: CardReport, mayTouch: Bool = false) -> [String] {
    var faults: [String] = []
    for (index, ink) in report.ink.enumerated() {
      if ink.x < 0 || ink.y < 0 || ink.x + ink.width > Double(report.width)
        || ink.y + ink.height > Double(report.height)
      {
        faults.append("part \(index) reaches beyond the card: \(ink)")
      }
    }
    for (upper, lower) in zip(report.ink, report.ink.dropFirst())
    where !mayTouch && upper.y + upper.height > lower.y {
      faults.append("\(upper) and \(lower) overlap")
    }
    if report.unknownGlyphs > 0 { faults.append("\(report.unknownGlyphs) unknown glyphs") }
    if report.isEllipsized, report.fontSize > report.smallestFontSize + 0.5 {
      faults.append("cut at \(report.fontSize)")
    }
    return faults
  }

  @Test(
    "holds a text of 20 to 2,000 characters with nothing beyond its edge, nothing cut and no glyph missing",
    arguments: CardSample.allCases, [20, 60, 120, 300, 600, 1200, 2000])
  func lengths(sample: CardSample, length: Int) throws {
    for size in CardSize.named {
      let report = try Self.report(sample.request(length), CardForm(size: size))
      #expect(Self.faults(report) == [], "\(size)")
      // 2,000 wide characters fit no card, not even at the smallest size.
      let mayBeCut = sample == .japanese && length == 2000
      #expect(!report.isEllipsized || mayBeCut, "\(size) \(report.fontSize)")
      #expect(report.fontSize <= 0.13 * Double(size.height) && report.lines > 0)
    }
  }

  @Test(
    "is as sound in every proportion", arguments: CardSample.allCases,
    ["600x600", "300x1200", "1600x400", "120x120", "4096x1024"])
  func proportions(sample: CardSample, size: String) throws {
    let form = CardForm(size: try #require(CardSize(size)))
    for length in [40, 500] {
      #expect(Self.faults(try Self.report(sample.request(length), form)) == [], "\(length)")
    }
  }

  @Test("is larger for a shorter text, up to 13 % of its height, and cut only below 2.2 %")
  func sizes() throws {
    let sizes = try [10, 100, 400, 1500].map {
      try Self.report(CardSample.german.request($0)).fontSize
    }
    #expect(sizes == sizes.sorted(by: >) && Set(sizes).count == sizes.count)
    #expect(sizes[0] == 81.5)  // 13 % of 630 in half pixels
    let long = try Self.report(CardSample.german.request(20_000))
    #expect(long.isEllipsized && long.fontSize == 14)  // 2.2 % likewise
    #expect(Self.faults(long) == [])
  }

  @Test("is the same for the same request")
  func deterministic() throws {
    for sample in CardSample.allCases {
      let request = sample.request(200)
      #expect(try Self.report(request).line() == Self.report(request).line())
    }
  }

  @Test("of a hostile text is as sound as any other")
  func hostile() throws {
    let fixtures = FilePath(#filePath).parent.parent.appending("ZitarePipelineTests/Fixtures")
    let bytes = try #require(try Files.read(fixtures.appending("hostile-texts.jsonl")))
    let literals = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var shown = 0
    for literal in literals {
      let json = """
        {"version":1,"quote":{"text":\(literal),"language":"de","author":{"name":\(literal)},
        "source":{"title":\(literal)},"note":\(literal)}}
        """
      guard let request = try? CardRequest(Array(json.utf8)), let text = try? CardText(request)
      else { continue }
      shown += 1
      let form = CardForm(size: try #require(CardSize("small")))
      let report = CardReport(CardLayout(text, size: form.size), form)
      #expect(Self.faults(report, mayTouch: true) == [], "\(literal.prefix(60))")
    }
    #expect(shown == literals.count - 4)
  }

  @Test("of 2,000 letters without a space breaks them anywhere, without hyphens")
  func endless() throws {
    let report = try Self.report(Self.request(String(repeating: "x", count: 2000)))
    #expect(Self.faults(report) == [])
    #expect(!report.isEllipsized && !report.isHyphenated && report.lines > 10)
  }

  @Test("hyphenates a word that is wider than the card, and no other")
  func hyphens() throws {
    let long = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    let size = CardForm(size: try #require(CardSize("small")))
    let report = try Self.report(Self.request("Das \(long) ist Geschichte."), size)
    #expect(report.isHyphenated && Self.faults(report) == [])
    // Without a dictionary the word would be as wide as the line, or broken anywhere.
    let unknown = try Self.report(
      Self.request("Das \(long) ist Geschichte.", language: "tlh"), size)
    #expect(!unknown.isHyphenated && Self.faults(unknown) == [])
    #expect(report.fontSize > unknown.fontSize || unknown.lines > 1)
    #expect(try !Self.report(CardSample.german.request(300), size).isHyphenated)
  }

  @Test("cuts the name of an author or a source after two lines")
  func captions() throws {
    let name = String(repeating: "Erika Beispiel und Söhne, ", count: 60)
    var request = Self.request("Kurz.", author: name)
    request.quote.source = CardRequest.Source(title: name, year: nil)
    let report = try Self.report(request)
    #expect(Self.faults(report) == [] && report.ink.count == 3)
  }

  @Test("begins at the right where the language is written from there")
  func direction() throws {
    for (sample, isRight) in [(CardSample.german, false), (.hebrew, true), (.arabic, true)] {
      let report = try Self.report(sample.request(12))
      let text = try #require(report.ink.first)
      let middle = text.x + text.width / 2
      #expect((middle > 600) == isRight, "\(sample)")
    }
  }
}
