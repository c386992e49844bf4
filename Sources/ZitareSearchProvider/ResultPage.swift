import ZitareCorpus
import ZitarePipeline
import ZitareService

/// All that a desktop's search found, as one page.
struct ResultPage {
  let terms: [String]
  let quotes: [Quote]
  let language: Language

  var html: String {
    let title = Escape.html(
      ProviderText.results.text(
        in: language, ["words": QuoteText.line(terms.joined(separator: " "))]))
    let items = quotes.map(item)
    let none = "<p>\(Escape.html(ProviderText.noResults.text(in: language)))</p>"
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <title>\(title)</title>
      </head>
      <body>
      <h1>\(title)</h1>
      \(items.isEmpty ? none : items.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private func item(_ quote: Quote) -> String {
    let text = Escape.html(QuoteText.line(quote.text))
    let words = quote.url.map { "<a href=\"\(Escape.html($0))\">\(text)</a>" } ?? text
    let attribution = QuotePage(quote).attribution
    let language = Escape.html(quote.language)
    let direction = TextDirection(language: quote.language).rawValue
    return "<blockquote lang=\"\(language)\" dir=\"\(direction)\">\(words)</blockquote>"
      + (attribution.isEmpty ? "" : "\n<p>— \(Escape.html(attribution))</p>")
  }
}
