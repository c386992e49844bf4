import ZitareBase
import ZitareSQLite

extension CorpusReader {
  /// The names of a kind that have a word beginning with the prefix, whatever its case and accents:
  /// those that begin with it first, then by letters.
  public func names(
    of kind: NameKind, beginningWith prefix: String, limit: Int
  ) throws -> [String] {
    let prefix = prefix.folded
    var first: [(folded: String, name: String)] = []
    var others: [(folded: String, name: String)] = []
    for name in Set(try names(of: kind)) where !name.isEmpty {
      let folded = name.folded
      if folded.hasPrefix(prefix) {
        first.append((folded, name))
      } else if folded.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        .contains(where: { $0.hasPrefix(prefix) })
      {
        others.append((folded, name))
      }
    }
    return (first.sorted { $0 < $1 } + others.sorted { $0 < $1 }).prefix(limit).map(\.name)
  }

  /// The slug of a quotation that a misspelt one was most likely meant to be, among those that begin
  /// like it.
  public func nearestSlug(to slug: String) throws -> String? {
    let beginning = String(slug.prefix(max(1, slug.count / 3)))
    let slugs = try connection.rows(
      """
      SELECT slug FROM quote WHERE slug >= :from AND slug < :from || char(0x10ffff)
      ORDER BY slug LIMIT 2000
      """, [":from": .text(beginning)]
    ) { $0.text(0) }
    return nearestName(to: slug, in: slugs)
  }

  /// Those of the master data; of origins that have none, those that records bring along or that
  /// their slugs tell.
  private func names(of kind: NameKind) throws -> [String] {
    var names = try connection.rows(
      "SELECT name FROM name WHERE kind = :kind", [":kind": .integer(kind.rawValue)]
    ) { $0.text(0) }
    let isMissing = try connection.first(
      """
      SELECT 1 FROM (
        SELECT id FROM origin EXCEPT SELECT origin_id FROM name WHERE kind = :kind)
      """, [":kind": .integer(kind.rawValue)]
    ) { _ in true }
    guard isMissing == true, kind == .author || kind == .source else { return names }
    names += try connection.rows(
      """
      SELECT DISTINCT iif(:kind = 1, author_name, source_title),
        iif(:kind = 1, author_slug, source_slug) FROM quote
      WHERE origin_id IN (
        SELECT id FROM origin EXCEPT SELECT origin_id FROM name WHERE kind = :kind)
      """, [":kind": .integer(kind.rawValue)]
    ) { $0.optionalText(0) ?? $0.optionalText(1).map(Quote.words(ofSlug:)) ?? "" }
    return names
  }
}
