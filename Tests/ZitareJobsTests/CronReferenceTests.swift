import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareJobs

/// Compares with `Fixtures/cron-reference.py`; `ZITARE_CRON_ROUNDS` says how many expressions.
@Suite("Cron reference")
struct CronReferenceTests {
  private static let rounds =
    getenv("ZITARE_CRON_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 48
  private static let years = 12

  struct Question: CustomStringConvertible {
    let expression: String
    let zone: String
    let start: Timestamp

    var description: String { "\(expression)\t\(zone)\t\(start.iso8601)" }
  }

  @Test("random expressions have the times of the reference where clocks are changed")
  func reference() throws {
    let questions = try Self.questions(Self.rounds)
    let lines = questions.map { "\($0)\t6\t\(Self.years)\n" }.joined()
    let python = try ChildProcess(
      "/usr/bin/python3", [fixture("cron-reference.py").string], input: lines)
    let result = try python.wait()
    #expect(result.status == 0, "\(result.errors)")
    let answers = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count == questions.count + 1)
    for (question, answer) in zip(questions, answers) {
      let end = question.start + .seconds((Self.years - 1) * 31_556_952)
      let expected = try answer.split(separator: " ").map { try instant(String($0)) }
        .filter { $0 < end }
      let expression = try CronExpression(question.expression)
      let zone = try TimeZoneRules(identifier: question.zone)
      var time = question.start
      var times: [Timestamp] = []
      while times.count < 6, let next = expression.next(after: time, in: zone), next < end {
        times.append(next)
        time = next
      }
      #expect(times == expected, "\(question)")
      if let last = times.last {
        let back = expression.previous(before: last, in: zone)
        let before = times.count > 1 ? times[times.count - 2] : nil
        #expect(before == nil || back == before, "\(question) backwards")
      }
    }
  }

  /// Each starts up to two days before a change of the zone's clocks.
  private static func questions(_ count: Int) throws -> [Question] {
    var random = RandomExpressions(seed: 1_774_746_000)
    let start = try instant("2000-01-01T00:00:00Z").seconds
    var questions: [Question] = []
    while questions.count < count, let expression = random.next() {
      guard (try? CronExpression(expression)) != nil else { continue }
      let name = zones[random.number(zones.count)]
      let zone = try TimeZoneRules(identifier: name)
      let change = zone.segment(containing: start + Int64(random.number(1_000_000_000))).end
      let time = change - Int64(random.number(172_800))
      questions.append(
        Question(expression: expression, zone: name, start: Timestamp(seconds: time)))
    }
    return questions
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Nuuk", "Africa/Cairo",
    "Asia/Beirut", "Europe/Dublin", "Pacific/Chatham", "America/Havana", "Antarctica/Troll",
    "America/St_Johns", "Africa/Casablanca", "America/Santiago", "Asia/Gaza",
  ]
}
