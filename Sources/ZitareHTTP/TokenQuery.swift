/// The secrets that a call's requests carry in their queries, and how they are kept from another
/// origin.
///
/// A server that redirects often copies the query into the new address, perhaps under another name,
/// perhaps as an address within it. What was meant for it would then reach whoever it points to; a
/// token that the server itself has put there, as in a signed address, has another value and stays.
struct TokenQuery {
  private var secrets: Set<String> = []
  /// How many addresses within addresses are looked into.
  private static let maxDepth = 4

  /// Learns the secrets of an address that is asked for.
  mutating func add(_ url: HTTPURL) {
    for item in url.query.split(separator: "&") { add(item, depth: 0) }
  }

  private mutating func add(_ text: Substring, depth: Int) {
    guard depth <= Self.maxDepth else { return }
    for item in Item.all(in: text) {
      let value = item.value.percentDecoded
      if Self.isSecret(item.name.percentDecoded), !value.isEmpty { secrets.insert(value) }
      add(value[...], depth: depth + 1)
    }
  }

  /// The address without the items that are one of the secrets or have one within them.
  func stripped(from url: HTTPURL) throws(HTTPURLError) -> HTTPURL {
    guard !secrets.isEmpty else { return url }
    let items = url.query.split(separator: "&")
    let kept = items.filter { !holdsSecret($0, depth: 0) }
    if kept.count == items.count { return url }
    return try url.replacing(query: kept.joined(separator: "&"))
  }

  /// Whether the path of an address has a query within it, as `/https%3A%2F%2Fhost%2F%3Ftoken%3D…`,
  /// that holds one of the secrets.
  func isInPath(of url: HTTPURL) -> Bool {
    let path = url.string.prefix { $0 != "?" }.percentDecoded
    return Item.all(in: path[...]).contains { holdsSecret($0.value, depth: 1) }
  }

  private func holdsSecret(_ text: Substring, depth: Int) -> Bool {
    if secrets.contains(String(text)) || secrets.contains(text.percentDecoded) { return true }
    guard depth <= Self.maxDepth else { return false }
    return Item.all(in: text).contains { item in
      holdsSecret(item.value, depth: depth + 1)
        || holdsSecret(item.value.percentDecoded[...], depth: depth + 1)
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

/// A name and its value in a query or fragment, as they are written there.
private struct Item {
  let name: Substring
  let value: Substring

  /// What stands in a text as `name=value`, alone or behind an address.
  static func all(in text: Substring) -> [Item] {
    text.split { "?#&".contains($0) }.compactMap { piece in
      piece.firstIndex(of: "=").map { Item(name: piece[..<$0], value: piece[$0...].dropFirst()) }
    }
  }
}

extension StringProtocol {
  /// The text with `%XX` and `+` as what they stand for; whatever is not UTF-8 then is replaced.
  fileprivate var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
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
