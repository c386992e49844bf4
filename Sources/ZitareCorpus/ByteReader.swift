import Glibc
import ZitareBase

/// The bytes of a file one after the other, read in chunks.
struct ByteReader: ~Copyable {
  private let descriptor: Int32
  private let path: FilePath
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  /// How many bytes have been passed.
  private(set) var offset: Int64 = 0

  init(_ path: FilePath, chunk: Int = 256 << 10) throws(FileError) {
    descriptor = open(path.string, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    self.path = path
    buffer = [UInt8](repeating: 0, count: chunk)
  }
  deinit { close(descriptor) }

  /// The next byte, which stays; nil at the end.
  mutating func peek() throws(FileError) -> UInt8? {
    guard try fill() else { return nil }
    return buffer[start]
  }

  mutating func skip() {
    start += 1
    offset += 1
  }

  /// Lends the bytes at hand, at least one unless the file is at its end, and passes as many of them as
  /// `body` says.
  mutating func consume(_ body: (UnsafeRawBufferPointer) -> Int) throws(FileError) -> Bool {
    guard try fill() else { return false }
    let (start, end) = (start, end)
    let count = buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    self.start += count
    offset += Int64(count)
    return true
  }

  private mutating func fill() throws(FileError) -> Bool {
    guard start == end else { return true }
    var count: Int
    repeat { count = read(descriptor, &buffer, buffer.count) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw FileError("read", path, code: errno) }
    start = 0
    end = count
    return count > 0
  }
}

extension SHA256 {
  /// Adds a file's bytes, in chunks.
  mutating func update(contentsOf path: FilePath) throws(FileError) {
    var reader = try ByteReader(path)
    var isMore = true
    while isMore {
      var chunk: [UInt8] = []
      isMore = try reader.consume {
        chunk = Array($0)
        return $0.count
      }
      update(chunk)
    }
  }
}
