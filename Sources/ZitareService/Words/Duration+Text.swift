import ZitareBase

extension Duration {
  /// Reads lengths of time such as `90s`, `1h30m`, `500ms`, `7d`; nil for anything else, also for a
  /// bare number, units out of order, and lengths beyond 1,000,000 days.
  public init?(text: some StringProtocol) {
    var total: Int64 = 0
    var rest = Array(text.utf8)[...]
    var units = Self.units[...]
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let amount = Int64(String(decoding: digits, as: UTF8.self)), amount <= Self.longest
      else {
        return nil
      }
      rest = rest[digits.endIndex...]
      let name = String(
        decoding: rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) },
        as: UTF8.self)
      guard let index = units.firstIndex(where: { $0.name == name }) else { return nil }
      let (product, overflow) = amount.multipliedReportingOverflow(by: units[index].milliseconds)
      guard !overflow, product <= Self.longest else { return nil }
      total += product
      units = units[(index + 1)...]
      rest = rest.dropFirst(name.utf8.count)
    }
    guard total <= Self.longest else { return nil }
    self = .milliseconds(total)
  }

  /// The shortest text that `init(text:)` reads as this length, rounded to milliseconds: `1h30m`.
  public var text: String {
    var rest = milliseconds
    var text = ""
    for unit in Self.units where rest >= unit.milliseconds {
      text += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    return text.isEmpty ? "0s" : text
  }

  private static let longest: Int64 = 86_400_000_000_000  // milliseconds in 1,000,000 days
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
}
