import Glibc
import ZitareBase

/// A file that is part of a body, in the state in which its length was told.
struct BodyFile {
  private let path: FilePath
  private let status: stat

  var size: Int64 { Int64(status.st_size) }

  /// Looks at a file; anything but a regular one is refused, since reading could block.
  init(_ path: FilePath) throws(FileError) {
    var status = stat()
    guard stat(path.string, &status) == 0 else { throw FileError("send", path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("send", path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    self.path = path
    self.status = status
  }

  func open() throws(Refusal) -> Descriptor {
    let number = Glibc.open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw Refusal(.file(FileError("open", path, code: errno))) }
    return Descriptor(number, path)
  }

  /// Reads from an offset; the file must not have changed until its last byte is read.
  func read(
    _ descriptor: Descriptor, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Refusal) -> Int {
    let wanted = Int(min(Int64(buffer.count), size - offset))
    if wanted == 0 { return 0 }
    var count: Int
    repeat {
      count = pread(descriptor.number, buffer.baseAddress, wanted, off_t(offset))
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Refusal(.file(FileError("read", path, code: errno))) }
    let isWhole = offset + Int64(count) == size ? try isUnchanged(descriptor) : count > 0
    guard isWhole else { throw Refusal(.body("\(path) changed while it was sent")) }
    return count
  }

  private func isUnchanged(_ descriptor: Descriptor) throws(Refusal) -> Bool {
    var now = stat()
    guard fstat(descriptor.number, &now) == 0 else {
      throw Refusal(.file(FileError("examine", path, code: errno)))
    }
    return now.st_dev == status.st_dev && now.st_ino == status.st_ino
      && now.st_size == status.st_size && now.st_mtim.tv_sec == status.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
  }
}
