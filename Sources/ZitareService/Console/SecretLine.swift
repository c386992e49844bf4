import Glibc

/// Reads a line from a terminal without showing it.
enum SecretLine {
  /// The line without its end; nil where the person gives up (Ctrl-C, Ctrl-D) or no terminal is there.
  ///
  /// The terminal hands over every key, also those that would end the process, so that it never stays
  /// without an echo.
  static func read(from descriptor: Int32) -> String? {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { return nil }
    defer { tcsetattr(descriptor, TCSAFLUSH, &before) }
    var line: [UInt8] = []
    var key: UInt8 = 0
    while true {
      let count = Glibc.read(descriptor, &key, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch key {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(validating: line, as: UTF8.self)
      case 0x03, 0x04: return nil
      case 0x08, 0x7f: removeLast(&line)
      case 0x15: line = []  // Ctrl-U
      default: if line.count < 4096 { line.append(key) }
      }
    }
  }

  /// Takes back one character, which may have several bytes.
  private static func removeLast(_ line: inout [UInt8]) {
    while let byte = line.popLast(), byte & 0xc0 == 0x80 {}
  }
}
