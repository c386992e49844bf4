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
    "fire times are those of the case files",
    arguments: [("cron-cases.json", 116), ("cron-fuzz.json", 475)])
  func files(name: String, count: Int) throws {
    let all: [Case] = try cases(name, "cases")
    #expect(all.count == count)
    for test in all {
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
      let back = found.dropLast().reversed()
      let earlier =
        try back.indices.isEmpty ? [] : times(before: found[found.count - 1], back.count)
      #expect(earlier == Array(back), "\(test.id) backwards")

      func times(before last: String, _ count: Int) throws -> [String] {
        var time = try instant(last)
        var times: [String] = []
        while times.count < count, let previous = expression.previous(before: time, in: zone) {
          times.append(previous.iso8601)
          time = previous
        }
        return times
      }
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
      Count("*/15 * * * * *", "Europe/Berlin", 2026, 2_102_400),
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
      ("0 0 13 * */5", 1375), ("0 0 */2 * 1", 10_640), ("0 0 * 2 MON#5", 15),
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
    var isAscending = true
    while let next = expression.next(after: time, in: zone), next < end {
      isAscending = isAscending && next > time
      time = next
      count += 1
    }
    #expect(isAscending)
    return count
  }

  @Test("what matches only times that a zone leaves out has no fire time, and says so at once")
  func never() throws {
    let berlin = try TimeZoneRules(identifier: "Europe/Berlin")
    // 28 March is a Sunday only when clocks change on it.
    let expression = try CronExpression("*/10 2 28 3 */7")
    let clock = ContinuousClock()
    let now = try instant("2026-01-01T00:00:00Z")
    let spent = clock.measure {
      #expect(expression.next(after: now, in: berlin) == nil)
      // The year before the country put its clocks forward on that weekend.
      #expect(expression.previous(before: now, in: berlin)?.iso8601 == "1976-03-28T01:50:00Z")
    }
    // A build for debugging takes 30 times as long as a release.
    #expect(spent < .seconds(3))
    #expect(expression.next(after: try instant("2026-01-01T00:00:00Z")) != nil)
  }

  @Test("fire times end with the year 9999, and any instant can be asked about")
  func limits() throws {
    let expression = try CronExpression("* * * * *")
    #expect(expression.next(after: try instant("9999-12-31T23:59:00Z")) == nil)
    #expect(expression.next(after: Timestamp(milliseconds: .max)) == nil)
    #expect(
      expression.next(after: Timestamp(milliseconds: .min))?.iso8601 == "0001-01-01T00:01:00Z")
    #expect(expression.previous(before: Timestamp(milliseconds: .min)) == nil)
    #expect(expression.previous(before: try instant("0001-01-01T00:01:00Z")) == nil)
    #expect(
      expression.previous(before: Timestamp(milliseconds: .max))?.iso8601 == "9999-12-31T23:59:00Z")
  }

  @Test(
    "the last fire time up to an instant is the one after which the next lies beyond it",
    arguments: ["* * * * *", "30 2 * * *", "*/30 2 * * *", "0 9 1 * *", "0 0 29 2 *"],
    ["UTC", "Europe/Berlin", "Australia/Lord_Howe"])
  func last(text: String, zone: String) throws {
    let expression = try CronExpression(text)
    let rules = try TimeZoneRules(identifier: zone)
    let start = try instant("2023-01-01T00:00:00Z")
    var wrong: [Timestamp] = []
    for hour in 0..<200 {
      let limit = start + .seconds(hour * 200_003)
      let isRight =
        if let last = expression.last(through: limit, after: start, in: rules) {
          last > start && last <= limit
            && expression.next(after: last, in: rules).map { $0 > limit } ?? true
            && expression.next(after: last - .seconds(1), in: rules) == last
        } else {
          expression.next(after: start, in: rules).map { $0 > limit } ?? true
        }
      if !isRight { wrong.append(limit) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "expressions that mean the same have the same fire times",
    arguments: [
      ("@hourly", "0 * * * *"), ("@Daily", "0 0 * * *"), ("@weekly", "0 0 * * 7"),
      ("@yearly", "0 0 1 jan *"), ("0 22-2 * * *", "0 22,23,0,1,2 * * *"),
      ("0 0 * * fri-mon/2", "0 0 * * 5,0"), ("55-5/5 * * * *", "55,0,5 * * * *"),
      ("0 4-4/2 * * *", "0 4 * * *"), ("0 0 * * 2/5", "0 0 * * tue,sun"),
      ("0 0 * nov-feb *", "0 0 * 11,12,1,2 *"), ("  5\t4  * * *  ", "5 4 * * *"),
      ("0 5 4 * * *", "5 4 * * *"), ("0 */7 2 * * *", "*/7 2 * * *"), ("@Midnight", "0 0 * * *"),
      ("0 0 ? * MON", "0 0 * * MON"), ("0 0 1 * ?", "0 0 1 * *"), ("0 0 * * 7L", "0 0 * * sunl"),
      ("0 0 * * 0#2", "0 0 * * 7#2"), ("0 0 l-1,lw * *", "0 0 L-1,LW * *"),
      ("0 0 L * *", "0 0 31,L * *"), ("0 0 28W 2 *", "0 0 28w feb *"),
    ])
  func equivalent(left: String, right: String) throws {
    let left = try CronExpression(left)
    let right = try CronExpression(right)
    let berlin = try TimeZoneRules(identifier: "Europe/Berlin")
    var time = try instant("2026-01-01T00:00:00Z")
    var differing: [Timestamp] = []
    for _ in 0..<500 {
      let next = try #require(left.next(after: time, in: berlin))
      if right.next(after: time, in: berlin) != next { differing.append(next) }
      time = next
    }
    #expect(differing.isEmpty)
  }

  @Test(
    "H is drawn from the name, its field and nothing else",
    arguments: [
      ("H * * * *", "refresh", "56 * * * *"),
      ("h H * * *", "refresh", "56 16 * * *"),
      ("H H H H H", "refresh", "56 16 26 4 5"),
      ("H/15 * * * *", "refresh", "11,26,41,56 * * * *"),
      ("H(0-29)/10 * * * *", "refresh", "6,16,26 * * * *"),
      ("H,0 9-17 * * *", "refresh", "0,56 9-17 * * *"),
    ])
  func hash(text: String, name: String, plain: String) throws {
    let hashed = try CronExpression(text, name: ScheduleName(name))
    #expect(try times(hashed) == times(CronExpression(plain)))
  }

  @Test("H stays within its range and spreads names evenly over it")
  func hashRanges() throws {
    var minutes: [Int: Int] = [:]
    var wrong: [String] = []
    for number in 0..<3000 {
      let name = ScheduleName("schedule \(number)")
      let time = try #require(
        CronExpression("H(10-19) H(22-1) H H *", name: name).next(after: Timestamp(seconds: 0)))
      let date = CivilDate(daysSinceEpoch: Int(time.seconds / 86_400))
      let (hour, minute) = Int(time.seconds % 86_400 / 60).quotientAndRemainder(dividingBy: 60)
      minutes[minute, default: 0] += 1
      if ![22, 23, 0, 1].contains(hour) || date.day > 28 {
        wrong.append("\(name): \(time.iso8601)")
      }
      let steps = try times(CronExpression("H/15 1 1 1 *", name: name), count: 4)
      if zip(steps, steps.dropFirst()).contains(where: { $1 - $0 != .seconds(900) }) {
        wrong.append("\(name): \(steps.map(\.iso8601))")
      }
    }
    #expect(wrong.isEmpty)
    #expect(minutes.keys.sorted() == Array(10...19))
    #expect(minutes.values.allSatisfy { (230...370).contains($0) })
  }

  private func times(_ expression: CronExpression, count: Int = 50) throws -> [Timestamp] {
    var time = try instant("2026-01-01T00:00:00Z")
    var times: [Timestamp] = []
    while times.count < count {
      time = try #require(expression.next(after: time))
      times.append(time)
    }
    return times
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
