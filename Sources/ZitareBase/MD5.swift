import CCrypto

/// An MD5 computation (RFC 1321), to notice damage; it proves nothing against malice.
public struct MD5: ~Copyable {
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_md5(), nil) == 1 else {
      fatalError("libcrypto offers no MD5")
    }
    self.context = context
  }
  deinit { EVP_MD_CTX_free(context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    EVP_DigestUpdate(context, base, bytes.count)
  }

  /// The digest of everything so far: 16 bytes.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 16)
    EVP_DigestFinal_ex(context, &digest, nil)
    return digest
  }
}
