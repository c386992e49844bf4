import CCrypto

/// A SHA-256 computation (FIPS 180-4) over bytes that arrive in pieces.
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      fatalError("libcrypto offers no SHA-256")
    }
    self.context = context
  }
  deinit { EVP_MD_CTX_free(context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    EVP_DigestUpdate(context, base, bytes.count)
  }

  public mutating func update(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { update($0) }
    }
  }

  /// The digest of everything so far: 32 bytes.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &digest, nil)
    return digest
  }

  /// The digest of everything so far, after which more may come: 32 bytes.
  public func digestSoFar() -> [UInt8] {
    guard let copy = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(copy, context) == 1 else {
      fatalError("out of memory")
    }
    defer { EVP_MD_CTX_free(copy) }
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(copy, &digest, nil)
    return digest
  }

  /// The digest of one text or piece of data: 32 bytes.
  public static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}

extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits per byte.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
