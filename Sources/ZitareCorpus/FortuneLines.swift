import ZitareBase

/// The bytes of a record made into clean lines.
enum FortuneLines {
  /// The lines in composed Unicode, without overstrikes and control characters but tabs.
  static func decode(_ bytes: [UInt8]) -> [String] {
    let text = String(validating: bytes, as: UTF8.self) ?? latin(bytes)
    let newline = UInt8(ascii: "\n")
    return text.composed.utf8.split(separator: newline, omittingEmptySubsequences: false).map {
      $0.allSatisfy { $0 >= 0x20 && $0 < 0x7f } ? String(Substring($0)) : clean(Substring($0))
    }
  }

  private static func latin(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  /// Plays the line as a printer would: what a backspace goes back over is struck over.
  private static func clean(_ line: Substring) -> String {
    var cells: [Unicode.Scalar] = []
    var column = 0
    for scalar in line.unicodeScalars {
      switch scalar.value {
      case 0x08: column = max(0, column - 1)
      case 0x00..<0x09, 0x0a..<0x20, 0x7f..<0xa0, 0xfeff: continue
      default:
        if column == cells.count {
          cells.append(scalar)
        } else if scalar != "_" {  // an underline beneath what is there already
          cells[column] = scalar
        }
        column += 1
      }
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: cells)
    return text
  }
}

extension StringProtocol {
  /// The columns that the line is indented by, with tab stops at every eighth.
  var indentation: Int {
    var column = 0
    for byte in utf8 {
      switch byte {
      case 0x20: column += 1
      case 0x09: column += 8 - column % 8
      default: return column
      }
    }
    return column
  }

  /// Without white space at its ends, and single spaces within.
  var condensed: String {
    var previous: UInt8 = 0x20
    let isCondensed = utf8.allSatisfy { byte in
      defer { previous = byte }
      return byte > 0x20 || byte == 0x20 && previous != 0x20
    }
    if isCondensed && previous != 0x20 { return String(self) }
    return split { $0 == " " || $0 == "\t" || $0 == "\n" }.joined(separator: " ")
  }

  var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
