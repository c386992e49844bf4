import Glibc
import ZitareBase

/// A file that is written piece by piece beside its place and put there when it is complete.
struct StreamedFile: ~Copyable {
  private let path: FilePath
  private let temporary: FilePath
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isPlaced = false

  init(_ path: FilePath) throws(FileError) {
    self.path = path
    temporary = path.parent.appending(".\(path.lastComponent).\(getpid()).tmp")
    descriptor = open(temporary.string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError("create", temporary, code: errno) }
  }

  deinit {
    close(descriptor)
    if !isPlaced { unlink(temporary.string) }
  }

  mutating func write(_ bytes: [UInt8]) throws(FileError) {
    buffer += bytes
    if buffer.count >= 256 << 10 { try flush() }
  }

  /// Replaces the file at the path, durably; without this call the old one stays.
  consuming func place() throws(FileError) {
    try flush()
    guard fdatasync(descriptor) == 0 else { throw FileError("sync", path, code: errno) }
    guard rename(temporary.string, path.string) == 0 else {
      throw FileError("rename", path, code: errno)
    }
    isPlaced = true
    try Files.sync(folder: path.parent)
  }

  private mutating func flush() throws(FileError) {
    var offset = 0
    while offset < buffer.count {
      let count = buffer.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("write", path, code: errno) }
      offset += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
