import ZitareBase
import ZitareCorpus
import ZitarePipeline
import ZitareSearch
import ZitareService

/// What the two interfaces ask for, in terms of the corpus.
///
/// It belongs to the thread that serves the bus. No call throws: a desktop's search has nobody to
/// show an error to, so it is noted and nothing is found.
final class DesktopSearch {
  let corpus: CorpusStore
  let index: IndexReader
  let opener: Opener
  let language: Language

  /// More than any desktop shows.
  private static let mostHits = 50
  /// What is looked at for those of earlier hits that still match.
  private static let mostNarrowed = 1000
  private static let mostMatches = 10

  init(corpus: CorpusStore, index: IndexReader, opener: Opener, language: Language) {
    self.corpus = corpus
    self.index = index
    self.opener = opener
    self.language = language
  }

  /// The keys of what has all words, the best first.
  func keys(_ terms: [String]) -> [String] { hits(terms, limit: Self.mostHits).map(\.key) }

  /// Those of the earlier keys that have all words, in their order.
  func keys(_ terms: [String], among earlier: [String]) -> [String] {
    let found = Set(hits(terms, limit: Self.mostNarrowed).map(\.key))
    return earlier.filter(found.contains)
  }

  /// One description for each id: the Shell takes no fewer.
  func descriptions(of ids: [String]) -> [Description] {
    let quotes = quotes(ids)
    return ids.map { id in
      guard let quote = quotes[id] else {
        return Description(id: id, name: ProviderText.gone.text(in: language), text: id, copied: "")
      }
      return Description(id: id, quote)
    }
  }

  func matches(_ query: String) -> [Match] {
    let hits = hits([query], limit: Self.mostMatches)
    let quotes = quotes(hits.map(\.key))
    let best = hits.map(\.score).max() ?? 0
    return hits.compactMap { hit in
      guard let quote = quotes[hit.key] else { return nil }
      let isExact = quote.text.folded == query.folded
      return Match(
        description: Description(id: hit.key, quote), url: quote.url, isExact: isExact,
        relevance: isExact ? 1 : best > 0 ? 0.3 + 0.5 * hit.score / best : 0.3)
    }
  }

  /// Opens the quotation's page, or one made here where it has none.
  func open(_ id: String) {
    guard let quote = quotes([id])[id] else { return }
    if let url = quote.url {
      opener.open(url)
    } else {
      opener.open(page: QuotePage(quote).html, named: id)
    }
  }

  func openAll(_ terms: [String]) {
    let hits = hits(terms, limit: Self.mostHits)
    let quotes = quotes(hits.map(\.key))
    let page = ResultPage(
      terms: terms, quotes: hits.compactMap { quotes[$0.key] }, language: language)
    opener.open(page: page.html, named: "search")
  }

  /// Puts the quotation with its author on Plasma's clipboard.
  func copied(_ id: String) -> String? { quotes([id])[id].map { Description(id: id, $0).copied } }

  private func hits(_ terms: [String], limit: Int) -> [SearchHit] {
    guard let text = TypedWords(terms).query else { return [] }
    var query = SearchQuery(text, limit: limit)
    query.isTyping = true
    do throws(SearchError) {
      let results = try index.search(query)
      return Array(results.hits.prefix(results.allWordsCount ?? limit))
    } catch {
      // Before the first run there is nothing to find, and nothing to complain about.
      if case .missing = error { return [] }
      Provider.note("\(error)")
      return []
    }
  }

  /// The quotations with these keys that are in the corpus.
  private func quotes(_ ids: [String]) -> [String: Quote] {
    do {
      let found = try corpus.glance { reader in
        try ids.compactMap { id in
          try QuoteKey(id).flatMap { try reader.quote($0) }.map { (id, $0) }
        }
      }
      return Dictionary(found ?? []) { first, _ in first }
    } catch {
      Provider.note("\(error)")
      return [:]
    }
  }
}

/// A quotation as a line of a desktop's search.
struct Description {
  /// The name that icon themes have for a dictionary.
  static let icon = "accessories-dictionary"

  let id: String
  /// Never empty.
  let name: String
  let text: String
  /// What goes to the clipboard: the quotation and who said it.
  let copied: String

  init(id: String, name: String, text: String, copied: String) {
    self.id = id
    self.name = name
    self.text = text
    self.copied = copied
  }

  init(id: String, _ quote: Quote) {
    let page = QuotePage(quote)
    let quoted = QuoteText.quoted(QuoteText.line(quote.text), language: quote.language)
    self.init(
      id: id, name: QuoteText.short(quote.text), text: page.attribution,
      copied: page.attribution.isEmpty ? quoted : "\(quoted) — \(page.attribution)")
  }
}

/// A hit as KRunner takes it.
struct Match {
  let description: Description
  let url: String?
  let isExact: Bool
  let relevance: Double
}
