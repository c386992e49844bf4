extension Timestamp {
  /// Reads the profile of ISO 8601 in RFC 3339: `2026-03-29T01:00:00[.123](Z|+02:00)`.
  ///
  /// Digits beyond milliseconds are dropped, a leap second counts as the second after it; nil for
  /// anything else, also for a date without time or a time without offset.
  public init?(iso8601 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40,
      let date = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t")
        || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = bytes.number(11, 2), hour < 24, let minute = bytes.number(14, 2), minute < 60,
      let second = bytes.number(17, 2), second <= 60
    else { return nil }
    var index = 19
    var fraction: Int64 = 0
    if bytes[index] == UInt8(ascii: ".") {
      index += 1
      var scale: Int64 = 100
      let start = index
      while index < bytes.count, let digit = bytes.number(index, 1) {
        fraction += digit * scale
        scale /= 10
        index += 1
      }
      guard index > start else { return nil }
    }
    guard let offset = bytes[index...].utcOffset else { return nil }
    let clock = hour * 3600 + minute * 60 + second
    let seconds = Int64(date.daysSinceEpoch) * 86_400 + clock - offset
    self.init(milliseconds: seconds * 1000 + fraction)
  }

  /// `2026-03-29T01:00:00Z`: whole seconds, in UTC.
  public var iso8601: String { iso8601(offsetSeconds: 0) }

  /// The local time at an offset from UTC, with the offset: `2026-03-29T03:00:00+02:00`.
  public func iso8601(offsetSeconds offset: Int) -> String {
    let (days, clock) = (seconds + Int64(offset)).dividedDown(by: 86_400)
    let time =
      "\(CivilDate(daysSinceEpoch: Int(days)))T"
      + "\(padded(clock / 3600)):\(padded(clock / 60 % 60)):\(padded(clock % 60))"
    guard offset != 0 else { return time + "Z" }
    let minutes = Int64(abs(offset) / 60)
    return time + (offset < 0 ? "-" : "+") + "\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}

func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension [UInt8] {
  /// The decimal number that stands at `start`, nil unless all its characters are ASCII digits.
  func number(_ start: Int, _ count: Int) -> Int64? {
    guard start + count <= self.count else { return nil }
    var value: Int64 = 0
    for byte in self[start..<start + count] {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }
}

extension ArraySlice<UInt8> {
  /// The seconds in `Z`, `+hh:mm` or `-hh:mm`, positive east of Greenwich.
  var utcOffset: Int64? {
    let bytes = Array(self)
    if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = bytes.number(1, 2),
      hours < 24, let minutes = bytes.number(4, 2), minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }
}
