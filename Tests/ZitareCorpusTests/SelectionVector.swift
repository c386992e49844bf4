import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

/// A case of `Fixtures/selection-vectors.json`, which an independent script has written.
struct SelectionVector {
  struct Day: Equatable {
    let slug: String
    let cycle: Int
  }

  let name: String
  let today: CivilDate
  let days: Int
  let deck: Deck
  let schedule: [CivilDate: String]
  let anniversaries: Anniversaries
  let candidates: [CandidatePool.Candidate]
  /// By date; days without a quotation are absent.
  let expected: [String: Day]
  /// Those that the script tells, by date; elsewhere it is the rotation.
  let reasons: [String: String]

  func selection(_ history: [HistoryEntry] = []) -> DailySelection {
    DailySelection(
      pool: CandidatePool(candidates), deck: deck, schedule: schedule,
      anniversaries: anniversaries, history: history)
  }

  func isScheduled(_ pick: DailyPick) -> Bool {
    pick.reason == .server && schedule[pick.date] == pick.slug
  }

  static func days(_ timeline: DailyTimeline) -> [String: Day] {
    var days: [String: Day] = [:]
    for entry in timeline.missing {
      days[entry.date.description] = Day(slug: entry.slug, cycle: entry.cycle)
    }
    for pick in timeline.picks {
      days[pick.date.description] = Day(slug: pick.slug, cycle: pick.cycle)
    }
    return days
  }

  static func file() throws -> JSONValue {
    try JSONParser.parse(try fixtureBytes("selection-vectors.json"))
  }

  static func all() throws -> [SelectionVector] {
    try list(file()["cases"]).map(SelectionVector.init)
  }

  private init(_ value: JSONValue) throws {
    name = try #require(value["name"]?.string)
    today = try Self.date(value["today"])
    days = try #require(value["days"]?.integer)
    schedule = WireFormat.schedule(from: value["schedule"] ?? .null)
    let deck = Deck(
      languages: value["deck"]?["languages"]?.strings ?? [],
      themes: value["deck"]?["themes"]?.strings ?? [],
      epochs: value["deck"]?["epochs"]?.strings ?? [])
    if let id = value["deck"]?["id"]?.string { try #require(deck.id == id) }
    self.deck = deck
    candidates = try Self.list(value["candidates"]).filter { Self.admits(deck, $0) }
      .map(Self.candidate)
    var lives: [String: Set<DayOfYear>] = [:]
    if case .object(let members) = value["anniversaries"] {
      for member in members {
        let dates = try #require(member.value.strings).map { try #require(LifeDate($0)) }
        lives[member.name] = Set(dates.compactMap { DayOfYear($0) })
      }
    }
    anniversaries = Anniversaries(lives)
    var (expected, reasons): ([String: Day], [String: String]) = ([:], [:])
    for day in try Self.list(value["expected"]).map(Self.list) {
      let date = try #require(day[0].string)
      guard let slug = day[1].string else { continue }
      expected[date] = Day(slug: slug, cycle: day[2].integer ?? -1)
      reasons[date] = day.count > 3 ? day[3].string : "rotation"
    }
    (self.expected, self.reasons) = (expected, reasons)
  }

  private static func admits(_ deck: Deck, _ value: JSONValue) -> Bool {
    deck.admits(language: value["language"]?.string ?? "")
      && deck.admits(themes: value["themes"]?.strings ?? [])
      && deck.admits(epoch: value["epoch"]?.string)
  }

  /// What is hidden counts as taken back on that day.
  private static func candidate(_ value: JSONValue) throws -> CandidatePool.Candidate {
    let gone = try [value["removedOn"], value["hiddenOn"]].compactMap { try $0.map(date) }
    return CandidatePool.Candidate(
      slug: try #require(value["slug"]?.string), author: value["author"]?.string,
      published: try value["published"].map(date), removedOn: gone.min())
  }

  private static func list(_ value: JSONValue?) throws -> [JSONValue] {
    guard case .array(let elements) = value else {
      throw JSONError(offset: 0, reason: .unexpected)
    }
    return elements
  }

  private static func date(_ value: JSONValue?) throws -> CivilDate {
    try #require(value?.string.flatMap { CivilDate($0) })
  }
}
