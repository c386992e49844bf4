import ZitareCorpus

extension FoundQuote {
  /// The hit on one line of Pango markup, with what was asked for in bold.
  public var markup: String {
    let text = stretches.map { part in
      let text = Escape.pango(part.text)
      return part.isMatch ? "<b>\(text)</b>" : text
    }.joined()
    return text + (author.map { " — <i>\(Escape.pango(QuoteText.line($0)))</i>" } ?? "")
  }
}
