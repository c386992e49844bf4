import ZitareBase
import ZitareSQLite

extension QuoteRecord {
  /// Reads the first columns of the view `document`.
  init(documentRow row: borrowing Row) {
    self.init(
      slug: row.text(1), text: row.text(2), language: row.text(3),
      authorSlug: row.optionalText(4), authorName: row.optionalText(5),
      sourceSlug: row.optionalText(6), sourceTitle: row.optionalText(7),
      themeSlugs: Self.list(row.text(8)), placeSlugs: Self.list(row.text(9)),
      roleSlugs: Self.list(row.text(10)), epochSlug: row.optionalText(11),
      year: row.optionalInteger(12).map { Int($0) }, original: row.optionalText(13),
      translationOf: row.optionalText(14), attribution: row.optionalText(15),
      license: row.optionalText(16),
      publishedAt: row.optionalInteger(17).map { Timestamp(milliseconds: $0) },
      updatedAt: row.optionalInteger(18).map { Timestamp(milliseconds: $0) },
      url: row.optionalText(19), extra: row.optionalText(20))
  }

  private static func list(_ json: String) -> [String] {
    guard json != "[]", let value = try? JSONParser.parse(json) else { return [] }
    return value.strings ?? []
  }
}
