public import ZitareBase

/// A quotation as its origin tells it: what the wire format, a fortune file or the mirror holds.
///
/// Slugs are as they came; names are present only where the record itself brought them.
public struct QuoteRecord: Sendable, Equatable {
  /// Unique within its origin.
  public var slug: String
  /// The quotation without quotation marks; empty in a record that only updates a known one.
  public var text: String
  /// A language tag such as `de` or `pt-BR`.
  public var language: String
  public var authorSlug: String?
  public var authorName: String?
  /// The book, speech or film the quotation is from.
  public var sourceSlug: String?
  public var sourceTitle: String?
  public var themeSlugs: [String]
  public var placeSlugs: [String]
  public var roleSlugs: [String]
  public var epochSlug: String?
  /// The year of the source; negative before our era.
  public var year: Int?
  /// The wording in the original language.
  public var original: String?
  /// The slug of the quotation this one translates.
  public var translationOf: String?
  /// A note on the attribution: life dates, a profession, "attributed".
  public var attribution: String?
  public var license: String?
  /// A bare date on the wire is midnight UTC.
  public var publishedAt: Timestamp?
  public var updatedAt: Timestamp?
  public var url: String?
  /// Fields this version does not know, as the text of a JSON object with the bytes they had.
  public var extra: String?

  public init(
    slug: String, text: String, language: String, authorSlug: String? = nil,
    authorName: String? = nil, sourceSlug: String? = nil, sourceTitle: String? = nil,
    themeSlugs: [String] = [], placeSlugs: [String] = [], roleSlugs: [String] = [],
    epochSlug: String? = nil, year: Int? = nil, original: String? = nil,
    translationOf: String? = nil, attribution: String? = nil, license: String? = nil,
    publishedAt: Timestamp? = nil, updatedAt: Timestamp? = nil, url: String? = nil,
    extra: String? = nil
  ) {
    self.slug = slug
    self.text = text
    self.language = language
    self.authorSlug = authorSlug
    self.authorName = authorName
    self.sourceSlug = sourceSlug
    self.sourceTitle = sourceTitle
    self.themeSlugs = themeSlugs
    self.placeSlugs = placeSlugs
    self.roleSlugs = roleSlugs
    self.epochSlug = epochSlug
    self.year = year
    self.original = original
    self.translationOf = translationOf
    self.attribution = attribution
    self.license = license
    self.publishedAt = publishedAt
    self.updatedAt = updatedAt
    self.url = url
    self.extra = extra
  }
}
