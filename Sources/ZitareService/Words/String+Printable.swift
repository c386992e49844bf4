extension String {
  /// The text without what could steer a terminal or reorder a line: control characters but tab
  /// and line feed, and the Bidi_Control characters of Unicode.
  public var printable: String {
    guard unicodeScalars.contains(where: \.steers) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.steers }))
  }

  /// The printable text on one line: each run of white space is one space.
  public var singleLine: String {
    printable.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Unicode.Scalar {
  fileprivate var steers: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // Bidi_Control
    default: false
    }
  }
}
