import Glibc
public import ZitareBase

/// The right to be the only process in a role, held until this value ends or the process dies.
public struct SingleInstance: ~Copyable, Sendable {
  private let lock: FileLock

  /// Takes the role, or throws naming the process that has it.
  public init(role: String, folder: FilePath) throws {
    let path = folder.appending(role + ".lock")
    guard let lock = try FileLock.attempt(path) else {
      throw InstanceError(role: role, processID: Self.holder(of: path))
    }
    lock.write("\(getpid())\n")
    self.lock = lock
  }

  /// The process id in the lock's file; nil in the instant before the holder has written it.
  private static func holder(of path: FilePath) -> Int32? {
    guard let bytes = try? Files.read(path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" })
  }
}

/// Another process has the role already.
public struct InstanceError: ExitCodeProviding, Equatable, CustomStringConvertible {
  public let role: String
  public let processID: Int32?

  public var exitCode: ExitCode { .tryLater }
  public var description: String {
    "a \(role) is running already"
      + (processID.map { ": process \($0)" } ?? "") + "; stop it first"
  }
}
