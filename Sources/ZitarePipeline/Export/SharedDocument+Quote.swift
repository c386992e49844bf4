import FoundationEssentials
import ZitareBase
import ZitareCorpus
import ZitareSearch

extension SharedDocument {
  /// The section of Recoll's file `backends` that shows quotations.
  static let quotations = "ZITARE"

  /// The names under which a query reaches the values, and the prefixes of their terms: with them
  /// other programs read what `SearchSchema.quotes` calls the same.
  static let valuePrefixes = [
    "theme": "XYTM", "source": "XYSO", "place": "XYPL", "role": "XYRO", "epoch": "XYEP",
    "language": "XYLA",
  ]

  /// A quotation for other programs, with the object that `payload.json` has for it as a line.
  init(_ quote: Quote) throws {
    let page = QuotePage(quote)
    let language = quote.indexedLanguage ?? quote.language
    self.init(
      key: quote.key.description, url: quote.url ?? quote.appURL, title: page.title,
      text: QuoteText.lines(quote.text), language: language)
    author = page.author
    keywords = page.keywords
    let time = quote.updatedAt ?? quote.publishedAt
    if let time, time.milliseconds >= 0 { modified = time }
    backend = Self.quotations
    let named = [
      ("theme", quote.themes), ("place", quote.places), ("role", quote.roles),
      ("epoch", [quote.epoch].compactMap { $0 }),
    ]
    for (field, things) in named {
      add(things.flatMap { [$0.slug] + Self.words($0.name) }, to: field)
    }
    if let source = quote.source { add(Self.words(source.title), to: "source") }
    add([language], to: "language")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    lines["json"] = String(decoding: try encoder.encode(Payload.Quote(quote)), as: UTF8.self)
  }

  private mutating func add(_ values: [String], to field: String) {
    guard let prefix = Self.valuePrefixes[field], !values.isEmpty else { return }
    self.values[prefix] = Array(Set(values)).sorted()
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
