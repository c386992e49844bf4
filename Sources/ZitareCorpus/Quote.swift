public import ZitareBase

/// A quotation as it is shown: with the names of what it refers to and an address of its own.
public struct Quote: Sendable, Equatable {
  public let key: QuoteKey
  /// What people call it by: the slug, or `origin:slug` where an earlier origin has the same slug.
  public let name: String
  public let text: String
  public let language: String
  public let author: Author?
  public let source: Source?
  /// Its source's, or its own where no source is known.
  public let year: Int?
  public let themes: [Named]
  public let places: [Named]
  /// What its author was to the world: poets, physicists.
  public let roles: [Named]
  public let epoch: Named?
  public let original: String?
  public let translationOf: String?
  /// A note on the attribution, such as life dates.
  public let attribution: String?
  public let license: String?
  public let publishedAt: Timestamp?
  public let updatedAt: Timestamp?
  /// The quotation's page; only https, absent for fortune files.
  public let url: String?

  public struct Author: Sendable, Hashable {
    public let slug: String?
    public let name: String

    public init(slug: String?, name: String) {
      self.slug = slug
      self.name = name
    }
  }

  /// A book, speech or film.
  public struct Source: Sendable, Hashable {
    public let slug: String?
    public let title: String
    public let year: Int?

    public init(slug: String?, title: String, year: Int?) {
      self.slug = slug
      self.title = title
      self.year = year
    }
  }

  /// A theme, place, role or epoch; without a name of its own its slug's words stand for one.
  public struct Named: Sendable, Hashable {
    public let slug: String
    public let name: String

    public init(slug: String, name: String) {
      self.slug = slug
      self.name = name
    }
  }

  /// Where the quotation opens in the native app.
  public var appURL: String { "zitare://zitat/\(key.slug.percentEncoded)" }
}

extension Quote {
  /// Resolves a record; a slug without a name is shown by its words.
  init(
    _ record: QuoteRecord, origin: OriginID, site: String?, isShadowed: Bool, authorName: String?,
    sourceTitle: String?, name nameOf: (NameKind, String) -> String?
  ) {
    func named(_ kind: NameKind, _ slug: String) -> Named {
      Named(slug: slug, name: nameOf(kind, slug) ?? Self.words(ofSlug: slug))
    }
    key = QuoteKey(origin: origin, slug: record.slug)
    name = isShadowed ? key.description : record.slug
    text = record.text
    language = record.language
    author = (authorName ?? record.authorName ?? record.authorSlug.map(Self.words(ofSlug:)))
      .map { Author(slug: record.authorSlug, name: $0) }
    source = (sourceTitle ?? record.sourceTitle ?? record.sourceSlug.map(Self.words(ofSlug:)))
      .map { Source(slug: record.sourceSlug, title: $0, year: record.year) }
    year = record.year
    themes = record.themeSlugs.map { named(.theme, $0) }
    places = record.placeSlugs.map { named(.place, $0) }
    roles = record.roleSlugs.map { named(.role, $0) }
    epoch = record.epochSlug.map { named(.epoch, $0) }
    original = record.original
    translationOf = record.translationOf
    attribution = record.attribution
    license = record.license
    publishedAt = record.publishedAt
    updatedAt = record.updatedAt
    url =
      record.url.flatMap { Self.isPage($0) ? $0 : nil }
      ?? site.map { "\($0)/zitate/\(record.slug.percentEncoded)" }
  }

  /// `johann-wolfgang-von-goethe` as `Johann Wolfgang von Goethe`.
  static func words(ofSlug slug: String) -> String {
    let words = slug.split(separator: "-").enumerated().map { index, word in
      index > 0 && particles.contains(word)
        ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }
    return words.isEmpty ? slug : words.joined(separator: " ")
  }

  /// Words of names and titles that stay in lower case.
  private static let particles: Set<Substring> = [
    "von", "van", "der", "den", "de", "del", "of", "the", "und", "and",
  ]

  /// Whether an address from a record may be handed to a browser.
  private static func isPage(_ url: String) -> Bool {
    guard let address = try? WebAddress(url) else { return false }
    return address.isSecure && url.utf8.allSatisfy { (0x21...0x7e).contains($0) }
      && !url.contains(where: { "\"'<>\\`{}|^".contains($0) })
  }
}
