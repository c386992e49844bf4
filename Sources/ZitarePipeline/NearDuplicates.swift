import ZitareBase
public import ZitareCorpus
public import ZitareSearch

/// Quotations that say nearly the same as a text.
public struct NearDuplicates: Sendable {
  private let corpus: CorpusStore
  private let index: SearchIndex

  public init(corpus: CorpusStore, index: SearchIndex) {
    self.corpus = corpus
    self.index = index
  }

  /// The quotations of the corpus that share most of their words with the text, the nearest first;
  /// none where there is no usable index.
  ///
  /// Nothing but files is touched.
  public func quotes(like text: String) throws -> [FoundQuote] {
    let words = Self.words(text)
    // The longest words are the rarest, and a quotation is found by few of them.
    let query = Set(words).sorted { ($0.count, $0) > ($1.count, $1) }.prefix(8)
    guard !query.isEmpty else { return [] }
    let answer: QuoteSearch.Answer
    do {
      answer = try QuoteSearch(corpus: corpus, index: index)
        .local(SearchQuery(query.joined(separator: " OR "), limit: 20))
    } catch let error as SearchError where error.needsRebuild {
      return []
    }
    let near = answer.hits.map { (hit: $0, share: Self.likeness(words, Self.words($0.text))) }
      .filter { $0.share >= Self.threshold }
    return near.sorted { $0.share > $1.share }.map(\.hit)
  }

  /// Four of five words: a word changed in a short sentence, a few in a long one.
  private static let threshold = 0.8

  /// The share of words that two texts have in common, counted as often as they come.
  private static func likeness(_ one: [String], _ other: [String]) -> Double {
    guard !one.isEmpty, !other.isEmpty else { return 0 }
    var counts: [String: Int] = [:]
    for word in one { counts[word, default: 0] += 1 }
    var common = 0
    for word in other {
      guard let count = counts[word], count > 0 else { continue }
      counts[word] = count - 1
      common += 1
    }
    return Double(common) / Double(max(one.count, other.count))
  }

  private static func words(_ text: String) -> [String] {
    text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
