import ZitareBase

/// Readable, stable identifiers made from names and texts.
public enum Slug {
  /// The longest slug of a name, in characters.
  public static let limit = 80

  /// The slug of an author's name or of a title: `Jürgen von der Lippe` is `juergen-von-der-lippe`.
  ///
  /// Only `a`–`z`, `0`–`9` and single hyphens within; umlauts are spelled out, other marks dropped.
  /// A name without a Latin letter or digit is known by `x-` and a digest; an empty one is empty.
  public static func name(_ name: String) -> String {
    var slug: [UInt8] = []
    for byte in spelledOut(name).folded.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        slug.append(byte)
      case UInt8(ascii: "'"), 0x80...:
        continue  // what is left of other scripts; O'Neill is oneill
      default:
        if let last = slug.last, last != hyphen { slug.append(hyphen) }
      }
    }
    slug = Array(slug.prefix(limit))
    while slug.last == hyphen { slug.removeLast() }
    guard slug.isEmpty else { return String(decoding: slug, as: UTF8.self) }
    return name.allSatisfy(\.isWhitespace) ? "" : "x-" + digest(name)
  }

  /// The slug of a quotation: its author's, or `anonym`, and ten digits of its text's digest.
  ///
  /// Case, marks and the layout of white space do not count, so that a text wrapped differently
  /// keeps its slug.
  public static func quote(_ text: String, by author: String?) -> String {
    (author ?? "anonym") + "-" + digest(text)
  }

  private static let hyphen = UInt8(ascii: "-")

  /// Ten hexadecimal digits of SHA-256 over the folded text with single spaces.
  private static func digest(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.folded.utf8 {
      let isSpace = byte == 0x20 || (0x09...0x0d).contains(byte)
      if !isSpace {
        bytes.append(byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return SHA256.digest(bytes).prefix(5).hexadecimal
  }

  /// Letters that folding would lose or merge with others, as German writes them without a key.
  private static func spelledOut(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    var result = ""
    for scalar in name.composed.unicodeScalars {
      switch scalar {
      case "ä", "Ä", "æ", "Æ": result += "ae"
      case "ö", "Ö", "œ", "Œ": result += "oe"
      case "ü", "Ü": result += "ue"
      case "ß", "ẞ": result += "ss"
      case "ø", "Ø": result += "o"
      case "ł", "Ł": result += "l"
      case "đ", "Đ", "ð", "Ð": result += "d"
      case "þ", "Þ": result += "th"
      case "ı": result += "i"
      case "’", "‘": result += "'"
      case "–", "—", "‐", "‑": result += "-"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
