import Glibc
import ZitareBase

/// A file of a database, read in blocks.
struct BlockFile: ~Copyable {
  /// What Xapian makes tables of unless it is told otherwise; the last block of a file may be shorter.
  static let blockSize = 8192
  /// Blocks that are read together.
  private static let group = 128

  let path: FilePath
  let stamp: Stamp
  private let descriptor: Int32

  /// How a file looks from outside: another one once it was written to.
  struct Stamp: Equatable {
    let size: Int64
    /// In nanoseconds since 1970.
    let modified: Int64

    var blockCount: Int { Int((size + Int64(blockSize) - 1) / Int64(blockSize)) }
  }

  init(_ path: FilePath) throws(FileError) {
    self.path = path
    descriptor = open(path.string, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw FileError("examine", path, code: code)
    }
    stamp = Stamp(status)
  }

  deinit { close(descriptor) }

  /// Nil where there is no file.
  static func stamp(of path: FilePath) throws(FileError) -> Stamp? {
    var status = stat()
    guard stat(path.string, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError("examine", path, code: errno)
    }
    return Stamp(status)
  }

  /// The number of the commit that a table's block was written for.
  func revision(ofBlock number: Int) throws(FileError) -> UInt64 {
    try withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer throws(FileError) in
      try read(into: buffer, at: number)
      return Self.revision(of: UnsafeRawBufferPointer(buffer))
    }
  }

  /// The digest of one block.
  func digest(ofBlock number: Int, _ hash: inout SHA256) throws(FileError) -> UInt64 {
    let size = Int(min(Int64(Self.blockSize), stamp.size - Int64(number * Self.blockSize)))
    return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) {
      buffer throws(FileError) in
      try read(into: buffer, at: number)
      return Self.digest(UnsafeRawBufferPointer(buffer), &hash)
    }
  }

  /// Calls `body` with each block's number, revision and digest, in order.
  func forEachBlock(
    _ hash: inout SHA256, _ body: (_ number: Int, _ revision: UInt64, _ digest: UInt64) -> Void
  ) throws(FileError) {
    let bytes = Self.group * Self.blockSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 8)
    defer { buffer.deallocate() }
    for first in stride(from: 0, to: stamp.blockCount, by: Self.group) {
      let size = Int(min(Int64(bytes), stamp.size - Int64(first * Self.blockSize)))
      try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]), at: first)
      for (index, start) in stride(from: 0, to: size, by: Self.blockSize).enumerated() {
        let end = min(start + Self.blockSize, size)
        let block = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
        body(first + index, Self.revision(of: block), Self.digest(block, &hash))
      }
    }
  }

  private func read(
    into buffer: UnsafeMutableRawBufferPointer, at block: Int
  ) throws(FileError) {
    var done = 0
    while done < buffer.count {
      let offset = off_t(block * Self.blockSize + done)
      let count = pread(
        descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, offset)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("read", path, code: errno) }
      // It became shorter since it was opened: what is missing counts as zeros.
      guard count > 0 else {
        UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).initializeMemory(
          as: UInt8.self, repeating: 0)
        return
      }
      done += count
    }
  }

  private static func revision(of block: UnsafeRawBufferPointer) -> UInt64 {
    block.prefix(4).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Eight bytes are enough against chance, and a thousandth of the file.
  private static func digest(_ block: UnsafeRawBufferPointer, _ hash: inout SHA256) -> UInt64 {
    hash.update(block)
    return hash.restart { $0.loadUnaligned(as: UInt64.self) }
  }
}

extension BlockFile.Stamp {
  fileprivate init(_ status: stat) {
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
