internal import ZitareBase

extension CronParser {
  /// `H`, `H(a-b)`, `H/n` and `H(a-b)/n`; nil for an item of any other form.
  func hashedItem(_ range: Range<Int>, of field: CronField) throws(CronError) -> CronItem? {
    guard bytes[range.lowerBound].upper == UInt8(ascii: "H") else { return nil }
    var end = range.lowerBound + 1
    var numbers = Array(field.hashRange)
    if end < range.upperBound, bytes[end] == UInt8(ascii: "(") {
      guard let close = bytes[end..<range.upperBound].firstIndex(of: UInt8(ascii: ")")) else {
        throw error(field.name, range, "the parenthesis is not closed; write H(0-29)")
      }
      numbers = try self.numbers((end + 1)..<close, of: field)
      end = close + 1
    }
    var step: Int?
    if end < range.upperBound {
      guard bytes[end] == .slash else {
        throw error(field.name, range, "H stands alone, or as H(0-29), H/15 or H(0-29)/10")
      }
      step = try self.step(end, in: range, of: field, limit: numbers.count)
    }
    guard let name else {
      throw error(
        field.name, range.lowerBound..<range.lowerBound + 1,
        "H is drawn from the name of a schedule, and there is none here; give one with --name")
    }
    let first = Int(Self.hash(name, field) % UInt32(step ?? numbers.count))
    let chosen = stride(from: first, to: numbers.count, by: step ?? numbers.count)
    return .hashed(chosen.reduce(0) { $0 | 1 << UInt64(numbers[$1]) })
  }

  /// What a field draws for a name: four bytes of the SHA-256 of the name, big-endian, the first
  /// four for seconds, the next ones for minutes, and so on to the days of the week.
  static func hash(_ name: ScheduleName, _ field: CronField) -> UInt32 {
    let digest = Array(SHA256.digest(name.rawValue.utf8))
    return digest[(field.index * 4)..<(field.index * 4 + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The numbers of `a-b` in order; the range may wrap.
  private func numbers(_ range: Range<Int>, of field: CronField) throws(CronError) -> [Int] {
    let ends: (first: Int, last: Int?) = try self.ends(range, of: field)
    guard let last = ends.last else {
      throw error(field.name, range, "H draws from a range, as in H(0-29)")
    }
    for number in [ends.first, last] where !field.hashRange.contains(number) {
      let bounds = field.hashRange
      throw error(
        field.name, range,
        "H draws from \(bounds.lowerBound) to \(bounds.upperBound) here, so that "
          + "it can run every time")
    }
    let length = (last - ends.first + field.hashRange.count) % field.hashRange.count
    return (0...length).map {
      (ends.first - field.hashRange.lowerBound + $0) % field.hashRange.count
        + field.hashRange.lowerBound
    }
  }
}
