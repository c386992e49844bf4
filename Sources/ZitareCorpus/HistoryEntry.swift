public import ZitareBase

/// Which quotation stood for a day in a deck; one line of `history.jsonl`.
public struct HistoryEntry: Sendable, Equatable {
  public let date: CivilDate
  /// The deck's id, which names the rule too.
  public let deck: String
  /// The quotation's shown name.
  public let slug: String
  /// The author's key, 0 without one: the next day has another author even if the quotation is gone.
  let author: UInt64
  public let cycle: Int
  /// At a cycle's first day: how many of the days before it stay blocked.
  let blocked: Int?
  public let reason: DailyPick.Reason
  /// What the rule chose for days before, where the line of the day has what had been taken back by then.
  var corrections: [CivilDate: String]

  /// One line without its end: a JSON object.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("date", date.description)
    writer.member("deck", deck)
    writer.member("slug", slug)
    writer.member("author", author == 0 ? nil : String(author, radix: 16))
    writer.member("cycle", cycle)
    writer.member("blocked", blocked)
    writer.member("reason", reason.rawValue)
    if !corrections.isEmpty {
      writer.name("corrections")
      writer.raw("{")
      for (date, slug) in corrections.sorted(by: { $0.key < $1.key }) {
        writer.member(date.description, slug)
      }
      writer.raw("}")
    }
    writer.raw("}")
    return writer.bytes
  }

  init(
    date: CivilDate, deck: String, slug: String, author: UInt64, cycle: Int, blocked: Int?,
    reason: DailyPick.Reason, corrections: [CivilDate: String] = [:]
  ) {
    self.date = date
    self.deck = deck
    self.slug = slug
    self.author = author
    self.cycle = cycle
    self.blocked = blocked
    self.reason = reason
    self.corrections = corrections
  }

  /// Nil for bytes that are no entry.
  init?(line: UnsafeRawBufferPointer) {
    guard let value = try? JSONParser.parse(line),
      let date = value["date"]?.string.flatMap({ CivilDate($0) }),
      let deck = value["deck"]?.string, let slug = value["slug"]?.string,
      let cycle = value["cycle"]?.integer, cycle >= 0,
      let reason = value["reason"]?.string.flatMap(DailyPick.Reason.init)
    else { return nil }
    self.init(
      date: date, deck: deck, slug: slug,
      author: value["author"]?.string.flatMap { UInt64($0, radix: 16) } ?? 0, cycle: cycle,
      blocked: value["blocked"]?.integer.map { max(0, $0) }, reason: reason,
      corrections: Self.corrections(from: value["corrections"]))
  }

  private static func corrections(from value: JSONValue?) -> [CivilDate: String] {
    guard case .object(let members) = value else { return [:] }
    return members.reduce(into: [:]) { corrections, member in
      if let date = CivilDate(member.name) { corrections[date] = member.value.string }
    }
  }
}
