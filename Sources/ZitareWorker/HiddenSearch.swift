import ZitareBase
import ZitareCorpus

/// Finds in the corpus what a person wants to hide.
struct HiddenSearch {
  struct Found {
    let slug: String
    let name: String
  }

  private let reader: CorpusReader
  private let today: String?

  /// - Parameter today: the quotation that the address of today's stands for.
  init(_ reader: CorpusReader, today: String?) {
    self.reader = reader
    self.today = today
  }

  /// Takes a slug, an address or, of an author or theme, a name whatever its case and accents.
  func find(_ kind: HiddenQuotes.Kind, _ word: String) throws -> Found? {
    let slug = today ?? CorpusAddress(word)?.slug(of: kind) ?? word
    guard let group = kind.group else {
      return try reader.quote(named: slug).map {
        Found(slug: $0.key.slug, name: QuoteText.short($0.text))
      }
    }
    let folded = word.folded
    let values = try reader.counts(of: group)
    return (values.first { $0.slug == slug } ?? values.first { $0.name.folded == folded })
      .map { Found(slug: $0.slug, name: $0.name) }
  }

  /// The slug that was most likely meant.
  func nearest(_ kind: HiddenQuotes.Kind, _ word: String) throws -> String? {
    guard let group = kind.group else { return try reader.nearestSlug(to: word) }
    let values = try reader.counts(of: group)
    if let slug = nearestName(to: word, in: values.lazy.map(\.slug)) { return slug }
    let name =
      try nearestName(to: word, in: values.lazy.map(\.name))
      ?? reader.names(of: group, beginningWith: word, limit: 1).first
    return values.first { $0.name == name }?.slug
  }

  /// What people know an entry by; nil where it is not in the corpus.
  func name(of entry: HiddenQuotes.Entry) throws -> String? {
    guard let group = entry.kind.group else {
      return try reader.quote(named: entry.slug).map { QuoteText.short($0.text) }
    }
    return try reader.count(of: group, slug: entry.slug)?.name
  }
}

extension HiddenQuotes.Kind {
  /// What groups quotations by it; nil for a quotation itself.
  fileprivate var group: NameKind? {
    switch self {
    case .quote: nil
    case .author: .author
    case .theme: .theme
    }
  }
}

extension CorpusAddress {
  /// The slug that it names, if it is of that kind.
  func slug(of kind: HiddenQuotes.Kind) -> String? {
    switch (self, kind) {
    case (.quote(let slug), .quote), (.author(let slug), .author), (.theme(let slug), .theme): slug
    default: nil
    }
  }
}
