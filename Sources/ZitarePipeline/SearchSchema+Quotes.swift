import ZitareBase
import ZitareCorpus
public import ZitareSearch

extension SearchSchema {
  /// How quotations lie in the index; the author's and the source's words are found like the text's.
  public static let quotes = SearchSchema(
    fields: [
      .text("author", prefix: "A", inBody: true, facet: 3),
      .text("source", prefix: "S", inBody: true, facet: 4),
      .text("theme", prefix: "K", facet: 5),
      .text("place", prefix: "XP"),
      .text("role", prefix: "XR"),
      .text("epoch", prefix: "XE", facet: 7),
      .keyword("language", prefix: "L", facet: 6),
      .number("date", slot: 0),
      .number("year", slot: 1),
      .number("length", slot: 2),
    ],
    version: 4,
    synonyms: [
      "autor": "author", "autorin": "author", "quelle": "source", "thema": "theme", "ort": "place",
      "rolle": "role", "epoche": "epoch", "sprache": "language", "jahr": "year",
    ])
}

extension SearchDocument {
  /// The document of a quotation; what is shown of a hit is read from the corpus by its key.
  init(_ quote: Quote) {
    self.init(
      key: quote.key.description, text: quote.text, language: quote.indexedLanguage,
      domains: [Self.domain(of: quote.key.origin)])
    let named = [
      ("theme", quote.themes), ("place", quote.places), ("role", quote.roles),
      ("epoch", quote.epoch.map { [$0] } ?? []),
    ]
    for (field, things) in named where !things.isEmpty {
      fields[field] = things.flatMap { [$0.name, $0.slug] }
      facets[field] = things.map(\.name)
    }
    if let author = QuoteText.name(quote.author?.name) {
      fields["author"] = [author]
      facets["author"] = [author]
    }
    if let source = quote.source {
      fields["source"] = [source.title]
      facets["source"] = QuoteText.name(source.title).map { [$0] }
    }
    if let language {
      let primary = String(language.prefix { $0 != "-" })
      fields["language"] = primary == language ? [language] : [language, primary]
      facets["language"] = [primary]
    }
    if let date = quote.publishedAt ?? quote.updatedAt { numbers["date"] = Double(date.seconds) }
    if let year = quote.year { numbers["year"] = Double(year) }
    numbers["length"] = Double(quote.text.unicodeScalars.count)
  }

  /// What all quotations of an origin are in, so that they can go together.
  static func domain(of origin: OriginID) -> String { "origin/\(origin)" }
}

extension Quote {
  /// By which its words are found: the record's language, and where it does not say (`und`, `mul`,
  /// `mis`) what the text tells, nil where that is not certain.
  var indexedLanguage: String? {
    switch language.lowercased().prefix(while: { $0 != "-" }) {
    case "und", "mul", "mis": Self.detector.language(of: text)
    default: language
    }
  }

  private static let detector = LanguageDetector()
}
