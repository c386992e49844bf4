/// Cron expressions drawn from a seed, with everything that the notation has.
struct RandomExpressions: Sequence, IteratorProtocol {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> String? {
    var fields: [String] = []
    if number(5) == 0 { fields.append(field(0, 59)) }
    fields.append(number(3) == 0 ? String(number(60)) : field(0, 59))
    fields.append(number(4) == 0 ? "2" : field(0, 23))
    fields.append(number(3) > 0 ? "*" : dayOfMonth())
    fields.append(number(3) > 0 ? "*" : field(1, 12))
    fields.append(number(3) > 0 ? "*" : dayOfWeek())
    return fields.joined(separator: " ")
  }

  /// A number from 0 up to, not including, `limit`.
  mutating func number(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private mutating func field(_ low: Int, _ high: Int) -> String {
    (0...[0, 0, 0, 1, 2][number(5)]).map { _ in item(low, high) }.joined(separator: ",")
  }

  private mutating func item(_ low: Int, _ high: Int) -> String {
    let size = high - low + 1
    let first = low + number(size)
    return switch number(6) {
    case 0: "*"
    case 1: "*/\(1 + number(size))"
    case 2: "\(first)-\(low + number(size))"
    case 3: "\(first)-\(low + number(size))/\(1 + number(size))"
    case 4: "\(first)/\(1 + number(size))"
    default: "\(first)"
    }
  }

  private mutating func dayOfMonth() -> String {
    let special = ["L", "LW", "L-\(1 + number(27))", "\(1 + number(31))W", "?"][number(5)]
    switch number(4) {
    case 0: return special
    case 1 where special != "?": return "\(special),\(item(1, 31))"
    default: return field(1, 31)
    }
  }

  private mutating func dayOfWeek() -> String {
    let special = ["\(number(8))L", "\(number(8))#\(1 + number(5))", "?"][number(3)]
    switch number(4) {
    case 0: return special
    case 1 where special != "?": return "\(item(0, 7)),\(special)"
    default: return field(0, 7)
    }
  }
}
