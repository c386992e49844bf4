import FoundationEssentials

/// What an answer says about the digest of the whole file.
struct ServerDigest {
  /// From `Repr-Digest` (RFC 9530) or the older `Digest` (RFC 3230), which hold for the whole file
  /// in the answer to a range, too.
  let sha256: [UInt8]?
  /// From `Content-MD5`, which holds for what was sent: only for an answer with the whole file.
  let md5: [UInt8]?

  init(_ headers: HTTPHeaders, isWhole: Bool) {
    sha256 =
      Self.find("sha-256", in: headers.values("Repr-Digest"), size: 32)
      ?? Self.find("sha-256", in: headers.values("Digest"), size: 32)
    md5 = isWhole ? headers["Content-MD5"].flatMap { Self.decode($0, size: 16) } : nil
  }

  /// The value under a name in `name=:base64:` or `name=base64` members.
  private static func find(_ name: String, in values: [String], size: Int) -> [UInt8]? {
    for member in values.joined(separator: ",").split(separator: ",") {
      let parts = member.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == name else { continue }
      return decode(parts[1].filter { $0 != ":" && $0 != " " }, size: size)
    }
    return nil
  }

  private static func decode(_ text: String, size: Int) -> [UInt8]? {
    guard let data = Data(base64Encoded: text), data.count == size else { return nil }
    return Array(data)
  }
}
