import FoundationEssentials
import Glibc
public import ZitareBase

/// Where an account's credentials lie: a file for its owner alone, and a lock beside it.
struct CredentialsFile: Sendable {
  let folder: FilePath
  let path: FilePath
  private let lockPath: FilePath

  init(folder: FilePath, account: AccountName) {
    self.folder = folder
    path = folder.appending("\(account).json")
    lockPath = folder.appending("\(account).lock")
  }

  /// The credentials, nil where there are none; refused where others could have read them.
  func read() throws -> Credentials? {
    guard try Files.size(of: path) != nil else { return nil }
    try Self.check(folder, mode: 0o700)
    try Self.check(path, mode: 0o600)
    guard let bytes = try Files.read(path, limit: 1 << 20) else { return nil }
    do {
      return try JSONDecoder().decode(Credentials.self, from: Data(bytes))
    } catch {
      throw CredentialsError.damaged(path)
    }
  }

  /// Puts credentials in place of those before, so that they survive a loss of power; under the lock.
  func write(_ credentials: Credentials) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Self.check(folder, mode: 0o700)
    try Files.replace(path, with: try encoder.encode(credentials), mode: 0o600)
    try removeTemporaries()
  }

  /// Waits until no other process works on these credentials, for `limit` at most.
  func lock(
    within limit: Duration, sleep: @Sendable (Duration) async throws -> Void
  ) async throws -> FileLock {
    try Files.makeFolder(folder, mode: 0o700)
    let pause = Duration.milliseconds(50)
    var waited = Duration.zero
    while true {
      if let lock = try FileLock.attempt(lockPath) { return lock }
      guard waited < limit else { throw CredentialsError.busy(lockPath) }
      try await sleep(pause)
      waited += pause
    }
  }

  /// What a killed process has left of a file that it was about to put in place.
  private func removeTemporaries() throws {
    for name in try Files.names(in: folder)
    where name.hasPrefix(".\(path.lastComponent).") && name.hasSuffix(".tmp") {
      unlink(folder.appending(name).string)
    }
  }

  private static func check(_ path: FilePath, mode: UInt32) throws {
    var status = stat()
    guard stat(path.string, &status) == 0 else { throw FileError("examine", path, code: errno) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw CredentialsError.readableByOthers(path, mode: mode)
    }
  }
}

/// Why credentials on disk cannot be used.
public enum CredentialsError: Error, Equatable, CustomStringConvertible {
  case readableByOthers(FilePath, mode: UInt32)
  case damaged(FilePath)
  /// Another process holds the lock for longer than a renewal can take.
  case busy(FilePath)

  public var description: String {
    switch self {
    case .readableByOthers(let path, let mode):
      "\(path) is not for its owner alone, so it is not used: "
        + "chmod \(String(mode, radix: 8)) \(path), and zitare login where others may have read it"
    case .damaged(let path): "\(path) cannot be read as credentials: zitare login replaces it"
    case .busy(let path):
      "another process has held \(path) for a minute: it may have been stopped while it renewed "
        + "the login"
    }
  }
}
