import ZitareBase

/// A digest of the bytes that a record was decoded from: where it is known they are not decoded again.
struct WireDigest: Equatable {
  static let size = 16

  let high: UInt64
  let low: UInt64

  /// Takes the first 16 of the bytes; fewer are no digest of anything.
  init(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.size else {
      (high, low) = (0, 0)
      return
    }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  init(_ content: ContentDigest) { self = content.bytes.withUnsafeBytes { WireDigest($0) } }

  var bytes: [UInt8] { withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) } }
}

/// Computes the digests of one record after the other.
final class WireHasher {
  private var hash = SHA256()

  /// A digest of the record and of how records are read.
  func digest(of record: UnsafeRawBufferPointer) -> WireDigest {
    withUnsafeBytes(of: WireFormat.version) { hash.update($0) }
    hash.update(record)
    return hash.restart { WireDigest($0) }
  }
}
