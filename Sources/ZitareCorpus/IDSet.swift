/// A set of row ids, one bit each.
///
/// It tells which rows a snapshot has named: 62 KB for 500,000, where a table of what was seen would
/// write as much as the corpus itself.
struct IDSet {
  private var words: [UInt64] = []

  /// False where the id is in the set already; ids are positive.
  mutating func insert(_ id: Int64) -> Bool {
    let (word, bit) = (Int(id >> 6), UInt64(1) << UInt64(id & 63))
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  func contains(_ id: Int64) -> Bool {
    let word = Int(id >> 6)
    return word < words.count && words[word] & (UInt64(1) << UInt64(id & 63)) != 0
  }
}
