import ZitareSQLite

/// A value by which quotations are found, and how many have it.
public struct NameCount: Sendable, Equatable {
  /// A slug, or a language's tag.
  public let slug: String
  public let name: String
  public let count: Int
}

/// What a quotation must be, to be drawn by chance; nil admits everything.
public struct QuoteFilter: Sendable, Equatable {
  public var author: String?
  public var source: String?
  public var theme: String?
  public var epoch: String?
  /// `de` admits `de-CH` too.
  public var language: String?

  public init(
    author: String? = nil, source: String? = nil, theme: String? = nil, epoch: String? = nil,
    language: String? = nil
  ) {
    self.author = author
    self.source = source
    self.theme = theme
    self.epoch = epoch
    self.language = language
  }
}

extension CorpusReader {
  /// The values of a kind with their numbers of quotations, in the order of the slugs.
  public func counts(of kind: NameKind) throws -> [NameCount] {
    try consistently {
      let names = try masterNames(of: kind)
      return try connection.rows(Self.countQuery(kind), [:]) { row in
        let slug = row.text(0)
        let name = names[slug] ?? row.optionalText(2) ?? Self.standIn(slug, kind)
        return NameCount(slug: slug, name: name, count: Int(row.integer(1)))
      }
    }
  }

  /// The value of that slug, nil where no quotation has it.
  public func count(of kind: NameKind, slug: String) throws -> NameCount? {
    try counts(of: kind).first { $0.slug == slug }
  }

  /// The first quotations that pass, in the order in which they came.
  public func quotes(_ filter: QuoteFilter, limit: Int) throws -> [Quote] {
    try quotes(filter, without: HiddenQuotes(), limit: limit, isByChance: false)
  }

  /// One of the quotations that pass and are not hidden, each as likely as every other; nil where
  /// none does.
  public func randomQuote(_ filter: QuoteFilter, without hidden: HiddenQuotes) throws -> Quote? {
    try quotes(filter, without: hidden, limit: 1, isByChance: true).first
  }

  private func quotes(
    _ filter: QuoteFilter, without hidden: HiddenQuotes, limit: Int, isByChance: Bool
  ) throws -> [Quote] {
    func list(_ kind: HiddenQuotes.Kind) -> Value {
      .text(JSONWriter.texts(hidden.slugs(of: kind)))
    }
    return try documents(
      """
      SELECT * FROM document WHERE id IN (
        SELECT id FROM quote WHERE (:author IS NULL OR author_slug = :author)
          AND (:source IS NULL OR source_slug = :source)
          AND (:epoch IS NULL OR epoch_slug = :epoch)
          AND (:language IS NULL OR language = :language OR language LIKE :language || '-%')
          AND (:theme IS NULL OR EXISTS (
            SELECT 1 FROM json_each(theme_slugs) WHERE value = :theme))
          AND slug NOT IN (SELECT value FROM json_each(:hidden_quotes))
          AND ifnull(author_slug, '') NOT IN (SELECT value FROM json_each(:hidden_authors))
          AND (:hidden_themes = '[]' OR NOT EXISTS (
            SELECT 1 FROM json_each(theme_slugs)
            WHERE value IN (SELECT value FROM json_each(:hidden_themes))))
        ORDER BY iif(:by_chance, random(), id) LIMIT :limit)
      ORDER BY id
      """,
      [
        ":author": .optional(filter.author), ":source": .optional(filter.source),
        ":epoch": .optional(filter.epoch), ":language": .optional(filter.language),
        ":theme": .optional(filter.theme), ":hidden_quotes": list(.quote),
        ":hidden_authors": list(.author), ":hidden_themes": list(.theme),
        ":by_chance": .integer(isByChance ? 1 : 0),
        ":limit": .integer(limit),
      ]
    ).map(\.quote)
  }

  private static func standIn(_ slug: String, _ kind: NameKind) -> String {
    kind == .language ? slug : Quote.words(ofSlug: slug)
  }

  /// What the master data call the slugs of a kind; for one slug the earliest origin's name counts.
  private func masterNames(of kind: NameKind) throws -> [String: String] {
    let rows = try connection.rows(
      """
      SELECT n.slug, n.name FROM name n JOIN origin o ON o.id = n.origin_id
      WHERE n.kind = :kind ORDER BY o.rank
      """, [":kind": .integer(kind.rawValue)]
    ) { ($0.text(0), $0.text(1)) }
    return Dictionary(rows) { first, _ in first }
  }

  /// Slug, number and a name that records bring along.
  private static func countQuery(_ kind: NameKind) -> StaticString {
    switch kind {
    case .author:
      "SELECT author_slug, count(*), max(author_name) FROM quote WHERE author_slug IS NOT NULL GROUP BY 1 ORDER BY 1"
    case .source:
      "SELECT source_slug, count(*), max(source_title) FROM quote WHERE source_slug IS NOT NULL GROUP BY 1 ORDER BY 1"
    case .theme:
      "SELECT value, count(*), NULL FROM quote, json_each(theme_slugs) GROUP BY 1 ORDER BY 1"
    case .place:
      "SELECT value, count(*), NULL FROM quote, json_each(place_slugs) GROUP BY 1 ORDER BY 1"
    case .role:
      "SELECT value, count(*), NULL FROM quote, json_each(role_slugs) GROUP BY 1 ORDER BY 1"
    case .epoch:
      "SELECT epoch_slug, count(*), NULL FROM quote WHERE epoch_slug IS NOT NULL GROUP BY 1 ORDER BY 1"
    case .language:
      "SELECT language, count(*), NULL FROM quote GROUP BY 1 ORDER BY 1"
    }
  }
}
