/// The digest of a public key that a server may present, as libcurl and RFC 7469 write it.
///
/// `openssl x509 -pubkey -noout < cert.pem | openssl pkey -pubin -outform der | openssl dgst
/// -sha256 -binary | base64` prints what follows `sha256//`.
public struct PublicKeyPin: Sendable, Hashable {
  let text: String

  /// Takes `sha256//` and the 44 characters of a SHA-256 in base64, nil for anything else.
  public init?(_ text: String) {
    let prefix = "sha256//"
    let digits = Array(text.utf8.dropFirst(prefix.utf8.count))
    let marks = Set("+/".utf8)
    guard text.hasPrefix(prefix), digits.count == 44, digits.last == UInt8(ascii: "="),
      digits.dropLast().allSatisfy({ $0.isASCIIAlphanumeric || marks.contains($0) })
    else { return nil }
    self.text = text
  }
}
