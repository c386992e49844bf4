import Testing
import ZitareBase
import ZitareJobs

@Suite("Cron errors")
struct CronErrorTests {
  struct Case: Decodable {
    let id: String
    let expr: String
    let field: String
    let token: String
    let offset: Int?
  }

  @Test("every expression of the case file is refused")
  func refused() throws {
    let all: [Case] = try cases("cron-invalid.json", "cases")
    #expect(all.count > 55)
    for test in all {
      #expect(throws: CronError.self, "\(test.id)") { try CronExpression(test.expr) }
    }
  }

  @Test("an error points at the field and the token, for every expression with five plain fields")
  func places() throws {
    let all: [Case] = try cases("cron-invalid.json", "cases")
    // Six fields and the forms of other dialects are refused for being that, not for their faults.
    let foreign = ["rng-second-60", "nth-0", "nth-step", "q-mixed"]
    let read = all.filter { !foreign.contains($0.id) && !$0.expr.hasPrefix("@every") }
    for test in read {
      do {
        _ = try CronExpression(test.expr)
      } catch {
        #expect(error.field.rawValue == test.field, "\(test.id)")
        #expect(error.token == test.token, "\(test.id)")
        #expect(error.offset == test.offset ?? 0, "\(test.id)")
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
      ("0 0 15W * *", "L, W, #, ? and H are not supported; write numbers, names and ranges"),
      ("0 0 * * friL", "L, W, #, ? and H are not supported; write numbers, names and ranges"),
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
    let signs = Array("0123456789*/,-?LW#H@ \tJANMONabc'é٣\0~+")
    var state: UInt64 = 1
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(signs[Int(state >> 33) % signs.count])
      }
      for candidate in [text, "0 0 * * \(text)", "\(text) * * * *", "0 0 \(text) 1 *"] {
        let expression = try? CronExpression(candidate)
        #expect(expression.map { $0.next(after: Timestamp(seconds: 0)) != nil } ?? true)
      }
    }
  }
}
