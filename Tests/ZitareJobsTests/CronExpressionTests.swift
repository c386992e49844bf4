import FoundationEssentials
import Testing
import ZitareBase
import ZitareJobs

@Suite("Cron expressions")
struct CronExpressionTests {
  @Test(
    "the next fire time is the first match after the given time",
    arguments: [
      ("*/15 * * * *", "2026-01-31T23:50:00Z", "2026-02-01T00:00:00Z"),  // over a month's end
      ("30 4 1 * 1", "2026-02-28T00:00:00Z", "2026-03-01T04:30:00Z"),  // either day field will do
      ("0 0 15 * */3", "2024-12-31T23:59:00Z", "2025-01-15T00:00:00Z"),  // both, after a star
      ("0 0 * * 7", "2026-01-01T00:00:00Z", "2026-01-04T00:00:00Z"),
      ("0 0 29 2 *", "2096-03-01T00:00:00Z", "2104-02-29T00:00:00Z"),
      ("0 0 29 2 */7", "2088-03-01T00:00:00Z", "2128-02-29T00:00:00Z"),
      ("* * * * *", "2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"),  // never the time itself
      ("* * * * *", "2026-01-01T00:00:59.999Z", "2026-01-01T00:01:00Z"),
      ("59 23 31 12 *", "2026-12-31T23:59:00Z", "2027-12-31T23:59:00Z"),
    ])
  func next(expression: String, after: String, expected: String) throws {
    #expect(try CronExpression(expression).next(after: instant(after)) == instant(expected))
  }

  struct Case: Decodable {
    let id: String
    let expr: String
    let tz: String
    let from: String
    let next: [String]
  }

  @Test(
    "fire times are those of the case files, for every expression with five plain fields",
    arguments: ["cron-cases.json", "cron-fuzz.json"])
  func files(name: String) throws {
    let all: [Case] = try cases(name, "cases")
    let read = all.filter { isFiveFields($0.expr) }
    #expect(read.count > 90)
    for test in read {
      let expression = try CronExpression(test.expr)
      let zone = try TimeZoneRules(identifier: test.tz)
      var time = try instant(test.from)
      var found: [String] = []
      while found.count < max(1, test.next.count),
        let next = expression.next(after: time, in: zone)
      {
        found.append(next.iso8601)
        time = next
      }
      #expect(found == test.next, "\(test.id): \(test.expr) in \(test.tz)")
    }
  }

  @Test(
    "a year has as many fire times as its clocks allow",
    arguments: [
      Count("* * * * *", "Europe/Berlin", 2026, 525_600),
      Count("0 * * * *", "Europe/Berlin", 2026, 8760),
      Count("30 2 * * *", "Europe/Berlin", 2026, 365),
      Count("*/30 2 * * *", "Europe/Berlin", 2026, 730),
      Count("0/30 2 * * *", "Europe/Berlin", 2026, 729),
      Count("0 */2 * * *", "Europe/Berlin", 2026, 4380),
      Count("0 0-23 * * *", "Europe/Berlin", 2026, 8759),
      Count("0 * * * *", "Australia/Lord_Howe", 2026, 8759),
      Count("0 0 * * *", "Pacific/Apia", 2011, 364),
      Count("0 0 * * *", "America/Havana", 2024, 366),
    ])
  func counts(_ test: Count) throws {
    let zone = try TimeZoneRules(identifier: test.zone)
    let first = zone.start(of: try #require(CivilDate(year: test.year, month: 1, day: 1)))
    let end = zone.start(of: try #require(CivilDate(year: test.year + 1, month: 1, day: 1)))
    #expect(try count(test.expression, from: first, to: end, in: zone) == test.expected)
  }

  struct Count: Sendable {
    let expression: String
    let zone: String
    let year: Int
    let expected: Int

    init(_ expression: String, _ zone: String, _ year: Int, _ expected: Int) {
      self.expression = expression
      self.zone = zone
      self.year = year
      self.expected = expected
    }
  }

  @Test(
    "400 years have as many fire times as the calendar allows",
    arguments: [
      ("0 0 29 2 *", 97), ("0 0 29 2 */7", 13), ("0 0 13 * FRI", 24_983),
      ("0 0 13 * */5", 1375), ("0 0 */2 * 1", 10_640),
    ])
  func centuries(expression: String, expected: Int) throws {
    let first = try instant("2000-01-01T00:00:00Z")
    let end = try instant("2400-01-01T00:00:00Z")
    #expect(try count(expression, from: first, to: end, in: .utc) == expected)
  }

  private func count(
    _ text: String, from first: Timestamp, to end: Timestamp, in zone: TimeZoneRules
  ) throws -> Int {
    let expression = try CronExpression(text)
    var time = first - .seconds(1)
    var count = 0
    while let next = expression.next(after: time, in: zone), next < end {
      #expect(next > time)
      time = next
      count += 1
    }
    return count
  }

  @Test("what matches only times that a zone leaves out has no next fire time, and says so at once")
  func never() throws {
    let berlin = try TimeZoneRules(identifier: "Europe/Berlin")
    // 28 March is a Sunday only when clocks change on it.
    let expression = try CronExpression("*/10 2 28 3 */7")
    #expect(expression.next(after: try instant("2026-01-01T00:00:00Z"), in: berlin) == nil)
    #expect(expression.next(after: try instant("2026-01-01T00:00:00Z")) != nil)
  }

  @Test("fire times end with the year 9999, and any instant can be asked about")
  func limits() throws {
    let expression = try CronExpression("* * * * *")
    #expect(expression.next(after: try instant("9999-12-31T23:59:00Z")) == nil)
    #expect(expression.next(after: Timestamp(milliseconds: .max)) == nil)
    #expect(
      expression.next(after: Timestamp(milliseconds: .min))?.iso8601 == "0001-01-01T00:01:00Z")
  }

  @Test(
    "the last fire time up to an instant is the one after which the next lies beyond it",
    arguments: ["* * * * *", "30 2 * * *", "*/30 2 * * *", "0 9 1 * *", "0 0 29 2 *"],
    ["UTC", "Europe/Berlin", "Australia/Lord_Howe"])
  func last(text: String, zone: String) throws {
    let expression = try CronExpression(text)
    let rules = try TimeZoneRules(identifier: zone)
    let start = try instant("2023-01-01T00:00:00Z")
    for hour in 0..<200 {
      let limit = start + .seconds(hour * 200_003)
      guard let last = expression.last(through: limit, after: start, in: rules) else {
        #expect(expression.next(after: start, in: rules) ?? limit + .seconds(1) > limit)
        continue
      }
      #expect(last > start && last <= limit)
      #expect(try #require(expression.next(after: last, in: rules)) > limit)
      #expect(expression.next(after: last - .seconds(1), in: rules) == last)
    }
  }

  @Test(
    "expressions that mean the same have the same fire times",
    arguments: [
      ("@hourly", "0 * * * *"), ("@Daily", "0 0 * * *"), ("@weekly", "0 0 * * 7"),
      ("@yearly", "0 0 1 jan *"), ("0 22-2 * * *", "0 22,23,0,1,2 * * *"),
      ("0 0 * * fri-mon/2", "0 0 * * 5,0"), ("55-5/5 * * * *", "55,0,5 * * * *"),
      ("0 4-4/2 * * *", "0 4 * * *"), ("0 0 * * 2/5", "0 0 * * tue,sun"),
      ("0 0 * nov-feb *", "0 0 * 11,12,1,2 *"), ("  5\t4  * * *  ", "5 4 * * *"),
    ])
  func equivalent(left: String, right: String) throws {
    let left = try CronExpression(left)
    let right = try CronExpression(right)
    let berlin = try TimeZoneRules(identifier: "Europe/Berlin")
    var time = try instant("2026-01-01T00:00:00Z")
    for _ in 0..<500 {
      let next = try #require(left.next(after: time, in: berlin))
      #expect(right.next(after: time, in: berlin) == next)
      time = next
    }
  }

  @Test("an expression is stored as it was written, and a wrong one is not decoded")
  func codable() throws {
    let expression = try CronExpression("*/5  8-18 * * MON-FRI")
    let data = try JSONEncoder().encode([expression])
    #expect(try JSONDecoder().decode([CronExpression].self, from: data) == [expression])
    #expect(expression.description == "*/5  8-18 * * MON-FRI")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CronExpression].self, from: Data(#"["0 24 * * *"]"#.utf8))
    }
  }
}
