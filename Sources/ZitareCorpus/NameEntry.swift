import ZitareSQLite

/// What master data say of one slug.
struct NameEntry: Equatable {
  let kind: NameKind
  let slug: String
  let name: String
  /// Of an author: the text of a `LifeDate`.
  var born: String?
  var died: String?

  init(kind: NameKind, slug: String, name: String) {
    self.kind = kind
    self.slug = slug
    self.name = name
  }

  /// Reads the columns slug, name, born and died after another one.
  init(_ kind: NameKind, row: borrowing Row) {
    self.init(kind: kind, slug: row.text(1), name: row.text(2))
    born = row.optionalText(3)
    died = row.optionalText(4)
  }

  func digest(in origin: OriginID) -> ContentDigest {
    var fields = FieldDigest("name")
    fields.add(origin.string)
    fields.add(Int64(kind.rawValue))
    fields.add(slug)
    fields.add(name)
    if born != nil || died != nil {
      fields.add(born)
      fields.add(died)
    }
    return fields.digest
  }
}
