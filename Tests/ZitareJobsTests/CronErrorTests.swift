import Testing
import ZitareBase
import ZitareJobs

@Suite("Cron errors")
struct CronErrorTests {
  struct Case: Decodable {
    let id: String
    /// Nil for the one that is too long for a file.
    let expr: String?
    let tz: String
    let field: String
    let token: String
    let offset: Int?

    /// The expression; where the zone is what is wrong, with the zone before it.
    var text: String {
      guard let expr else { return String(repeating: "1,", count: 50_000) + "1 * * * *" }
      return field == "timezone" ? "CRON_TZ=\(tz) \(expr)" : expr
    }
  }

  @Test("every expression of the case file is refused, with the field, the token and its place")
  func places() throws {
    let all: [Case] = try cases("cron-invalid.json", "cases")
    #expect(all.count == 66)
    for test in all {
      do {
        _ = try Schedule.Trigger(test.text, anchor: Timestamp(seconds: 0))
        Issue.record("\(test.id) was accepted")
      } catch {
        #expect(error.field.rawValue == test.field, "\(test.id)")
        #expect(error.token == test.token, "\(test.id)")
        let offset = test.offset ?? (test.field == "timezone" ? 8 : 0)
        #expect(error.offset == offset, "\(test.id)")
      }
    }
  }

  @Test(
    "an error says what would be right",
    arguments: [
      ("0 0 1 SEPT *", "names have three letters; write SEP"),
      ("0 0 * * JAN", "this is a name for the month field; are two fields swapped?"),
      ("MON 0 * * *", "names stand in the month and day-of-week fields only"),
      ("@dayly", "there is no such alias; did you mean @daily?"),
      ("'0 0 * * *'", "take away the quotes"),
      ("* * * *", "five fields are needed, with blanks between them; missing: day-of-week"),
      ("/5 * * * *", "a step needs something to start from; write */5"),
      ("0 0 L/2 * *", "L stands alone, or as L-3 or LW"),
      ("0 0 15 * JUL", "this is a name for the month field; are two fields swapped?"),
      ("0 0 JUL * *", "names stand in the month and day-of-week fields only"),
      ("0 0 L * L", "L stands in the day-of-month field, or after a day of the week as in 5L"),
      ("0 0 * * MON-FRIL", "L takes one day, as in 5L or FRIL for the last Friday"),
      ("? * * * *", "'?' stands alone in a day field only; write '*'"),
      ("0 0 0 1 1 MONDAY", "names have three letters; write MON"),
      (
        "0 0 1 1 1 root",
        "this looks like a line of a crontab; give the five fields without the command"
      ),
      (
        "0 0 */31 * MON#2",
        "these days never are what the day-of-week field asks for as well, so this would never run; both must match because one of the fields starts with '*'"
      ),
      ("H(0-9 * * * *", "the parenthesis is not closed; write H(0-29)"),
      ("H(5) * * * *", "H draws from a range, as in H(0-29)"),
      ("H-5 * * * *", "H stands alone, or as H(0-29), H/15 or H(0-29)/10"),
      ("0 0 H(1-31) * *", "H draws from 1 to 28 here, so that it can run every time"),
      (
        "H(0-9)/11 * * * *",
        "there are only 10 values to step through, and they start anew after them; for an interval write @every 11m"
      ),
      (
        "*/90 * * * *",
        "there are only 60 values to step through, and they start anew after them; for an interval write @every 90m"
      ),
      ("*/ * * * *", "the step after '/' is missing; write one, as in */5"),
      ("5- * * * *", "a range has two ends, as in 1-5, and there are no negative numbers"),
    ])
  func reasons(text: String, reason: String) {
    #expect { try CronExpression(text) } throws: { ($0 as? CronError)?.reason == reason }
  }

  @Test("an error is three lines: the expression, carets below the token, the sentence")
  func description() {
    #expect {
      try CronExpression("0\t24 * * *")
    } throws: {
      "\($0)" == """
        0 24 * * *
          ^^
        hour: hours go from 0 to 23, and midnight is hour 0 of the next day
        """
    }
  }

  @Test(
    "blanks that are none and other invisible characters are named",
    arguments: [
      "0 0\u{A0}* * *", "0 0 * * *\0", "0 0 * * *\n", "0 0 *\u{2028}* *", "0 0 * * *\r\n",
    ])
  func invisible(text: String) {
    #expect { try CronExpression(text) } throws: { ($0 as? CronError)?.field == .expression }
  }

  @Test("an expression that is too long is refused at once and quoted by its start only")
  func long() {
    let text = String(repeating: "1,", count: 50_000) + "1 * * * *"
    #expect {
      try CronExpression(text)
    } throws: {
      "\($0)".count < 300 && ($0 as? CronError)?.field == .expression
    }
  }

  @Test("arbitrary bytes are read or refused, never a crash")
  func noise() {
    let signs = Array("0123456789*/,-?LW#H()@ \tJANMONabc'é٣\0~+")
    var state: UInt64 = 1
    var stuck = 0
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(signs[Int(state >> 33) % signs.count])
      }
      for candidate in [text, "0 0 * * \(text)", "\(text) * * * *", "0 0 \(text) 1 *"] {
        let expression = try? CronExpression(candidate, name: "noise")
        if let expression, expression.next(after: Timestamp(seconds: 0)) == nil { stuck += 1 }
      }
    }
    #expect(stuck == 0, "what was read has no time")
  }
}
