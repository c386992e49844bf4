import Testing
import ZitareBase
import ZitareJobs

@Suite("Explanations")
struct ExplanationTests {
  struct Case: Decodable {
    let expr: String
    let tz: String
    let must: [String]
    let mustNot: [String]
    let warn: [String]

    enum CodingKeys: String, CodingKey {
      case expr, tz, must, warn
      case mustNot = "must_not"
    }
  }

  @Test("the words say what the case file asks for, and the warnings are no others")
  func cases() throws {
    let all: [Case] = try ZitareJobsTests.cases("cron-explain.json", "cases")
    #expect(all.count == 20)
    for test in all {
      let explanation = try explanation(test.expr, test.tz)
      let words = explanation.words.lowercased()
      for word in test.must { #expect(words.contains(word.lowercased()), "\(test.expr): \(words)") }
      for word in test.mustNot {
        #expect(!words.contains(word.lowercased()), "\(test.expr): \(words)")
      }
      #expect(explanation.warnings.map(\.code.rawValue) == test.warn, "\(test.expr)")
    }
  }

  @Test(
    "the words are made from the times, whatever form they were written in",
    arguments: [
      ("0 0 * * *", "At 00:00 every day."),
      ("*/20,*/40 * * * *", "Every 20 minutes."),
      ("0-59/15 9-17 * * *", "Every 15 minutes of hours 09 to 17 every day."),
      ("30 * * * *", "At minute 30 of every hour."),
      (
        "5 */2 * * 1-5",
        "At 00:05, 02:05, 04:05, 06:05, 08:05, 10:05, 12:05, 14:05, 16:05, 18:05, 20:05 and 22:05 on Mondays to Fridays."
      ),
      ("0 9 * * sat,sun,wed", "At 09:00 on Wednesdays, Saturdays and Sundays."),
      ("0 0 1,15 jan-mar,12 *", "At 00:00 on days 1 and 15 of January to March and December."),
      (
        "0 0 L,15W * *",
        "At 00:00 on the last day and on the weekday nearest day 15 of every month."
      ),
      ("0 0 L-2 6 *", "At 00:00 on the day 2 days before the last of June."),
      (
        "0 0 */2 * 1",
        "At 00:00 on days 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29 and 31 of every month, but only on Mondays."
      ),
      ("0 0 13 * FRI", "At 00:00 on day 13 of every month or on Fridays."),
      ("0 0 29 2 1", "At 00:00 on February 29 or on Mondays of February."),
      (
        "0 23 * * mon#2,tue,5L",
        "At 23:00 on Tuesdays and on the second Monday and on the last Friday of every month."
      ),
      ("* * * 2 *", "Every minute every day of February."),
      ("15,45 * 2 * * *", "At seconds 15 and 45 of every minute of hour 02 every day."),
      ("30 0 12 * * *", "At 12:00:30 every day."),
      ("*/10 30 * * * *", "Every 10 seconds of minute 30 of every hour."),
    ])
  func words(text: String, words: String) throws {
    #expect(try CronExpression(text).words == words)
  }

  @Test("words read back give the same times, for 200 expressions drawn from a seed")
  func readBack() throws {
    let zones = try ["UTC", "Europe/Berlin", "Australia/Lord_Howe"].map {
      try TimeZoneRules(identifier: $0)
    }
    var random = RandomExpressions(seed: 20_260_329)
    var count = 0
    while count < 200, let text = random.next() {
      guard let expression = try? CronExpression(text) else { continue }
      count += 1
      let zone = zones[count % 3]
      let start = try instant("2026-01-01T00:00:00Z")
      let explanation = TriggerExplanation(.cron(expression, zone: zone), now: start)
      let follows = explanation.clockChanges?.hasPrefix("It follows the clock") ?? false
      let again = try WordReader.expression(expression.words, followsClock: follows)
      let other = try CronExpression(again)
      var differing: [Timestamp] = []
      for month in 0..<24 {
        // Most of the starts are just before a change of clocks in Berlin and on Lord Howe.
        let starts = ["2026-03-28T23:30:00Z", "2026-10-24T23:10:00Z", "2026-10-03T14:50:00Z"]
        var time = try instant(starts[month % 3]) + .seconds(month / 3 * 31_000_000)
        for _ in 0..<5 {
          guard let next = expression.next(after: time, in: zone) else { break }
          if other.next(after: time, in: zone) != next { differing.append(time) }
          time = next
        }
      }
      #expect(differing.isEmpty, "\(text): \(expression.words) \(again)")
    }
  }

  @Test(
    "a warning names what is odd, and nothing is odd about the plain forms",
    arguments: [
      ("*/60 * * * *", ["step-whole-field"]), ("50/30 * * * *", ["step-whole-field"]),
      ("0-59/7 * * * *", ["uneven-step"]), ("5/15 * * * *", []), ("10-20/3 * * * *", []),
      ("0 0 */2 * *", ["uneven-step"]), ("0 0 1 */5 *", ["uneven-step"]),
      ("0 0 1 */3 *", []), ("0 0 * * */2", ["uneven-step"]), ("0 0 */2 * 1", ["dom-dow-and"]),
      ("0 0 29 2 */7", ["dom-dow-and", "leap-only"]), ("0 0 29 2 *", ["leap-only"]),
      ("0 0 29 * *", ["short-months"]), ("0 0 31W * *", ["short-months"]),
      ("0 0 L-28 * *", ["short-months"]), ("0 0 28-31 * *", []), ("0 0 1,30 4,6 *", []),
      ("0 0 31 jan,mar *", []), ("0 0 30W 2,4 *", ["partly-impossible"]),
      ("0 0 * * MON#4", []), ("0 0 * 2 MON#5", ["leap-only"]), ("0 0 L * *", []),
      ("0 0 1 * ?", []), ("* 30 2 * * *", ["every-second"]), ("H H * * *", []),
    ] as [(String, [String])])
  func warnings(text: String, codes: [String]) throws {
    #expect(try explanation(text, "UTC").warnings.map(\.code.rawValue) == codes)
  }

  @Test("a fixed time in a gap is shown with its date and what happens")
  func gap() throws {
    let gap = try explanation("30 2 * * *", "Europe/Berlin")
    #expect(
      gap.warnings.map(\.description) == [
        "dst-gap: 02:30 does not exist on 2026-03-29 in Europe/Berlin: it runs at 03:00, right "
          + "after the gap"
      ])
    #expect(gap.clockChanges?.hasPrefix("Its times are fixed") == true)
    let rare = try explanation("30 2 29 3 *", "Europe/Berlin")
    #expect(rare.warnings.map(\.code) == [.dstGap])
    let range = try explanation("0 0-23 * * *", "Europe/Berlin")
    #expect(range.warnings[0].reason.hasPrefix("clocks show 02:00 twice on 2026-10-25"))
    for text in ["30 3 * * *", "0 9-17 * * *", "*/30 2 * * *"] {
      #expect(try explanation(text, "Europe/Berlin").warnings.isEmpty, "\(text)")
    }
    #expect(try explanation("30 2 * * *", "Asia/Tokyo").clockChanges == nil)
  }

  @Test("triggers that are no calendar are explained as well")
  func others() throws {
    #expect(
      try explanation("@every 90m", "UTC").words
        == "Every 1h30m from 2026-01-01T00:00:00Z on, whatever clocks show.")
    #expect(try explanation("@reboot", "UTC").words == "Once after each start of the machine.")
    #expect(
      try explanation("at 2026-03-29 02:30", "Europe/Berlin").words
        == "Once, at 2026-03-29T01:00:00Z.")
  }

  private func explanation(_ text: String, _ zone: String) throws -> TriggerExplanation {
    let now = try instant("2026-01-01T00:00:00Z")
    let trigger = try Schedule.Trigger(
      text, name: "explained", zone: TimeZoneRules(identifier: zone), anchor: now)
    return TriggerExplanation(trigger, now: now)
  }
}
