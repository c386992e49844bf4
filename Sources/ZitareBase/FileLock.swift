import Glibc

/// A lock on a file of its own, held until this value ends or its process dies (flock(2)).
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: Int32

  deinit { close(descriptor) }

  public enum Mode: Sendable {
    case shared, exclusive
  }

  /// Takes the lock at once, or returns nil where another holder is in the way.
  ///
  /// A missing file is created with mode 0600. Child processes do not inherit the lock.
  public static func attempt(_ path: FilePath, mode: Mode = .exclusive) throws(FileError)
    -> FileLock?
  {
    let lock = FileLock(descriptor: try open(path))
    while flock(lock.descriptor, mode.flag | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return nil
      default: throw FileError("lock", path, code: errno)
      }
    }
    return lock
  }

  /// Takes the lock, waiting for other holders to end; it blocks the calling thread.
  public static func wait(_ path: FilePath, mode: Mode = .exclusive) throws(FileError) -> FileLock {
    let lock = FileLock(descriptor: try open(path))
    while flock(lock.descriptor, mode.flag) != 0 {
      guard errno == EINTR else { throw FileError("lock", path, code: errno) }
    }
    return lock
  }

  /// Takes the exclusive lock on a folder itself, waiting for other holders to end; it blocks the
  /// calling thread and leaves no file.
  public static func wait(onFolder folder: FilePath) throws(FileError) -> FileLock {
    let descriptor = Glibc.open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", folder, code: errno) }
    let lock = FileLock(descriptor: descriptor)
    while flock(lock.descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError("lock", folder, code: errno) }
    }
    return lock
  }

  /// Replaces what the lock's file says, such as the holder's process id.
  public func write(_ text: String) {
    ftruncate(descriptor, 0)
    var text = text
    text.withUTF8 { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func open(_ path: FilePath) throws(FileError) -> Int32 {
    let descriptor = Glibc.open(path.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    return descriptor
  }
}

extension FileLock.Mode {
  fileprivate var flag: Int32 {
    switch self {
    case .shared: LOCK_SH
    case .exclusive: LOCK_EX
    }
  }
}
