import ZitareBase

extension WireFormat {
  /// A record as an element of `quotes`, its members in the order of `Field`.
  static func element(_ record: QuoteRecord) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("slug", record.slug)
    writer.member("text", record.text)
    writer.member("language", record.language)
    writer.member("authorSlug", record.authorSlug)
    writer.member("authorName", record.authorName)
    writer.member("sourceSlug", record.sourceSlug)
    writer.member("sourceTitle", record.sourceTitle)
    writer.member("themeSlugs", record.themeSlugs)
    writer.member("placeSlugs", record.placeSlugs)
    writer.member("roleSlugs", record.roleSlugs)
    writer.member("epochSlug", record.epochSlug)
    writer.member("year", record.year)
    writer.member("original", record.original)
    writer.member("translationOf", record.translationOf)
    writer.member("attribution", record.attribution)
    writer.member("license", record.license)
    writer.member("publishedAt", record.publishedAt?.iso8601)
    writer.member("updatedAt", record.updatedAt?.iso8601)
    writer.member("url", record.url)
    // The unknown fields go on as the members they were.
    if let extra = record.extra, extra.utf8.count > 2 {
      writer.raw(",")
      writer.raw(String(extra.dropFirst().dropLast()))
    }
    writer.raw("}")
    return writer.bytes
  }

  /// The element of `index-min.json`: what a list needs, without the text.
  static func shortElement(_ record: QuoteRecord) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("slug", record.slug)
    writer.member("authorSlug", record.authorSlug)
    writer.member("language", record.language)
    writer.member("themeSlugs", record.themeSlugs)
    writer.member("placeSlugs", record.placeSlugs)
    writer.raw("}")
    return writer.bytes
  }

  static func element(_ tombstone: Tombstone) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("slug", tombstone.slug)
    writer.member("authorSlug", tombstone.authorSlug)
    writer.member("publishedAt", tombstone.publishedAt?.iso8601)
    writer.member("removedAt", tombstone.removedAt?.iso8601)
    writer.raw("}")
    return writer.bytes
  }

  /// An element of a file of master data.
  static func element(_ entry: NameEntry) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("slug", entry.slug)
    writer.member("name", entry.name)
    writer.member(birthDate, entry.born)
    writer.member(deathDate, entry.died)
    writer.raw("}")
    return writer.bytes
  }
}
