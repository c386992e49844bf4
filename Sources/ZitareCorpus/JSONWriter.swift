import ZitareBase

/// Compact JSON text, written member by member so that its bytes are the same at every run.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: String) { bytes += text.utf8 }

  /// A quoted text; control characters are escaped, everything else stays as it is.
  mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0a: raw("\\n")
      case 0x0d: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        raw([byte].hexadecimal)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func texts(_ texts: [String]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      text(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The name and colon of a member, after a comma unless it is the first of its object.
  mutating func name(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    text(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    self.name(name)
    text(value)
  }

  mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    self.name(name)
    raw(String(value))
  }

  /// An empty list is left out.
  mutating func member(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    self.name(name)
    texts(values)
  }

  static func texts(_ texts: [String]) -> String {
    var writer = JSONWriter()
    writer.texts(texts)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
