import CFallocate
import Glibc
import ZitareBase

/// A file being written by a download, and the digest of what is in it.
///
/// It has one owner at a time: who opens it, the loop's thread while a transfer runs, who ends it.
final class PartFile: Sendable {
  let descriptor: Descriptor
  nonisolated(unsafe) private(set) var size: Int64 = 0
  nonisolated(unsafe) private var hash: SHA256 = SHA256()

  /// Makes the file, or empties the one that an earlier attempt has left.
  init(_ path: FilePath) throws(FileError) {
    let opened = open(path.string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard opened >= 0 else { throw FileError("create", path, code: errno) }
    descriptor = Descriptor(opened, path)
  }

  private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Opens or makes the file as it is and takes the lock on it, nil where somebody has it.
  ///
  /// The lock goes along when the file is renamed, so that the path is free for the next one.
  static func locked(_ path: FilePath) throws(FileError) -> PartFile? {
    while true {
      let opened = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard opened >= 0 else { throw FileError("create", path, code: errno) }
      let descriptor = Descriptor(opened, path)
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        if errno == EINTR { continue }
        if errno == EWOULDBLOCK { return nil }
        throw FileError("lock", path, code: errno)
      }
      // Another process may have renamed or removed it between the two calls.
      if try descriptor.status().st_ino == descriptor.inodeAtPath { return PartFile(descriptor) }
    }
  }

  /// Gives the lock back before the file is closed, which may be a moment later.
  func unlock() { flock(descriptor.number, LOCK_UN) }

  /// The bytes in the file, whatever was read or written by this object.
  func storedSize() throws(FileError) -> Int64 { Int64(try descriptor.status().st_size) }

  /// Reads what is there up to `length`, cuts the rest off, and goes on behind it.
  func resume(at length: Int64) throws(FileError) {
    try empty(keeping: length)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while size < length {
      let wanted = Int(min(Int64(buffer.count), length - size))
      let count = pread(descriptor.number, &buffer, wanted, off_t(size))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw FileError("read", descriptor.path, code: count < 0 ? errno : EIO)
      }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      size += Int64(count)
    }
  }

  /// Takes everything back that was written.
  func restart() throws(FileError) { try empty(keeping: 0) }

  /// Cuts off what a write that failed, or space set aside for a larger file, has left behind.
  func trim() throws(FileError) {
    let status = try descriptor.status()
    guard Int64(status.st_size) != size || Int64(status.st_blocks) * 512 > size + (1 << 16) else {
      return
    }
    guard ftruncate(descriptor.number, off_t(size)) == 0 else {
      throw FileError("truncate", descriptor.path, code: errno)
    }
  }

  private func empty(keeping length: Int64) throws(FileError) {
    guard ftruncate(descriptor.number, off_t(length)) == 0 else {
      throw FileError("truncate", descriptor.path, code: errno)
    }
    size = 0
    hash = SHA256()
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var offset = 0
    while offset < bytes.count {
      let count = pwrite(
        descriptor.number, bytes.baseAddress?.advanced(by: offset), bytes.count - offset,
        off_t(size) + off_t(offset))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError("write", descriptor.path, code: errno) }
      offset += count
    }
    hash.update(bytes)
    size += Int64(bytes.count)
  }

  /// The bytes that the disk lacks for the file to grow to `total`, nil for none.
  func missingSpace(for total: Int64, leaving spare: Int64) throws(FileError) -> Int64? {
    guard total > size, let free = descriptor.freeSpace else { return nil }
    // What an earlier attempt has set aside is there and not to be had again.
    let here = max(size, Int64(try descriptor.status().st_blocks) * 512)
    // A server may name any length.
    let (sum, isTooLarge) = max(0, total - here).addingReportingOverflow(spare)
    let needed = isTooLarge ? .max : sum
    return free < needed ? needed - free : nil
  }

  /// Sets disk space aside up to `total`, with the file's length as it is; false where there is too
  /// little.
  ///
  /// File systems that cannot do it are taken to have enough.
  func reserve(_ total: Int64) -> Bool {
    let failed = reserve_blocks(descriptor.number, size, total - size) != 0
    return !failed || errno != ENOSPC && errno != EDQUOT
  }

  /// The first bytes, at most `count`.
  func firstBytes(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(count), size)))
    let read = pread(descriptor.number, &bytes, bytes.count, 0)
    guard read == bytes.count else { throw FileError("read", descriptor.path, code: EIO) }
    return bytes
  }

  /// The SHA-256 of everything written so far.
  func digest() -> [UInt8] { hash.digestSoFar() }
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

  func status() throws(FileError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw FileError("examine", path, code: errno) }
    return status
  }

  /// Which file lies at the path now, nil for none.
  var inodeAtPath: ino_t? {
    var status = stat()
    return lstat(path.string, &status) == 0 ? status.st_ino : nil
  }

  /// Bytes that an ordinary user may still write to the disk; nil where it does not tell.
  var freeSpace: Int64? {
    var status = statvfs()
    guard fstatvfs(number, &status) == 0, status.f_blocks > 0 else { return nil }
    let (bytes, isTooLarge) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooLarge ? .max : Int64(clamping: bytes)
  }
}
