import ZitareBase

/// The names and forms of a snapshot's JSON; docs/wire-format.md says which were seen and which assumed.
enum WireFormat {
  /// Members of the snapshot's object.
  static let quotes = "quotes"
  static let tombstones = "tombstones"
  static let daily = "daily"
  static let generatedAt = "generatedAt"
  static let count = "count"
  /// Fields of an author.
  static let birthDate = "birthDate"
  static let deathDate = "deathDate"
  /// Ours: a digest of everything but `generatedAt`.
  static let contentDigest = "contentDigest"

  /// Raised when records are read in another way, so that all of them are decoded anew.
  static let version: UInt8 = 1

  enum Field: String, CaseIterable {
    case slug, text, language, authorSlug, authorName, sourceSlug, sourceTitle, themeSlugs
    case placeSlugs, roleSlugs, epochSlug, year, original, translationOf, attribution, license
    case publishedAt, updatedAt, url
    /// The older name of `placeSlugs`.
    case regionSlugs
  }

  /// A record with or without a text of its own.
  struct Decoded {
    var record: QuoteRecord
    /// The fields that were there, for records that only update others.
    var present: Set<Field>
    var isTextless: Bool { !present.contains(.text) }
  }

  /// Reads one element of `quotes`; slug and language are still to be validated.
  ///
  /// An optional field of another form than expected is kept among the unknown ones.
  static func record(from bytes: [UInt8]) throws(RecordFlaw) -> Decoded {
    let members = try members(of: bytes)
    var decoded = Decoded(record: QuoteRecord(slug: "", text: "", language: ""), present: [])
    var unknown: [JSONMember] = []
    for member in members where member.value != .null {
      guard let field = Field(rawValue: member.name) else {
        unknown.append(member)
        continue
      }
      guard !decoded.present.contains(field) else { continue }
      if decoded.record.set(field, to: member.value) {
        decoded.present.insert(field)
      } else if let flaw = field.flawIfMalformed {
        throw flaw
      } else {
        unknown.append(member)
      }
    }
    decoded.record.extra = unknown.isEmpty ? nil : object(of: unknown, in: bytes)
    guard !decoded.record.slug.isEmpty else { throw .noSlug }
    return decoded
  }

  /// The fields of a record that are not null, each once.
  static func fieldNames(of bytes: [UInt8]) throws(RecordFlaw) -> Set<String> {
    Set(try members(of: bytes).filter { $0.value != .null }.map(\.name))
  }

  static func tombstone(from bytes: UnsafeRawBufferPointer) throws(RecordFlaw) -> Tombstone {
    let members = try members(of: Array(bytes))
    let object = JSONValue.object(members)
    guard let slug = object["slug"]?.string, !slug.isEmpty else { throw .noSlug }
    guard QuoteRecord.isSlug(slug) else { throw .badSlug }
    return Tombstone(
      slug: slug, authorSlug: object["authorSlug"]?.string,
      publishedAt: object["publishedAt"]?.string.flatMap(instant),
      removedAt: object["removedAt"]?.string.flatMap(instant))
  }

  /// The slug for each day; days and slugs of another form are left out.
  static func schedule(from value: JSONValue) -> [CivilDate: String] {
    guard case .object(let members) = value else { return [:] }
    var schedule: [CivilDate: String] = [:]
    for member in members {
      if let date = CivilDate(member.name), let slug = member.value.string,
        QuoteRecord.isSlug(slug)
      {
        schedule[date] = slug
      }
    }
    return schedule
  }

  /// An instant of RFC 3339, or a bare date, which is midnight UTC.
  static func instant(_ text: String) -> Timestamp? {
    Timestamp(iso8601: text)
      ?? CivilDate(text).map { Timestamp(seconds: Int64($0.daysSinceEpoch) * 86_400) }
  }

  private static func members(of bytes: [UInt8]) throws(RecordFlaw) -> [JSONMember] {
    let value: JSONValue
    do throws(JSONError) { value = try JSONParser.parse(bytes) } catch {
      throw .malformed(error.description)
    }
    guard case .object(let members) = value else { throw .notObject }
    return members
  }

  private static func object(of members: [JSONMember], in bytes: [UInt8]) -> String {
    var writer = JSONWriter()
    writer.raw("{")
    for member in members {
      writer.name(member.name)
      writer.raw(String(decoding: bytes[member.range], as: UTF8.self))
    }
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension QuoteRecord {
  /// Takes over a field; false where the value has not the form of that field.
  fileprivate mutating func set(_ field: WireFormat.Field, to value: JSONValue) -> Bool {
    switch field {
    case .slug: return Self.take(value.string, &slug)
    case .text: return Self.take(value.string, &text)
    case .language: return Self.take(value.string, &language)
    case .authorSlug: return takeSlug(value, \.authorSlug)
    case .authorName: return takeText(value, \.authorName)
    case .sourceSlug: return takeSlug(value, \.sourceSlug)
    case .sourceTitle: return takeText(value, \.sourceTitle)
    case .themeSlugs: return takeSlugs(value, \.themeSlugs)
    case .placeSlugs: return takeSlugs(value, \.placeSlugs)
    case .regionSlugs: return placeSlugs.isEmpty && takeSlugs(value, \.placeSlugs)
    case .roleSlugs: return takeSlugs(value, \.roleSlugs)
    case .epochSlug: return takeSlug(value, \.epochSlug)
    case .year: return takeYear(value)
    case .original: return takeText(value, \.original)
    case .translationOf: return takeSlug(value, \.translationOf)
    case .attribution: return takeText(value, \.attribution)
    case .license: return takeText(value, \.license)
    case .publishedAt: return takeInstant(value, \.publishedAt)
    case .updatedAt: return takeInstant(value, \.updatedAt)
    case .url: return takeText(value, \.url)
    }
  }

  private static func take(_ value: String?, _ target: inout String) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  private mutating func takeText(
    _ value: JSONValue, _ target: WritableKeyPath<QuoteRecord, String?>
  ) -> Bool {
    guard let text = value.string else { return false }
    self[keyPath: target] = text.isEmpty ? nil : text
    return true
  }

  private mutating func takeSlug(
    _ value: JSONValue, _ target: WritableKeyPath<QuoteRecord, String?>
  ) -> Bool {
    guard let text = value.string, text.isEmpty || Self.isSlug(text) else { return false }
    self[keyPath: target] = text.isEmpty ? nil : text
    return true
  }

  private mutating func takeSlugs(
    _ value: JSONValue, _ target: WritableKeyPath<QuoteRecord, [String]>
  ) -> Bool {
    guard let texts = value.strings, texts.allSatisfy(Self.isSlug) else { return false }
    self[keyPath: target] = texts
    return true
  }

  private mutating func takeInstant(
    _ value: JSONValue, _ target: WritableKeyPath<QuoteRecord, Timestamp?>
  ) -> Bool {
    guard let instant = value.string.flatMap(WireFormat.instant) else { return false }
    self[keyPath: target] = instant
    return true
  }

  /// A year comes as a number or as a text of digits.
  private mutating func takeYear(_ value: JSONValue) -> Bool {
    guard let year = value.integer ?? value.string.flatMap({ Int($0) }),
      (-9999...9999).contains(year)
    else { return false }
    self.year = year
    return true
  }
}

extension WireFormat.Decoded {
  /// The known record with what this one says laid over it.
  func laid(over known: QuoteRecord) -> QuoteRecord {
    var result = known
    for field in present { field.copy(from: record, to: &result) }
    if let extra = record.extra { result.extra = extra }
    return result
  }
}

extension WireFormat.Field {
  /// What a value of another form makes of the record; nil for fields that are optional.
  fileprivate var flawIfMalformed: RecordFlaw? {
    switch self {
    case .slug: .noSlug
    case .text: .noText
    case .language: .noLanguage
    default: nil
    }
  }

  fileprivate func copy(from source: QuoteRecord, to target: inout QuoteRecord) {
    switch self {
    case .slug: target.slug = source.slug
    case .text: target.text = source.text
    case .language: target.language = source.language
    case .authorSlug: target.authorSlug = source.authorSlug
    case .authorName: target.authorName = source.authorName
    case .sourceSlug: target.sourceSlug = source.sourceSlug
    case .sourceTitle: target.sourceTitle = source.sourceTitle
    case .themeSlugs: target.themeSlugs = source.themeSlugs
    case .placeSlugs, .regionSlugs: target.placeSlugs = source.placeSlugs
    case .roleSlugs: target.roleSlugs = source.roleSlugs
    case .epochSlug: target.epochSlug = source.epochSlug
    case .year: target.year = source.year
    case .original: target.original = source.original
    case .translationOf: target.translationOf = source.translationOf
    case .attribution: target.attribution = source.attribution
    case .license: target.license = source.license
    case .publishedAt: target.publishedAt = source.publishedAt
    case .updatedAt: target.updatedAt = source.updatedAt
    case .url: target.url = source.url
    }
  }
}
