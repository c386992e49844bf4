import Glibc
import TestSupport
import Testing
import ZitareBase

/// What changes when a file is rewritten or replaced.
struct FileIdentity: Equatable {
  let inode: UInt64
  let size: Int64
  let seconds: Int
  let nanoseconds: Int

  /// Of every file below a folder but the job database and locks, by its path.
  static func all(below folder: FilePath) throws -> [String: FileIdentity] {
    var found: [String: FileIdentity] = [:]
    for name in try Files.names(in: folder) {
      let path = folder.appending(name)
      var status = stat()
      guard lstat(path.string, &status) == 0 else {
        throw FileError("examine", path, code: errno)
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        found.merge(try all(below: path)) { $1 }
      } else if !isExempt(name) {
        found[path.string] = FileIdentity(
          inode: UInt64(status.st_ino), size: Int64(status.st_size),
          seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
      }
    }
    return found
  }

  /// Locks are exempt, `writer` and `flintlock` of the index among them.
  private static func isExempt(_ name: String) -> Bool {
    name.hasPrefix("jobs.sqlite") || name.hasSuffix(".lock")
      || ["writer", "flintlock"].contains(name)
  }
}

enum FixtureTools {
  /// The path again, where there is such a file.
  static func require(_ path: FilePath) throws -> FilePath {
    _ = try #require(try Files.size(of: path), "\(path) is missing")
    return path
  }

  /// Runs a script of this target's fixtures.
  static func python(_ script: String, _ arguments: String...) throws -> ChildProcess.Result {
    try ChildProcess(
      "/usr/bin/python3", [fixture(script).string] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    ).wait()
  }
}
