// Prints one row per measurement: what, expression, zone and figure, with tabs between them.
import Glibc
import ZitareBase
import ZitareJobs

/// The CPU time of this process in seconds.
func cpu() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// How often a second `body` does what it counts, the best of five runs.
func rate(_ body: () throws -> Int) rethrows -> Double {
  var best = 0.0
  for _ in 0..<5 {
    var count = 0
    let start = cpu()
    repeat { count += try body() } while cpu() - start < 0.2
    best = max(best, Double(count) / (cpu() - start))
  }
  return best
}

func row(_ what: String, _ expression: String, _ zone: String, _ figure: Double) {
  print("\(what)\t\(expression)\t\(zone)\t\(figure)")
}

let start = Timestamp(seconds: 1_767_225_600)  // 2026-01-01
let zones = [TimeZoneRules.utc, try TimeZoneRules(identifier: "Europe/Berlin")]
let expressions = [
  "* * * * *", "0 2 * * *", "30 4 1,15 * 5", "0 0 29 2 *", "*/15 * * * * *", "0 9 LW * *",
]

for text in expressions {
  let expression = try CronExpression(text)
  for zone in zones {
    let next = rate {
      var time = start
      for _ in 0..<90 {
        guard let next = expression.next(after: time, in: zone) else { break }
        time = next
      }
      return 90
    }
    row("next", text, zone.identifier, next)
    let previous = rate {
      var time = start
      for _ in 0..<90 {
        guard let previous = expression.previous(before: time, in: zone) else { break }
        time = previous
      }
      return 90
    }
    row("previous", text, zone.identifier, previous)
  }
}

let never = try CronExpression("*/10 2 28 3 */7")
let searches = rate { never.next(after: start, in: zones[1]) == nil ? 1 : 0 }
row("never, ms", never.description, zones[1].identifier, 1000 / searches)

let parses = try rate {
  for text in expressions { _ = try CronExpression(text) }
  return expressions.count
}
row("parse", "these", "", parses)
