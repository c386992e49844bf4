import ZitareCorpus
import ZitareSearch
import ZitareService

/// In what order hits come.
enum SearchSorting: String, CaseIterable, ArgumentValue {
  case relevance, date, year, length

  /// The best, newest or shortest first, or the other way round.
  func order(isReversed: Bool) -> SearchOrder {
    switch self {
    case .relevance: .relevance
    case .date, .year: .field(rawValue, descending: !isReversed)
    case .length: .field(rawValue, descending: isReversed)
    }
  }
}

/// In what form hits are printed.
enum SearchFormat: String, CaseIterable, ArgumentValue {
  case plain, json, rofi
}

/// What the options of `search` ask for, besides the text.
struct SearchRequest {
  let limit: Int
  let offset: Int
  let sorting: SearchSorting
  let isReversed: Bool
  let languages: [String]
  let hasFacets: Bool
  /// The name of the quotation whose like is wanted.
  let similar: String?
  let isTyping: Bool
  /// Whether it is told how many match in all.
  let summarizes: Bool
  let explains: Bool
  let format: SearchFormat?
  let isOffline: Bool

  static let options = [
    OptionDescription("--limit N", SearchText.limit.message),
    OptionDescription("--page N", SearchText.page.message),
    OptionDescription("--offset N", SearchText.offset.message),
    OptionDescription("--sort ORDER", SearchText.sort.message),
    OptionDescription("--reverse", SearchText.reverse.message),
    OptionDescription("--language TAG…", SearchText.language.message),
    OptionDescription("--facets", SearchText.facets.message),
    OptionDescription("--similar SLUG", SearchText.similar.message),
    OptionDescription("--typing", SearchText.typing.message),
    OptionDescription("--summary", SearchText.total.message),
    OptionDescription("--explain", SearchText.explain.message),
    OptionDescription("--format FORMAT", SearchText.format.message),
    OptionDescription("--offline", SearchText.offline.message),
  ]

  /// The facets in the order in which they are shown.
  static let facets = ["author", "theme", "source", "language", "epoch"]
  /// Facets show so many values each.
  static let facetValues = 10

  private static let deepest = 1_000_000

  init(_ arguments: inout Arguments) throws(UsageError) {
    limit = try arguments.option("--limit") ?? 20
    let page: Int? = try arguments.option("--page")
    let skipped: Int? = try arguments.option("--offset")
    sorting = try arguments.option("--sort") ?? .relevance
    isReversed = try arguments.flag("--reverse")
    languages = try arguments.options("--language")
    hasFacets = try arguments.flag("--facets")
    similar = try arguments.option("--similar")
    isTyping = try arguments.flag("--typing")
    summarizes = try arguments.flag("--summary")
    explains = try arguments.flag("--explain")
    format = try arguments.option("--format")
    isOffline = try arguments.flag("--offline")
    guard (1...1000).contains(limit) else { throw UsageError(SearchText.limitRange.message) }
    guard page == nil || skipped == nil, (1...Self.deepest).contains(page ?? 1),
      (0...Self.deepest).contains(skipped ?? 0)
    else { throw UsageError(SearchText.pageRange.message) }
    offset = page.map { [limit] in ($0 - 1) * limit } ?? skipped ?? 0
  }

  /// Whether it says what to list without a word of text.
  var needsNoText: Bool { similar != nil || !languages.isEmpty || hasFacets }

  func query(_ text: String?, similarTo key: QuoteKey?) -> SearchQuery {
    var query = SearchQuery(
      text, filters: languages.isEmpty ? [] : [SearchFilter("language", anyOf: languages)],
      order: sorting.order(isReversed: isReversed), offset: offset, limit: limit)
    query.isTyping = isTyping
    query.similarTo = key?.description
    if hasFacets { query.facets = Self.facets }
    return query
  }
}
