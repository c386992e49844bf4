/// Where the fields of an expression stand, as ranges of bytes.
struct CronFields {
  /// Nil where there are five fields.
  let second: Range<Int>?
  let minute: Range<Int>
  let hour: Range<Int>
  let dayOfMonth: Range<Int>
  let month: Range<Int>
  let dayOfWeek: Range<Int>

  /// Takes five or six words.
  init(_ words: [Range<Int>]) {
    let five = words.suffix(5)
    second = words.count == 6 ? words[0] : nil
    minute = five[five.startIndex]
    hour = five[five.startIndex + 1]
    dayOfMonth = five[five.startIndex + 2]
    month = five[five.startIndex + 3]
    dayOfWeek = five[five.startIndex + 4]
  }

  var all: [(CronField, Range<Int>)] {
    let five = [
      (CronField.minute, minute), (.hour, hour), (.dayOfMonth, dayOfMonth), (.month, month),
      (.dayOfWeek, dayOfWeek),
    ]
    return (second.map { [(.second, $0)] } ?? []) + five
  }
}
