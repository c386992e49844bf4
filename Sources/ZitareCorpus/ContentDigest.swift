import ZitareBase

/// A digest of a set: the sum of its elements' digests, so that order does not matter and a change is
/// taken in without reading the rest.
struct ContentDigest: Equatable, Sendable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  init() {}

  /// 16 bytes, big-endian.
  init(bytes: [UInt8]) {
    for byte in bytes.prefix(8) { high = high << 8 | UInt64(byte) }
    for byte in bytes.dropFirst(8).prefix(8) { low = low << 8 | UInt64(byte) }
  }

  /// Reads what `bytes.hexadecimal` wrote.
  init(hexadecimal text: String) {
    high = UInt64(text.prefix(16), radix: 16) ?? 0
    low = UInt64(text.dropFirst(16), radix: 16) ?? 0
  }

  var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  static func += (sum: inout ContentDigest, element: ContentDigest) {
    sum.high &+= element.high
    sum.low &+= element.low
  }

  static func -= (sum: inout ContentDigest, element: ContentDigest) {
    sum.high &-= element.high
    sum.low &-= element.low
  }
}

/// The fields of one thing, joined so that different fields never give the same bytes.
struct FieldDigest {
  private var bytes: [UInt8]

  init(_ kind: String) {
    bytes = []
    add(kind)
  }

  mutating func add(_ text: String?) {
    guard let text else { return bytes.append(0) }
    bytes.append(1)
    add(length: text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ number: Int64?) { add(number.map { String($0) }) }

  mutating func add(_ texts: [String]) {
    bytes.append(2)
    add(length: texts.count)
    for text in texts { add(text) }
  }

  var digest: ContentDigest { ContentDigest(bytes: SHA256.digest(bytes)) }

  private mutating func add(length: Int) {
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: length >> shift))
    }
  }
}

extension QuoteRecord {
  /// Everything a reader can see of this record.
  func contentDigest(in origin: OriginID) -> ContentDigest {
    var fields = FieldDigest("quote")
    fields.add(origin.string)
    for text in [slug, text, language, authorSlug, authorName, sourceSlug, sourceTitle] {
      fields.add(text)
    }
    for texts in [themeSlugs, placeSlugs, roleSlugs] { fields.add(texts) }
    fields.add(epochSlug)
    fields.add(year.map { Int64($0) })
    for text in [original, translationOf, attribution, license, url, extra] { fields.add(text) }
    fields.add(publishedAt?.milliseconds)
    fields.add(updatedAt?.milliseconds)
    return fields.digest
  }
}
