import CCurl

/// Unpacks a gzip stream that arrives in pieces and knows whether its end was seen.
///
/// libcurl's own decoder takes a stream that ends too early for a whole one.
struct Gunzip: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer
  /// Whether nothing has come, or the check sum of what came was right.
  private(set) var isComplete = true

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: 64 << 10, alignment: 16)
    guard zitare_start_gunzip(stream) == Z_OK else { fatalError("zlib does not start") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Unpacks the next piece and hands on what comes out, in parts of at most 64 KiB.
  mutating func unpack(
    _ bytes: UnsafeRawBufferPointer, to receive: (UnsafeRawBufferPointer) throws(Refusal) -> Void
  ) throws(Refusal) {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(bytes.count)
    repeat {
      if isComplete && stream.pointee.avail_in > 0 {
        inflateReset(stream)  // a first member, or one more behind another (RFC 1952 2.2)
        isComplete = false
      }
      stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(buffer.count)
      let status = inflate(stream, Z_NO_FLUSH)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        throw Refusal(.malformed("its gzip data cannot be unpacked"))
      }
      isComplete = status == Z_STREAM_END || isComplete
      let count = buffer.count - Int(stream.pointee.avail_out)
      if count > 0 { try receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
  }
}
