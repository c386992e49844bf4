internal import Glibc
internal import ZitareBase

/// What makes a worker known to other processes: a lock file and a doorbell in the runtime folder.
///
/// The kernel drops the lock when the process ends, however that happens, and keeps it while the
/// process is stopped. The file gets its name only once it is locked, so that nobody takes a worker
/// that starts for a dead one.
final class WorkerPresence: Sendable {
  let lockPath: FilePath
  let bellPath: FilePath
  private let bell: Doorbell?
  private let lock: FileLockBox

  init(
    _ worker: WorkerID, in folder: FilePath, onRing: @escaping @Sendable () -> Void
  ) throws(FileError) {
    try Files.makeFolder(folder, mode: 0o700)
    lockPath = folder.appending("worker-\(worker).lock")
    bellPath = folder.appending("worker-\(worker).bell")
    let temporary = lockPath.adding(suffix: ".new")
    lock = FileLockBox(try FileLock.wait(temporary))
    lock.lock.write("\(getpid())\n")
    guard rename(temporary.string, lockPath.string) == 0 else {
      throw FileError("rename", temporary, code: errno)
    }
    bell = Doorbell(at: bellPath, onRing: onRing)
  }

  /// Removes the files; the lock itself ends with this value.
  func leave() {
    bell?.remove()
    unlink(lockPath.string)
  }

  /// Whether nobody holds the lock on this file any more; false where there is no file to tell by.
  static func isDead(_ lockPath: FilePath) throws(FileError) -> Bool {
    guard try Files.size(of: lockPath) != nil else { return false }
    return try FileLock.attempt(lockPath, mode: .shared) != nil
  }
}

/// A place on the heap for a lock, which can't be copied.
private final class FileLockBox: Sendable {
  let lock: FileLock
  init(_ lock: consuming FileLock) { self.lock = lock }
}
