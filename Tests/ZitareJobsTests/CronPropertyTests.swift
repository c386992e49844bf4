import Testing
import ZitareBase
import ZitareJobs

/// What holds for every expression in every zone, tried on those that a seed gives.
@Suite("Cron properties")
struct CronPropertyTests {
  private static let zones = ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia"]

  @Test("next and previous are strict, monotone and mirror each other", arguments: zones)
  func mirror(zone: String) throws {
    let rules = try TimeZoneRules(identifier: zone)
    var random = RandomExpressions(seed: 7)
    var wrong: [String] = []
    var count = 0
    while count < 150, let text = random.next() {
      guard let expression = try? CronExpression(text) else { continue }
      count += 1
      let time = Timestamp(
        milliseconds: try instant("2005-01-01T00:00:00Z").milliseconds
          + Int64(random.number(1 << 30)) * 900)
      guard let next = expression.next(after: time, in: rules) else { continue }
      let later = time + .seconds(random.number(100_000))
      if next <= time || next.milliseconds % 1000 != 0
        || expression.next(after: next - .milliseconds(1), in: rules) != next
        || expression.previous(before: next + .milliseconds(1), in: rules) != next
        || expression.next(after: later, in: rules).map({ $0 < next }) ?? false
        || expression.previous(before: next, in: rules).map({ $0 > time }) ?? false
      {
        wrong.append("\(text) after \(time.iso8601)")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("a field of second 0 changes nothing, not even where clocks are changed", arguments: zones)
  func secondZero(zone: String) throws {
    let rules = try TimeZoneRules(identifier: zone)
    var random = RandomExpressions(seed: 11)
    var wrong: [String] = []
    var count = 0
    while count < 100, let text = random.next() {
      guard text.split(separator: " ").count == 5, let five = try? CronExpression(text) else {
        continue
      }
      count += 1
      let six = try CronExpression("0 " + text)
      var time = try instant("2011-03-26T12:00:00Z")
      for _ in 0..<20 {
        guard let next = five.next(after: time, in: rules) else { break }
        if six.next(after: time, in: rules) != next { wrong.append("\(text): \(time.iso8601)") }
        time = next
      }
    }
    #expect(wrong.isEmpty)
  }
}
