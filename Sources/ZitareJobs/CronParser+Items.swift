extension CronParser {
  /// Reads the items of a field in order.
  func eachItem(
    of range: Range<Int>, in field: CronField, _ body: (CronItem) -> Void
  ) throws(CronError) {
    if bytes[range.lowerBound] == .star, range.count == 1 { return body(.all(step: nil)) }
    if range.count > 1, field.isDay, bytes[range].contains(.question) {
      throw error(field.name, range, "'?' stands alone in its field; it means any day")
    }
    var start = range.lowerBound
    while true {
      let end = bytes[start..<range.upperBound].firstIndex(of: .comma) ?? range.upperBound
      guard start < end else {
        let around = max(start - 1, range.lowerBound)..<min(end + 1, range.upperBound)
        throw error(field.name, around, "an item of the list is empty; take out the comma")
      }
      body(try item(start..<end, of: field))
      guard end < range.upperBound else { return }
      start = end + 1
    }
  }

  /// What stands between two commas.
  private func item(_ range: Range<Int>, of field: CronField) throws(CronError) -> CronItem {
    if let item = try dayItem(range, of: field) { return item }
    if let item = try hashedItem(range, of: field) { return item }
    let slash = bytes[range].firstIndex(of: .slash)
    let base = range.lowerBound..<(slash ?? range.upperBound)
    let step = try slash.map { slash throws(CronError) in
      try self.step(slash, in: range, of: field)
    }
    guard !base.isEmpty else {
      throw error(field.name, range, "a step needs something to start from; write *\(token(range))")
    }
    if bytes[base].elementsEqual([.star]) { return .all(step: step) }
    do {
      let (first, last) = try ends(base, of: field)
      return last.map { .range(first, $0, step: step) } ?? .from(first, step: step)
    } catch {
      throw foreignSyntax(base, of: field) ?? error
    }
  }

  /// The ends of `a-b`, or the one number of `n`.
  func ends(
    _ base: Range<Int>, of field: CronField
  ) throws(CronError) -> (first: Int, last: Int?) {
    guard let dash = bytes[base].firstIndex(of: .dash) else {
      return (try number(base, of: field), nil)
    }
    guard dash > base.lowerBound, dash + 1 < base.upperBound else {
      throw error(
        field.name, base, "a range has two ends, as in 1-5, and there are no negative numbers")
    }
    if let second = bytes[(dash + 1)..<base.upperBound].firstIndex(of: .dash) {
      throw error(field.name, second..<base.upperBound, "a range has two ends only")
    }
    let first = try number(base.lowerBound..<dash, of: field)
    return (first, try number((dash + 1)..<base.upperBound, of: field))
  }

  /// The number after a slash; at most `limit`, or the size of the field.
  func step(
    _ slash: Int, in item: Range<Int>, of field: CronField, limit: Int? = nil
  ) throws(CronError) -> Int {
    let digits = (slash + 1)..<item.upperBound
    if let second = bytes[digits].firstIndex(of: .slash) {
      throw error(field.name, second..<item.upperBound, "an item has one step only")
    }
    guard !digits.isEmpty else {
      throw error(field.name, item, "the step after '/' is missing; write one, as in */5")
    }
    let most = limit ?? field.size
    guard let step = decimal(digits), step > 0 else {
      throw error(field.name, digits, "a step is a number from 1 to \(most)")
    }
    guard step <= most else { throw error(field.name, digits, tooLarge(step, of: field, most)) }
    return step
  }

  func number(_ range: Range<Int>, of field: CronField) throws(CronError) -> Int {
    if let number = decimal(range) {
      guard field.range.contains(number) else {
        throw error(field.name, range, field.rangeInWords)
      }
      return number
    }
    if let number = field.number(named: bytes[range]) { return number }
    throw error(field.name, range, whyNoNumber(range, of: field))
  }

  /// A run of ASCII digits; what is too large for any field is all the same.
  func decimal(_ range: Range<Int>) -> Int? {
    guard !range.isEmpty, bytes[range].allSatisfy(\.isDigit) else { return nil }
    return bytes[range].reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 100_000) }
  }
}
