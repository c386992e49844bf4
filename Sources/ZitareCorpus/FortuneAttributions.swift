/// Attributions with their slugs; those read lately are kept, since one author's stand together.
struct FortuneAttributions {
  struct Reading {
    var attribution = FortuneAttribution()
    var authorSlug: String?
    var sourceSlug: String?
  }

  private var readings: [String: Reading] = [:]
  private static let limit = 1000

  /// What the tail tells; nothing where there is none.
  mutating func read(_ tail: FortuneTail?) -> Reading {
    guard let tail else { return Reading() }
    if tail.remarks.isEmpty, let known = readings[tail.attribution] { return known }
    let attribution = FortuneAttribution(parsing: tail)
    let reading = Reading(
      attribution: attribution, authorSlug: attribution.author.map { Slug.name($0) },
      sourceSlug: attribution.source.map { Slug.name($0) })
    if tail.remarks.isEmpty {
      if readings.count >= Self.limit { readings.removeAll(keepingCapacity: true) }
      readings[tail.attribution] = reading
    }
    return reading
  }
}
