import Testing
import ZitareBase

@Suite("Civil dates")
struct CivilDateTests {
  @Test("days since 1970 and dates are each other's inverse over 800 years, day by day")
  func days() throws {
    let first = try #require(CivilDate("1600-01-01")).daysSinceEpoch
    var previous = CivilDate(daysSinceEpoch: first - 1)
    let wrong = (first..<first + 2 * 146_097).filter { day in
      let date = CivilDate(daysSinceEpoch: day)
      defer { previous = date }
      return date.daysSinceEpoch != day || previous >= date
        || date.dayOfWeek != (previous.dayOfWeek + 1) % 7
    }
    #expect(wrong.isEmpty, "days since 1970: \(wrong.prefix(5))")
  }

  @Test(
    "a date has the weekday of the calendar",
    arguments: [
      ("1970-01-01", 0, 4), ("2026-01-01", 20_454, 4), ("2000-02-29", 11_016, 2),
      ("1969-12-31", -1, 3), ("1600-02-29", -135_081, 2),
    ])
  func weekday(text: String, days: Int, weekday: Int) throws {
    let date = try #require(CivilDate(text))
    #expect(date.daysSinceEpoch == days && date.dayOfWeek == weekday && date.description == text)
  }

  @Test(
    "what the calendar does not have is refused",
    arguments: [
      "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "20260101",
      "2026-01-0a", "0000-01-01", "2026-01-01T00:00:00Z", "-026-01-01", "",
    ])
  func refused(text: String) { #expect(CivilDate(text) == nil) }

  @Test("days are added over the ends of months and years")
  func adding() throws {
    let date = try #require(CivilDate(year: 2024, month: 2, day: 28))
    #expect(date.adding(days: 1).description == "2024-02-29")
    #expect(date.adding(days: 2).description == "2024-03-01")
    #expect(date.adding(days: -59).description == "2023-12-31")
  }
}
