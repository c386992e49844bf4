import Glibc
import ZitareBase

/// A file being written by a download, and the digest of what is in it.
final class PartFile {
  let descriptor: Descriptor
  private(set) var size: Int64 = 0
  private var hash: SHA256? = SHA256()

  /// Makes the file, or empties the one that an earlier attempt has left.
  init(_ path: FilePath) throws(FileError) {
    let opened = open(path.string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard opened >= 0 else { throw FileError("create", path, code: errno) }
    descriptor = Descriptor(opened, path)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor.number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError("write", descriptor.path, code: errno) }
      rest = rest.dropFirst(count)
    }
    hash?.update(bytes)
    size += Int64(bytes.count)
  }

  /// The SHA-256 of everything written; nothing may be written afterwards.
  func finish() -> [UInt8] {
    guard let hash = hash.take() else { preconditionFailure("finished twice") }
    return hash.finish()
  }
}

/// An open file, closed when the last owner lets go of it.
final class Descriptor: Sendable {
  let number: Int32
  let path: FilePath

  init(_ number: Int32, _ path: FilePath) {
    self.number = number
    self.path = path
  }
  deinit { close(number) }

  /// Waits until the file's bytes are on the disk.
  func sync() throws(FileError) {
    guard fdatasync(number) == 0 else { throw FileError("sync", path, code: errno) }
  }
}
