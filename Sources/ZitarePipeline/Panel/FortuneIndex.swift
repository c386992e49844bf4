/// The file `NAME.dat` that fortune(6) needs beside a file of records, as strfile(1) makes it.
enum FortuneIndex {
  /// - Parameter text: records that are each closed by a line `%`.
  static func bytes(of text: String) -> [UInt8] {
    let text = Array(text.utf8)
    var offsets: [UInt32] = [0]
    var lengths: [UInt32] = []
    var start = 0
    var lineStart = 0
    for index in text.indices where text[index] == UInt8(ascii: "\n") {
      if index == lineStart + 1, text[lineStart] == UInt8(ascii: "%") {
        lengths.append(UInt32(lineStart - start))
        start = index + 1
        offsets.append(UInt32(start))
      }
      lineStart = index + 1
    }
    let header: [UInt32] = [
      2, UInt32(lengths.count), lengths.max() ?? 0, lengths.min() ?? 0, 0,
    ]
    return (header.flatMap(bigEndian) + [UInt8(ascii: "%"), 0, 0, 0]) + offsets.flatMap(bigEndian)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
