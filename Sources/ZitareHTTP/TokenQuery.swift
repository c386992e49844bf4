/// The secrets that a request carries in its query, and how they are kept from another origin.
///
/// A server that redirects often copies the query into the new address. What was meant for it would
/// then reach whoever it points to; a token that the server itself has put there, as in a signed
/// address, has another value and stays.
struct TokenQuery {
  private let secrets: Set<String>

  init(of url: HTTPURL) {
    secrets = Set(
      Self.items(of: url).filter { Self.isSecret($0.name) && !$0.value.isEmpty }.map(\.value))
  }

  /// The address without the items that have one of the secrets as their value, whatever their name.
  func stripped(from url: HTTPURL) throws(HTTPURLError) -> HTTPURL {
    let items = Self.items(of: url)
    let kept = items.filter { !secrets.contains($0.value) }
    if kept.count == items.count { return url }
    return try url.replacing(query: kept.map(\.text).joined(separator: "&"))
  }

  private struct Item {
    let text: String
    let name: String
    let value: String
  }

  private static func items(of url: HTTPURL) -> [Item] {
    url.query.split(separator: "&").map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(
        text: String(text), name: parts[0].percentDecoded,
        value: parts.count > 1 ? parts[1].percentDecoded : "")
    }
  }

  /// Whether a name, whatever its case and separators, is one that tokens and passwords go by.
  private static func isSecret(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0.isLetter }
    return plain.hasSuffix("token") || names.contains(plain)
  }

  private static let names: Set<String> = [
    "apikey", "auth", "authorization", "clientsecret", "key", "passwd", "password", "secret",
    "session", "sessionid", "sid", "sig", "signature",
  ]
}

extension Substring {
  /// The text with `%XX` and `+` as what they stand for; whatever is not UTF-8 then is replaced.
  fileprivate var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
