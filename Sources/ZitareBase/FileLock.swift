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
  /// A missing file is created with mode 0600; for a shared lock one that can only be read will do.
  /// Child processes do not inherit the lock.
  public static func attempt(_ path: FilePath, mode: Mode = .exclusive) throws(FileError)
    -> FileLock?
  {
    try attempt(FileLock(descriptor: try open(path, mode)), path, mode)
  }

  /// Takes the exclusive lock on a folder itself at once, or returns nil where another holder is in
  /// the way; unlike a file in it, nobody takes a folder for a stale lock and removes it.
  public static func attempt(onFolder folder: FilePath) throws(FileError) -> FileLock? {
    try attempt(FileLock(descriptor: try open(folder: folder)), folder, .exclusive)
  }

  private static func attempt(
    _ lock: consuming FileLock, _ path: FilePath, _ mode: Mode
  ) throws(FileError) -> FileLock? {
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
    let lock = FileLock(descriptor: try open(path, mode))
    while flock(lock.descriptor, mode.flag) != 0 {
      guard errno == EINTR else { throw FileError("lock", path, code: errno) }
    }
    return lock
  }

  /// Takes the exclusive lock on a folder itself, waiting for other holders to end; it blocks the
  /// calling thread and leaves no file.
  public static func wait(onFolder folder: FilePath) throws(FileError) -> FileLock {
    let lock = FileLock(descriptor: try open(folder: folder))
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

  private static func open(_ path: FilePath, _ mode: Mode) throws(FileError) -> Int32 {
    var descriptor = Glibc.open(path.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0, mode == .shared, errno == EACCES || errno == EROFS {
      descriptor = Glibc.open(path.string, O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw FileError("open", path, code: errno) }
    return descriptor
  }

  private static func open(folder: FilePath) throws(FileError) -> Int32 {
    let descriptor = Glibc.open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", folder, code: errno) }
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
