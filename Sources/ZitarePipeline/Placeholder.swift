import ZitareCorpus

/// What is shown where there is no quotation, in the language that people read.
struct Placeholder {
  let isGerman: Bool

  /// Nothing has been imported yet.
  var noQuotation: Payload.Quote {
    quote(
      english: "No quotation yet: “zitare run” fetches some.",
      german: "Noch kein Zitat vorhanden: „zitare run“ holt welche.")
  }

  /// There are quotations, but none in the deck.
  func noMatch(_ deck: Deck) -> Payload.Quote {
    let english = [
      ("languages", deck.languages), ("themes", deck.themes), ("epochs", deck.epochs),
    ]
    let german = [
      ("Sprachen", deck.languages), ("Themen", deck.themes), ("Epochen", deck.epochs),
    ]
    return quote(
      english: "No quotation matches \(Self.list(english)).",
      german: "Kein Zitat passt zu \(Self.list(german)).")
  }

  private static func list(_ parts: [(String, [String])]) -> String {
    parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
      .joined(separator: "; ")
  }

  private func quote(english: String, german: String) -> Payload.Quote {
    let text = QuoteText.line(isGerman ? german : english)
    return Payload.Quote(
      slug: "eingebaut", text: text, textShort: QuoteText.short(text), quoted: text,
      language: isGerman ? "de" : "en", dir: "ltr", author: nil, source: nil, themes: [], url: nil,
      appUrl: nil, license: nil, origin: nil)
  }
}
