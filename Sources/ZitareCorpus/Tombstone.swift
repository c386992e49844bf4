public import ZitareBase

/// What is left of a quotation that its origin took back.
public struct Tombstone: Sendable, Equatable {
  public let slug: String
  public let authorSlug: String?
  public let publishedAt: Timestamp?
  public let removedAt: Timestamp?

  public init(
    slug: String, authorSlug: String?, publishedAt: Timestamp?, removedAt: Timestamp?
  ) {
    self.slug = slug
    self.authorSlug = authorSlug
    self.publishedAt = publishedAt
    self.removedAt = removedAt
  }
}
