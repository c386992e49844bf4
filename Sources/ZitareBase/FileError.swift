import Glibc

/// A call on the file system that failed.
public struct FileError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as a verb: `open`, `rename`, `lock`.
  public let operation: String
  public let path: FilePath
  /// The system's `errno`.
  public let code: Int32

  public init(_ operation: String, _ path: FilePath, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  public var isNotFound: Bool { code == ENOENT }
  /// Whether the disk or the quota is full.
  public var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

  public var description: String {
    "cannot \(operation) \(path): \(String(cString: strerror(code)))"
  }
}
