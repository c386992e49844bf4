import Glibc
import TestSupport
import Testing
import ZitareBase

@testable import ZitareCorpus

/// `ZITARE_DAILY_YEARS` years are lived day by day, one without it.
@Suite("Ten years of quotations of the day")
struct TenYearsTests {
  private static let start = GrowingCorpus.start
  private static let livedDays =
    365 * (getenv("ZITARE_DAILY_YEARS").flatMap { Int(String(cString: $0)) } ?? 1)
  private static let tenYears = 3653

  @Test("none comes twice in a cycle, and no author twice running while there is another")
  func cycles() throws {
    let corpus = GrowingCorpus(days: Self.tenYears, monthlyRemovals: 2)
    let end = Self.start.adding(days: Self.tenYears)
    let candidates = corpus.snapshot(on: end)
    let days = DailySelection(pool: CandidatePool(candidates), deck: Deck())
      .timeline(from: end, days: 1).missing
    #expect(days.count == Self.tenYears)
    #expect(try #require(days.last).cycle >= 1)
    var (cycle, shown, last) = (0, Set<String>(), [String: CivilDate]())
    var author: UInt64 = 0
    for day in days {
      if day.cycle != cycle {
        cycle = day.cycle
        let blocked = try #require(day.blocked)
        shown = Set(last.filter { $0.value >= day.date.adding(days: -blocked) }.keys)
      }
      if day.author == author {
        let left = candidates.filter { $0.takesPart(on: day.date) && !shown.contains($0.slug) }
        #expect(Set(left.map(\.author)).count == 1, "\(day.date)")
      }
      #expect(shown.insert(day.slug).inserted, "\(day.date)")
      (last[day.slug], author) = (day.date, day.author)
    }
  }

  @Test("while a corpus grows, devices with snapshots up to 14 days apart agree on every day")
  func growing() {
    let lives = Self.live(in: GrowingCorpus(days: Self.livedDays, monthlyRemovals: 0))
    #expect(lives.fresh.shown.map(\.slug) == lives.stale.shown.map(\.slug))
    #expect(lives.fresh.shown.count == Self.livedDays)
    #expect(lives.fresh.changed == 0, "what is not eligible yet changes no day that was foretold")
  }

  @Test(
    "removals change one foretold day of a thousand, and part devices only until both have heard"
  )
  func shrinking() throws {
    let corpus = GrowingCorpus(days: Self.livedDays, monthlyRemovals: 2)
    let (fresh, stale) = Self.live(in: corpus)
    let share = Double(fresh.changed) / Double(fresh.foretold)
    #expect(share > 0 && share <= 0.001, "\(share)")
    var (last, apart) = (CivilDate?.none, 0)
    for (ours, theirs) in zip(fresh.shown, stale.shown) where ours.slug != theirs.slug {
      apart += 1
      if let removal = corpus.removals[theirs.slug], removal <= theirs.date { last = theirs.date }
      #expect(try ours.date < #require(last).adding(days: 15), "\(ours.date)")
    }
    #expect(apart > 0 && apart <= Self.livedDays / 100, "\(apart)")
  }

  @Test(
    "played from the records alone, days differ only after one had not heard of a removal",
    arguments: [0, 3, 7, 14])
  func replays(age: Int) throws {
    let corpus = GrowingCorpus(days: Self.tenYears, monthlyRemovals: 2, seed: UInt64(age) + 2)
    let today = Self.start.adding(days: Self.tenYears - 100 * age)
    let (heard, fresh) = (today.adding(days: -age), Self.days(corpus, before: today, heard: today))
    let stale = Self.days(corpus, before: today, heard: heard)
    #expect(fresh.count == stale.count)
    guard let first = zip(fresh, stale).first(where: { $0.slug != $1.slug }) else { return }
    let removal = try #require(corpus.removals[first.1.slug])
    #expect(removal > heard && first.1.date >= removal, "\(first)")
  }

  /// All days before today, played from a snapshot alone.
  private static func days(
    _ corpus: GrowingCorpus, before today: CivilDate, heard: CivilDate
  ) -> [HistoryEntry] {
    let pool = CandidatePool(corpus.snapshot(on: heard))
    return DailySelection(pool: pool, deck: Deck()).timeline(from: today, days: 1).missing
  }

  /// One device asks every day, the other at random, but never has a snapshot older than two weeks.
  private static func live(in corpus: GrowingCorpus) -> (fresh: DailyDevice, stale: DailyDevice) {
    var (fresh, stale) = (DailyDevice(), DailyDevice())
    var chance = SeededGenerator(seed: 7)
    var old = corpus.snapshot(on: start)
    var age = 0
    for day in 0..<livedDays {
      let today = start.adding(days: day)
      let new = corpus.snapshot(on: today)
      if age > 14 || Int.random(in: 0..<12, using: &chance) == 0 { (old, age) = (new, 0) }
      fresh.live(on: today, with: new)
      stale.live(on: today, with: old)
      age += 1
    }
    return (fresh, stale)
  }
}

extension CandidatePool.Candidate {
  fileprivate func takesPart(on date: CivilDate) -> Bool {
    eligibleFrom.map { $0 <= date } ?? true && removedOn.map { $0 > date } ?? true
  }
}
