import Testing
import ZitareBase

@testable import ZitareCorpus

@Suite("A pool of the few that can come first")
struct CandidateSieveTests {
  struct DeckOf: CustomTestStringConvertible {
    let count: Int
    let authors: Int
    var publishedOver: Int?
    var removingEvery: Int?
    var testDescription: String { "\(count) by \(authors)" }

    var candidates: [CandidatePool.Candidate] {
      (0..<count).map { index in
        CandidatePool.Candidate(
          slug: "q\(index)", author: index % 11 == 0 ? nil : "a\(index * 7 % authors)",
          published: publishedOver.map { start.adding(days: index % $0 - $0 / 2) },
          removedOn: removingEvery.flatMap { every in
            index % every == 0 ? start.adding(days: index % 110) : nil
          })
      }
    }
  }

  @Test(
    "days are those of the whole deck, however few are kept, or are left open",
    arguments: [
      DeckOf(count: 1500, authors: 300),
      DeckOf(count: 900, authors: 3, publishedOver: 200, removingEvery: 2),
      DeckOf(count: 400, authors: 40, publishedOver: 150, removingEvery: 9),
      DeckOf(count: 60, authors: 8, removingEvery: 5),
      DeckOf(count: 300, authors: 1),
    ])
  func same(deck: DeckOf) {
    let candidates = deck.candidates
    let today = start.adding(days: 80)
    var selection = DailySelection(
      pool: CandidatePool(candidates), deck: Deck(),
      schedule: [start.adding(days: 3): "q7", start.adding(days: 85): "q1"])
    let whole = selection.timeline(from: today, days: 14)
    var decided = 0
    for width in [2, 4, 16, 64, deck.count + 1] {
      var sieve = CandidateSieve(
        selection.window(from: today, days: 14, shown: [:]), width: width)
      for candidate in candidates { sieve.take(candidate) }
      selection.pool = sieve.finish()
      guard let timeline = selection.decided(from: today, days: 14, shown: [:]) else { continue }
      #expect(timeline == whole, "\(width)")
      decided += 1
    }
    #expect(decided > 0)
  }

  @Test("with a history and days that were shown they are those of the whole deck too")
  func continued() {
    let candidates = DeckOf(count: 600, authors: 50, publishedOver: 700, removingEvery: 13)
      .candidates
    var history: [HistoryEntry] = []
    var shown: [CivilDate: String] = [:]
    var decided = 0
    for day in stride(from: 0, to: 180, by: 3) {
      let today = start.adding(days: day)
      var selection = DailySelection(
        pool: CandidatePool(candidates), deck: Deck(), history: history)
      let whole = selection.timeline(from: today, days: 14, shown: shown)
      var sieve = CandidateSieve(
        selection.window(from: today, days: 14, shown: shown), width: 16)
      for candidate in candidates { sieve.take(candidate) }
      selection.pool = sieve.finish()
      if let timeline = selection.decided(from: today, days: 14, shown: shown) {
        #expect(timeline == whole, "\(today)")
        decided += 1
      }
      history += whole.missing
      shown = Dictionary(uniqueKeysWithValues: whole.picks.prefix(2).map { ($0.date, $0.slug) })
    }
    #expect(decided > 40)
  }

  @Test("the vectors are played from the few as from the whole deck, anniversaries too")
  func vectors() throws {
    var decided = 0
    for vector in try SelectionVector.all() {
      var selection = vector.selection()
      for width in [8, 64, 1000] {
        var sieve = CandidateSieve(
          selection.window(from: vector.today, days: vector.days, shown: [:]), width: width)
        for candidate in vector.candidates { sieve.take(candidate) }
        selection.pool = sieve.finish()
        let timeline = selection.decided(from: vector.today, days: vector.days, shown: [:])
        if let timeline {
          #expect(SelectionVector.days(timeline) == vector.expected, "\(vector.name) \(width)")
          decided += 1
        }
      }
      #expect(selection.decided(from: vector.today, days: vector.days, shown: [:]) != nil)
    }
    #expect(decided > 21)
  }

  @Test("two weeks of a big deck are decided by a few hundred of its quotations")
  func few() {
    let today = start.adding(days: 30)
    let selection = DailySelection(
      pool: CandidatePool([]), deck: Deck(),
      history: [
        HistoryEntry(
          date: start.adding(days: 29), deck: Deck().id, slug: "q4", author: 0, cycle: 0,
          blocked: nil, reason: .rotation)
      ])
    var sieve = CandidateSieve(selection.window(from: today, days: 14, shown: [:]), width: 16)
    for candidate in DeckOf(count: 8000, authors: 900).candidates { sieve.take(candidate) }
    let pool = sieve.finish()
    #expect((14 * 14...14 * 16 + 1).contains(pool.count))
    #expect(pool.count + pool.rest.count(on: 30) == 8000)
  }

  @Test("a deck of one author and one that is nearly played through are read whole")
  func whole() throws {
    let corpus = try Corpus()
    let elements = (0..<700).map { element("q\($0)", more: #","authorSlug":"one""#) }
    try corpus.install(snapshot(elements))
    let reader = try corpus.reader()
    let today = start.adding(days: 690)
    let pool = try reader.candidates(of: Deck())
    let whole = DailySelection(pool: pool, deck: Deck()).timeline(from: today, days: 14)
    #expect(try reader.timeline(of: Deck(), history: [], from: today, days: 14) == whole)
    #expect(whole.picks.last?.cycle == 1)
  }

  @Test("a name that two origins took back is one of the deck, the first origin's")
  func tombstones() throws {
    let corpus = try Corpus()
    let taken = #","tombstones":[{"slug":"z","authorSlug":"#
    try corpus.install(
      snapshot([element("a")], more: taken + #""x","removedAt":"2026-03-01"}]"#))
    try corpus.install(
      snapshot([element("b")], more: taken + #""y","removedAt":"2026-02-01"}]"#),
      from: try Origin("https://example.net/index-full.json", relativeTo: "/"))
    let pool = try corpus.reader().candidates(of: Deck())
    #expect((0..<pool.count).map { pool.slug($0) } == ["a", "b", "z"])
    #expect(pool.authors.last == DailySelection.key(of: "x"))
    let timeline = try corpus.reader().timeline(
      of: Deck(), history: [], from: start, days: 1)
    #expect(timeline.picks.first?.remainingInCycle == 1)
  }
}

private let start = CivilDate(daysSinceEpoch: 20_454)

extension CandidateSieve {
  fileprivate mutating func take(_ candidate: CandidatePool.Candidate) {
    let key = DailySelection.key(of: candidate.slug)
    let span = CandidatePool.Span(candidate)
    if wants(key, span, author: candidate.author) { keep(candidate) }
  }
}
