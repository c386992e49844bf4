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

  /// Removes the files of dead workers; their jobs must have been taken back.
  static func removeDead(in folder: FilePath) throws(FileError) {
    for name in try Files.names(in: folder) where isLock(name) {
      let path = folder.appending(name)
      guard try WorkerPresence.isDead(path) else { continue }
      unlink(folder.appending(name.dropLast(".lock".count) + ".bell").string)
      unlink(path.string)
    }
  }

  private static func isLock(_ name: String) -> Bool {
    name.hasPrefix("worker-") && name.hasSuffix(".lock")
  }
}
