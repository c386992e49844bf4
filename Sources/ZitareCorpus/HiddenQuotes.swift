public import ZitareBase

/// Quotations, authors and themes that a person does not want to see unasked.
///
/// A slug stands for itself whichever origin it comes from, so that what is hidden stays hidden where an
/// origin has moved.
public struct HiddenQuotes: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case quote, author, theme
  }

  public struct Entry: Sendable, Hashable {
    public let kind: Kind
    public let slug: String
    /// From this day on it is not chosen.
    public let since: CivilDate

    public init(_ kind: Kind, _ slug: String, since: CivilDate) {
      self.kind = kind
      self.slug = slug
      self.since = since
    }
  }

  /// In the order in which they were hidden; of several for one thing the first.
  public private(set) var entries: [Entry] = []
  private var days: [Kind: [String: CivilDate]] = [:]

  public init(_ entries: [Entry] = []) {
    for entry in entries where days[entry.kind]?[entry.slug] == nil {
      self.entries.append(entry)
      days[entry.kind, default: [:]][entry.slug] = entry.since
    }
  }

  public var isEmpty: Bool { entries.isEmpty }

  public func slugs(of kind: Kind) -> [String] { entries.filter { $0.kind == kind }.map(\.slug) }

  /// Since when a thing itself is hidden, nil where it is not.
  public func day(of kind: Kind, _ slug: String) -> CivilDate? { days[kind]?[slug] }

  /// Since when a quotation is hidden, by itself, its author or a theme; nil where it is not.
  public func day(of slug: String, author: String?, themes: [String]) -> CivilDate? {
    let days =
      [day(of: .quote, slug), author.flatMap { day(of: .author, $0) }]
      + themes.map { day(of: .theme, $0) }
    return days.compactMap { $0 }.min()
  }
}
