import ZitareCorpus
public import ZitareSearch

extension SearchSchema {
  /// How quotations lie in the index; the author's and the source's words are found like the text's.
  public static let quotes = SearchSchema(
    fields: [
      .text("author", prefix: "A", inBody: true),
      .text("source", prefix: "S", inBody: true),
      .text("theme", prefix: "K"),
      .text("place", prefix: "XP"),
      .text("role", prefix: "XR"),
      .text("epoch", prefix: "XE"),
      .keyword("language", prefix: "L"),
      .number("year", slot: 1),
    ],
    version: 3)
}

extension SearchDocument {
  /// The document of a quotation; what is shown of a hit is read from the corpus by its key.
  init(_ quote: Quote) {
    self.init(
      key: quote.key.description, text: quote.text, language: quote.language,
      domains: [Self.domain(of: quote.key.origin)])
    if let author = quote.author { fields["author"] = [author.name] }
    if let source = quote.source {
      fields["source"] = [source.title]
      if let year = source.year { numbers["year"] = Double(year) }
    }
    let named = [
      ("theme", quote.themes), ("place", quote.places), ("role", quote.roles),
      ("epoch", quote.epoch.map { [$0] } ?? []),
    ]
    for (field, things) in named where !things.isEmpty {
      fields[field] = things.flatMap { [$0.name, $0.slug] }
    }
    fields["language"] = [quote.language]
  }

  /// What all quotations of an origin are in, so that they can go together.
  static func domain(of origin: OriginID) -> String { "origin/\(origin)" }
}
