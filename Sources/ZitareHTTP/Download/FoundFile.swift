import Glibc
import ZitareBase

/// A file of any size that was found where a download is to go.
struct FoundFile {
  private(set) var size: Int64 = 0
  private(set) var firstBytes: [UInt8] = []
  private(set) var sha256: [UInt8] = []

  /// Reads a file, whose bytes are on the disk then; nil where there is none.
  init?(_ path: FilePath) throws(FileError) {
    let number = open(path.string, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError("open", path, code: errno)
    }
    let descriptor = Descriptor(number, path)
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(number, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("read", path, code: errno) }
      if count == 0 { break }
      firstBytes += buffer[..<count].prefix(Plausibility.headBytes - firstBytes.count)
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      size += Int64(count)
    }
    try descriptor.sync()
    sha256 = hash.finish()
  }
}
