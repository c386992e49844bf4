internal import Glibc
public import ZitareBase

/// The workers that live on this machine, as their locks in a runtime folder tell.
public enum LiveWorkers {
  /// Whether any worker lives.
  public static func anyAlive(in folder: FilePath) throws(FileError) -> Bool {
    for name in try Files.names(in: folder) where isLock(name) {
      let path = folder.appending(name)
      if try Files.size(of: path) != nil, try !WorkerPresence.isDead(path) { return true }
    }
    return false
  }

  /// The process ids of the workers that live.
  public static func processes(in folder: FilePath) throws(FileError) -> [Int32] {
    var processes: [Int32] = []
    for name in try Files.names(in: folder) where isLock(name) {
      let path = folder.appending(name)
      guard try !WorkerPresence.isDead(path), let bytes = try Files.read(path, limit: 64),
        let process = Int32(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
      else { continue }
      processes.append(process)
    }
    return processes.sorted()
  }

  /// The locks of workers that have died.
  ///
  /// What they claimed is in the store by now; so whoever wants to remove their files lists them
  /// first, then takes back the jobs. A worker that dies in between keeps its lock, or nobody could
  /// tell that it is dead before its lease runs out.
  static func deadLocks(in folder: FilePath) throws(FileError) -> [FilePath] {
    var locks: [FilePath] = []
    for name in try Files.names(in: folder) where isLock(name) {
      let path = folder.appending(name)
      if try WorkerPresence.isDead(path) { locks.append(path) }
    }
    return locks
  }

  /// Removes the files of dead workers, whose jobs must have been taken back.
  static func remove(_ locks: [FilePath]) {
    for path in locks {
      unlink(path.string.dropLast(".lock".count) + ".bell")
      unlink(path.string)
    }
  }

  private static func isLock(_ name: String) -> Bool {
    name.hasPrefix("worker-") && name.hasSuffix(".lock")
  }
}
