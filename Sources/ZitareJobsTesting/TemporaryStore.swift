internal import Glibc
public import ZitareBase
public import ZitareJobs
public import ZitareSQLite

/// A place for one job store, removed with everything in it when this value is released.
public final class TemporaryStore: Sendable {
  public enum Place: Sendable, CaseIterable {
    /// Files in memory where the machine has such a folder (`/dev/shm`).
    case memory
    /// `$TMPDIR`, or `/tmp`.
    case disk
  }

  public let folder: FilePath
  public let clock: TestClock

  /// Makes an empty folder; the store itself is made by `open`.
  public init(in place: Place = .memory, clock: TestClock = TestClock()) {
    self.clock = clock
    do {
      folder = try Files.makeTemporaryFolder("zitare-jobs", in: Self.base(of: place))
    } catch {
      fatalError("no temporary folder: \(error)")
    }
  }

  deinit { Files.removeAll(folder) }

  public var path: FilePath { folder.appending("state/jobs.sqlite") }
  public var runtimeFolder: FilePath { folder.appending("runtime") }

  /// Opens the store; several may be open, as in several processes.
  public func open(
    bootID: String = "boot-1", durability: Connection.Durability = .normal
  ) throws(StoreError) -> SQLiteJobStore {
    try SQLiteJobStore(
      path: path, runtimeFolder: runtimeFolder, durability: durability,
      clocks: clock.clocks(bootID: bootID))
  }

  private static func base(of place: Place) -> FilePath {
    switch place {
    case .memory where access("/dev/shm", W_OK) == 0: "/dev/shm"
    case .memory, .disk: Files.temporaryFolder
    }
  }
}
