import ZitareCorpus
public import ZitareSearch

extension SearchSchema {
  /// How quotations lie in the index; the author's and the source's words are found like the text's.
  public static let quotes = SearchSchema(
    fields: [
      .text("author", prefix: "A", inBody: true),
      .text("source", prefix: "S", inBody: true),
      .text("theme", prefix: "K"),
      .keyword("language", prefix: "L"),
      .number("year", slot: 1),
    ],
    version: 1)
}

extension SearchDocument {
  /// The document of a quotation; what is shown of a hit is read from the corpus by its key.
  init(_ quote: Quote) {
    self.init(key: quote.key.description, text: quote.text, language: quote.language)
    if let author = quote.author { fields["author"] = [author.name] }
    if let source = quote.source {
      fields["source"] = [source.title]
      if let year = source.year { numbers["year"] = Double(year) }
    }
    if !quote.themes.isEmpty { fields["theme"] = quote.themes.flatMap { [$0.name, $0.slug] } }
    fields["language"] = [quote.language]
  }
}
