import ZitareBase

/// The http or https address of a snapshot, checked and in parts.
public struct WebAddress: Hashable, Sendable {
  /// The address as it is requested, perhaps with a token: print `description` instead.
  public let url: String
  public let isSecure: Bool
  /// In lower case; an IPv6 address keeps its brackets.
  public let host: String
  public let port: Int?
  /// Begins with a slash.
  public let path: String
  private let query: String?

  init(_ text: String) throws(OriginError) {
    isSecure = text.prefix(6).lowercased() == "https:"
    let rest = text.drop { $0 != ":" }.dropFirst()
    guard rest.hasPrefix("//") else { throw .noHost }
    let withoutFragment = rest.dropFirst(2).prefix { $0 != "#" }
    let authority = withoutFragment.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else { throw .userInformation }
    let tail = withoutFragment[authority.endIndex...]
    let path = tail.prefix { $0 != "?" }
    (host, port) = try Self.parts(of: authority)
    self.path = path.isEmpty ? "/" : String(path)
    query = path.endIndex < tail.endIndex ? String(tail[path.endIndex...].dropFirst()) : nil
    guard tail.utf8.allSatisfy({ $0 > 0x20 }) else { throw .controlCharacter }
    let number = port.map { ":\($0)" } ?? ""
    url =
      (isSecure ? "https://" : "http://") + host + number + self.path
      + (query.map { "?\($0)" } ?? "")
  }

  /// Host and port as they stand in an address.
  var authority: String { host + (port.map { ":\($0)" } ?? "") }

  /// The address of another file in the same directory, without a query.
  public func sibling(_ name: String) -> WebAddress {
    WebAddress(self, path: FilePath(path).directory + name)
  }

  /// `zitare` for the standard address, the host for others of its form, and a name with digits of a
  /// digest where path, port, query or scheme differ.
  var originID: OriginID {
    let isPlain =
      isSecure && port == nil && query == nil
      && ["/", "/index-full.json", "/index-min.json"].contains(path)
    guard !isPlain else {
      return host == "zitare.com" ? "zitare" : OriginID(named: host, digits: nil)
    }
    return OriginID(named: authority, digits: SHA256.digest(url.utf8).prefix(3).hexadecimal)
  }

  private init(_ other: WebAddress, path: String) {
    isSecure = other.isSecure
    host = other.host
    port = other.port
    self.path = path
    query = nil
    url = (isSecure ? "https://" : "http://") + other.authority + path
  }

  private static func parts(
    of authority: Substring
  ) throws(OriginError) -> (host: String, port: Int?) {
    let isBracketed = authority.hasPrefix("[")
    let hostEnd =
      isBracketed
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let hostEnd else { throw .badHost }
    let host = authority[..<hostEnd].lowercased()
    guard !host.isEmpty else { throw .noHost }
    let inner = isBracketed ? host.dropFirst().dropLast() : host[...]
    let allowed: (UInt8) -> Bool = { byte in
      OriginID.isNameByte(byte) || byte == UInt8(ascii: "_")
        || (isBracketed && byte == UInt8(ascii: ":"))
    }
    guard !inner.isEmpty, inner.utf8.allSatisfy(allowed) else { throw .badHost }
    let rest = authority[hostEnd...]
    guard !rest.isEmpty else { return (host, nil) }
    guard rest.hasPrefix(":"), rest.dropFirst().utf8.allSatisfy({ 48...57 ~= $0 }),
      let port = Int(rest.dropFirst()), (1...65535).contains(port)
    else { throw .badPort }
    return (host, port)
  }
}

extension WebAddress: CustomStringConvertible {
  /// The address with the names of its query's parameters, but not their values.
  public var description: String { Self.redacted(url) }

  /// Any text that may be an address, without user information, query values and fragment.
  public static func redacted(_ text: String) -> String {
    let body = text.prefix { $0 != "?" && $0 != "#" }
    let schemeEnd = body.range(ofSlashes: ()) ?? body.startIndex
    let authority = body[schemeEnd...].prefix { $0 != "/" }
    var result = String(body[..<schemeEnd])
    result +=
      authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    result += body[authority.endIndex...]
    guard body.endIndex < text.endIndex, text[body.endIndex] == "?" else { return result }
    let query = text[text.index(after: body.endIndex)...].prefix { $0 != "#" }
    let names = query.split(separator: "&").map { part in
      part.contains("=") ? "\(part.prefix { $0 != "=" })=…" : "…"
    }
    return result + "?" + names.joined(separator: "&")
  }
}

extension Substring {
  /// The index after `://`, nil where there is none.
  fileprivate func range(ofSlashes: Void) -> Index? {
    var index = startIndex
    while let colon = self[index...].firstIndex(of: ":") {
      if self[colon...].hasPrefix("://") { return self.index(colon, offsetBy: 3) }
      index = self.index(after: colon)
    }
    return nil
  }
}

extension FilePath {
  /// Everything up to and with the last slash.
  fileprivate var directory: String {
    String(string[...(string.lastIndex(of: "/") ?? string.startIndex)])
  }
}

extension String {
  /// The text with `%20` and its like resolved; nil where an escape is broken or no UTF-8 results.
  var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let text = Substring(rest.prefix(2)).utf8.count == 2 ? String(rest.prefix(2)) : nil,
        !text.hasPrefix("+"), !text.hasPrefix("-"), let value = UInt8(text, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text as one segment of an address's path (RFC 3986: unreserved characters stay).
  public var percentEncoded: String {
    var result: [UInt8] = []
    for byte in utf8 {
      let isUnreserved =
        OriginID.isNameByte(byte) || (65...90).contains(byte) || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "~")
      if isUnreserved {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result += [byte].hexadecimal.uppercased().utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
