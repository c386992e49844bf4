/// A field of a cron expression: which numbers and names it takes.
struct CronField {
  let name: CronError.Field
  let range: ClosedRange<Int>
  /// Where `H` draws from: day 29 is not in every month, and Sunday is 0 only.
  let hashRange: ClosedRange<Int>
  /// Three capital letters each; the first one stands for the least number.
  let names: [String]
  /// How a message puts the range into words.
  let rangeInWords: String
  /// Which four bytes of a name's digest are the field's (see `CronParser.hash`).
  let index: Int

  static let second = CronField(
    name: .second, range: 0...59, hashRange: 0...59, names: [],
    rangeInWords: "seconds go from 0 to 59", index: 0)
  static let minute = CronField(
    name: .minute, range: 0...59, hashRange: 0...59, names: [],
    rangeInWords: "minutes go from 0 to 59", index: 1)
  static let hour = CronField(
    name: .hour, range: 0...23, hashRange: 0...23, names: [],
    rangeInWords: "hours go from 0 to 23, and midnight is hour 0 of the next day", index: 2)
  static let dayOfMonth = CronField(
    name: .dayOfMonth, range: 1...31, hashRange: 1...28, names: [],
    rangeInWords: "days of the month go from 1 to 31, and L is the last one", index: 3)
  static let month = CronField(
    name: .month, range: 1...12, hashRange: 1...12,
    names: [
      "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ],
    rangeInWords: "months go from 1 to 12 or from JAN to DEC", index: 4)
  static let dayOfWeek = CronField(
    name: .dayOfWeek, range: 0...7, hashRange: 0...6,
    names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
    rangeInWords: "days of the week go from 0 to 7 (0 and 7 are Sunday) or from SUN to SAT",
    index: 5)

  /// How many numbers the field takes: the largest step that makes sense.
  var size: Int { range.count }

  /// After how many numbers it starts anew: weekdays after 6, since 7 is 0 again.
  var cycle: Int { name == .dayOfWeek ? 7 : size }

  /// The number a name stands for; upper and lower case are the same.
  func number(named bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count == 3 else { return nil }
    let index = names.firstIndex { name in
      zip(name.utf8, bytes).allSatisfy { $0 == $1 & ~0x20 }
    }
    return index.map { $0 + range.lowerBound }
  }

  /// The bits of `first` through `last` in steps; a range that ends before it starts wraps.
  func bits(from first: Int, through last: Int, step: Int) -> UInt64 {
    let length = first <= last ? last - first : (last - first + 2 * cycle) % cycle
    var bits: UInt64 = 0
    for distance in stride(from: 0, through: length, by: step) {
      let number =
        first <= last
        ? first + distance : (first - range.lowerBound + distance) % cycle + range.lowerBound
      bits |= 1 << UInt64(number)
    }
    return bits
  }
}
