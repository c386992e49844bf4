import ZitareBase

/// Computes the keys of many slugs.
struct DailyKeys: ~Copyable {
  private var hash = SHA256()

  /// The first 8 bytes of the text's SHA-256, big-endian.
  mutating func key(of text: String) -> UInt64 {
    hash.update(text.utf8)
    return key()
  }

  mutating func key(of text: UnsafeRawBufferPointer) -> UInt64 {
    hash.update(text)
    return key()
  }

  private mutating func key() -> UInt64 {
    hash.restart { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
  }
}
