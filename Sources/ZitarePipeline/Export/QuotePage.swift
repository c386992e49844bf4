public import ZitareCorpus

/// A quotation as an HTML page of its own, with what indexers of files look for.
public struct QuotePage {
  private let quote: Quote

  public init(_ quote: Quote) { self.quote = quote }

  /// The same quotation always gives the same text.
  public var html: String {
    let text = QuoteText.lines(quote.text)
    let direction = TextDirection(language: quote.language).rawValue
    var head = ["<meta charset=\"utf-8\">", "<title>\(Escape.html(title))</title>"]
    if let author { head.append(meta("author", author)) }
    head.append(meta("description", QuoteText.short(quote.text)))
    if !keywords.isEmpty { head.append(meta("keywords", keywords.joined(separator: ", "))) }
    if let url = quote.url { head.append("<link rel=\"canonical\" href=\"\(Escape.html(url))\">") }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Escape.html(String($0)) }
    var body = ["<blockquote>\(lines.joined(separator: "<br>\n"))</blockquote>"]
    if !attribution.isEmpty { body.append("<p>— \(Escape.html(attribution))</p>") }
    if let url = quote.url {
      body.append("<p><a href=\"\(Escape.html(url))\">\(Escape.html(url))</a></p>")
    }
    if let license = QuoteText.name(quote.license) { body.append("<p>\(Escape.html(license))</p>") }
    return """
      <!DOCTYPE html>
      <html lang="\(Escape.html(quote.language))" dir="\(direction)">
      <head>
      \(head.joined(separator: "\n"))
      </head>
      <body>
      \(body.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  /// `Author: the beginning of the text`.
  public var title: String {
    let beginning = QuoteText.short(quote.text, limit: 70)
    return author.map { "\($0): \(beginning)" } ?? beginning
  }

  public var author: String? { QuoteText.name(quote.author?.name) }

  /// The names of themes, places, roles and the epoch.
  public var keywords: [String] {
    (quote.themes + quote.places + quote.roles + [quote.epoch].compactMap { $0 })
      .compactMap { QuoteText.name($0.name) }
  }

  /// Author, source and year, as far as they are known.
  public var attribution: String {
    [author, QuoteText.name(quote.source?.title), quote.year.map(String.init)]
      .compactMap { $0 }.joined(separator: ", ")
  }

  private func meta(_ name: String, _ content: String) -> String {
    "<meta name=\"\(name)\" content=\"\(Escape.html(content))\">"
  }
}
