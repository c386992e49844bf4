/// The texts on a card, cleaned of what could disturb it: anyone may submit a quotation.
public struct CardText: Equatable, Sendable {
  /// In the quotation marks of its language; lines as its author broke them.
  public let text: String
  /// Empty where nobody is known.
  public let author: String
  /// Title, year and note, as far as they are known; else empty.
  public let source: String
  public let language: String
  public let direction: TextDirection

  public init(_ request: CardRequest) throws(CardRequestError) {
    let quote = request.quote
    guard QuoteText.isShowable(quote.text) else { throw .nothingToShow }
    let lines = QuoteText.lines(quote.text)
    text =
      request.placeholder == true
      ? lines : QuoteText.quoted(lines, language: quote.language)
    author = QuoteText.name(quote.author?.name) ?? ""
    let title = QuoteText.name(quote.source?.title)
    let year = quote.source?.year.map { title == nil ? "\($0)" : "(\($0))" }
    let work = [title, year].compactMap { $0 }.joined(separator: " ")
    source = [work, QuoteText.name(quote.note) ?? ""].filter { !$0.isEmpty }
      .joined(separator: " · ")
    language = Self.isTag(quote.language) ? quote.language : "und"
    direction = quote.dir.flatMap(TextDirection.init) ?? TextDirection(language: quote.language)
  }

  /// Whether Pango and fontconfig find nothing but a language tag in it.
  private static func isTag(_ text: String) -> Bool {
    text.utf8.count <= 35
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
          || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}
