extension UInt64 {
  /// The numbers of the bits that are set, ascending.
  var bitNumbers: [Int] {
    var numbers: [Int] = []
    var rest = self
    while rest != 0 {
      numbers.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return numbers
  }

  func has(_ bit: Int) -> Bool { self >> UInt64(bit) & 1 == 1 }

  /// The lowest bit set at or above `bit`.
  func next(from bit: Int) -> Int? {
    let rest = self & (~0 << UInt64(bit))
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }
}
