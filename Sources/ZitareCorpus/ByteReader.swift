import Glibc
public import ZitareBase

/// The bytes of a file one after the other, in a buffer that grows only as far as its user looks ahead.
struct ByteReader: ~Copyable {
  private let descriptor: Int32
  private let path: FilePath
  private let chunk: Int
  private var buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  /// How many bytes have been passed.
  private(set) var offset: Int64 = 0

  init(_ path: FilePath, chunk: Int = 256 << 10) throws(FileError) {
    descriptor = open(path.string, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    self.path = path
    self.chunk = chunk
    buffer = .allocate(byteCount: chunk, alignment: 16)
  }
  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// The next byte, which stays; nil at the end.
  @inline(__always)
  mutating func peek() throws(FileError) -> UInt8? {
    if start == end, try !fill() { return nil }
    return buffer[start]
  }

  /// Passes bytes that were looked at.
  @inline(__always)
  mutating func skip(_ count: Int = 1) {
    start += count
    offset += Int64(count)
  }

  /// The bytes at hand behind the next `seen` ones, more of them from the file where there are none;
  /// empty at its end.
  ///
  /// They and those before them stay in place until the next call.
  mutating func bytes(behind seen: Int) throws(FileError) -> UnsafeRawBufferPointer {
    if end - start == seen { _ = try fill() }
    return UnsafeRawBufferPointer(rebasing: buffer[(start + seen)..<end])
  }

  /// The next bytes, which were looked at already.
  func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[start..<(start + count)])
  }

  /// Reads on behind the bytes at hand; false at the file's end.
  private mutating func fill() throws(FileError) -> Bool {
    makeRoom()
    var count: Int
    repeat {
      count = read(descriptor, buffer.baseAddress?.advanced(by: end), buffer.count - end)
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw FileError("read", path, code: errno) }
    end += count
    return count > 0
  }

  /// Moves the bytes at hand to the front, into a larger buffer where they fill this one.
  private mutating func makeRoom() {
    let count = end - start
    let old = buffer
    if count > buffer.count - chunk / 2 {
      buffer = .allocate(byteCount: 2 * buffer.count, alignment: 16)
    } else if start == 0 {
      return
    }
    if let target = buffer.baseAddress, let source = old.baseAddress, count > 0 {
      memmove(target, source + start, count)
    }
    if old.baseAddress != buffer.baseAddress { old.deallocate() }
    start = 0
    end = count
  }
}

extension SHA256 {
  /// The digest of a file's bytes.
  public static func digest(ofFile path: FilePath) throws(FileError) -> [UInt8] {
    var reader = try ByteReader(path)
    var hash = SHA256()
    while true {
      let chunk = try reader.bytes(behind: 0)
      guard !chunk.isEmpty else { return hash.finish() }
      hash.update(chunk)
      reader.skip(chunk.count)
    }
  }
}
