import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("The quotation of the day by rule pool-1")
struct DailySelectionTests {
  @Test("keys and ranks are those of the independent script")
  func ranks() throws {
    guard case .array(let ranks) = try SelectionVector.file()["ranks"] else {
      return try #require(Bool(false), "no ranks")
    }
    for rank in ranks {
      let key = DailySelection.key(of: try #require(rank["slug"]?.string))
      let day = UInt64(bitPattern: Int64(try #require(rank["day"]?.integer)))
      #expect(String(key, radix: 16) == rank["key"]?.string?.withoutZeros)
      #expect(
        String(DailySelection.mix(key ^ day), radix: 16) == rank["rank"]?.string?.withoutZeros)
    }
  }

  @Test("days, cycles, slugs and reasons are those of the independent script")
  func timelines() throws {
    let vectors = try SelectionVector.all()
    #expect(vectors.count == 21)
    for vector in vectors {
      let timeline = vector.selection().timeline(from: vector.today, days: vector.days)
      #expect(SelectionVector.days(timeline) == vector.expected, "\(vector.name)")
      for pick in timeline.picks {
        let reason = vector.reasons[pick.date.description]
        #expect(
          pick.reason.rawValue == reason || vector.isScheduled(pick), "\(vector.name) \(pick)")
      }
    }
  }

  @Test("with a history nothing before its last day is computed again, and the days to come agree")
  func history() throws {
    for vector in try SelectionVector.all() {
      var history: [HistoryEntry] = []
      var shown: [CivilDate: String] = [:]
      let today = vector.today.adding(days: vector.days)
      var date = vector.today
      while date < today {
        let timeline = vector.selection(history).timeline(from: date, days: 1, shown: shown)
        #expect(
          timeline.picks.first?.slug == vector.expected[date.description]?.slug,
          "\(vector.name), \(date)")
        history += timeline.missing
        shown = timeline.picks.first.map { [$0.date: $0.slug] } ?? [:]
        date = date.adding(days: 1)
      }
    }
  }

  @Test("each quotation comes once in a cycle, and none twice within half a deck")
  func cycles() {
    let pool = CandidatePool(candidates(count: 100, authors: 30))
    let picks = DailySelection(pool: pool, deck: Deck()).timeline(from: start, days: 400).picks
    #expect(picks.count == 400)
    #expect(Set(picks[..<100].map(\.slug)).count == 100)
    var last: [String: Int] = [:]
    for (day, pick) in picks.enumerated() {
      if let before = last[pick.slug] { #expect(day - before > 50) }
      last[pick.slug] = day
    }
  }

  @Test("a fresh device and one whose snapshot is two weeks old show the same")
  func staleness() {
    let all = (0..<300).map { index in
      CandidatePool.Candidate(
        slug: "q\(index)", author: "a\(index % 37)",
        published: start.adding(days: index < 100 ? -400 : index - 100))
    }
    for day in stride(from: 20, to: 200, by: 7) {
      let today = start.adding(days: day)
      let old = all.filter { ($0.eligibleFrom ?? start) <= today }
      let fresh = DailySelection(pool: CandidatePool(all), deck: Deck())
      let stale = DailySelection(pool: CandidatePool(old), deck: Deck())
      #expect(
        fresh.timeline(from: today, days: 1).picks.map(\.slug)
          == stale.timeline(from: today, days: 1).picks.map(\.slug))
    }
  }

  @Test("what was taken back is replaced at once and never comes")
  func removal() throws {
    var candidates = candidates(count: 20, authors: 7)
    let today = start.adding(days: 5)
    let before = DailySelection(pool: CandidatePool(candidates), deck: Deck())
      .timeline(from: today, days: 14)
    let taken = try #require(before.picks.first?.slug)
    let index = try #require(candidates.firstIndex { $0.slug == taken })
    candidates[index].removedOn = start.adding(days: 30)  // by a clock that is ahead of ours
    let after = DailySelection(
      pool: CandidatePool(candidates), deck: Deck(), history: before.missing
    ).timeline(from: today, days: 14)
    #expect(after.picks.count == 14)
    #expect(!after.picks.contains { $0.slug == taken })
  }

  @Test("days that an earlier timeline showed enter the history as they were")
  func shown() throws {
    let candidates = candidates(count: 10, authors: 4)
    let selection = DailySelection(pool: CandidatePool(candidates), deck: Deck())
    let first = selection.timeline(from: start, days: 14)
    var shown: [CivilDate: String] = [:]
    for pick in first.picks { shown[pick.date] = pick.slug }
    let gone = try #require(first.picks.first?.slug)
    let smaller = DailySelection(
      pool: CandidatePool(candidates.filter { $0.slug != gone }), deck: Deck())
    let later = smaller.timeline(from: start.adding(days: 14), days: 1, shown: shown)
    #expect(later.missing.map(\.slug) == first.picks.map(\.slug))
    #expect(later.missing.allSatisfy { $0.reason != .replay })
    #expect(later.missing.map(\.cycle) == first.picks.map(\.cycle))
  }

  @Test("a day that the history has stays as it was, also if it is today")
  func today() throws {
    let pool = CandidatePool(candidates(count: 30, authors: 9))
    let fixed = HistoryEntry(
      date: start, deck: Deck().id, slug: "q17", author: 0, cycle: 0, blocked: nil,
      reason: .rotation)
    let picks = DailySelection(pool: pool, deck: Deck(), history: [fixed])
      .timeline(from: start, days: 2).picks
    #expect(picks.first?.slug == "q17")
    #expect(picks.last?.slug != "q17")
  }

  @Test("a big deck is replayed over a year without repeating")
  func bigDeck() {
    let pool = CandidatePool(candidates(count: 10_000, authors: 900))
    let timeline = DailySelection(pool: pool, deck: Deck())
      .timeline(from: start.adding(days: 365), days: 14)
    #expect(Set(timeline.missing.map(\.slug) + timeline.picks.map(\.slug)).count == 379)
  }

  @Test(
    "a deck admits the languages, themes and epochs it names, and everything if it names none",
    arguments: [
      (Deck(), true), (Deck(languages: ["DE"]), true), (Deck(languages: ["en"]), false),
      (Deck(languages: ["d"]), false), (Deck(themes: ["zeit"]), true),
      (Deck(themes: ["krieg"]), false), (Deck(epochs: ["antike"]), false),
    ])
  func decks(deck: Deck, isAdmitted: Bool) {
    let admits =
      deck.admits(language: "de-CH") && deck.admits(themes: ["zeit", "mut"])
      && deck.admits(epoch: nil)
    #expect(admits == isAdmitted)
  }

  private let start = CivilDate(daysSinceEpoch: 20_454)

  private func candidates(count: Int, authors: Int) -> [CandidatePool.Candidate] {
    (0..<count).map { CandidatePool.Candidate(slug: "q\($0)", author: "a\($0 * 7 % authors)") }
  }
}

extension String {
  fileprivate var withoutZeros: String { String(drop { $0 == "0" }) }
}
