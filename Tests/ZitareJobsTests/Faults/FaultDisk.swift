import CFaultVFS
import Glibc
import TestSupport
import ZitareBase

/// A folder whose SQLite files fail on cue and whose loss of power can be tried out.
final class FaultDisk: Sendable {
  /// Calls of SQLite on files.
  struct Calls: OptionSet {
    let rawValue: UInt32

    static let open = Calls(FAULT_OPEN)
    static let delete = Calls(FAULT_DELETE)
    static let access = Calls(FAULT_ACCESS)
    static let read = Calls(FAULT_READ)
    static let write = Calls(FAULT_WRITE)
    static let truncate = Calls(FAULT_TRUNCATE)
    static let sync = Calls(FAULT_SYNC)
    static let size = Calls(FAULT_SIZE)
    static let lock = Calls(FAULT_LOCK)
    static let mapShared = Calls(FAULT_SHM_MAP)
    static let lockShared = Calls(FAULT_SHM_LOCK)

    /// Those after which files are not what they were, or that make what they are durable.
    static let changes: Calls = [.open, .delete, .write, .truncate, .sync]

    static let all = Calls(rawValue: .max)

    init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ calls: fault_calls) { rawValue = UInt32(calls.rawValue) }
  }

  /// What is left of the files.
  enum Image {
    /// What was synced.
    case synced
    /// What was written, as after `kill -9`.
    case written
    /// Every sector as at some moment since the last sync, each at its own.
    case torn(seed: UInt64)
  }

  let folder = TemporaryFolder()
  /// The C side has a lock of its own.
  nonisolated(unsafe) private let disk: OpaquePointer

  /// Makes a disk with copies of the files in a folder, or an empty one.
  init(copying image: TemporaryFolder? = nil) throws {
    if let image {
      for name in try Files.names(in: image.path) {
        try folder.write(name, image.read(name) ?? [])
      }
    }
    guard let disk = fault_disk_create(folder.path.string) else { fatalError("no memory") }
    self.disk = disk
  }

  deinit { fault_disk_destroy(disk) }

  var path: FilePath { folder.appending("jobs.sqlite") }
  var openFiles: Int { Int(fault_disk_open_files(disk)) }
  /// How many calls have failed since `fail`.
  var failures: Int { Int(fault_disk_hits(disk)) }

  func count(_ calls: Calls) -> Int { Int(fault_disk_count(disk, calls.rawValue)) }

  /// Lets the call number `first` (from 1) of these kinds fail, and those after it.
  ///
  /// `code` is a result code of SQLite, or the negative number of a signal for this process.
  func fail(_ calls: Calls, with code: Int32, from first: Int = 1, times: Int = .max) {
    fault_disk_arm(disk, calls.rawValue, Int64(first), Int64(times), code)
  }

  func mend() { fault_disk_disarm(disk) }

  /// Runs `body`, and `watch` before each call of these kinds meanwhile.
  func watching<R>(
    _ calls: Calls, _ watch: @escaping () -> Void, _ body: () async throws -> R
  ) async rethrows -> R {
    let watcher = Watcher(call: watch)
    defer { withExtendedLifetime(watcher) { fault_disk_watch(disk, 0, nil, nil) } }
    fault_disk_watch(
      disk, calls.rawValue,
      { context in
        guard let context else { return }
        Unmanaged<Watcher>.fromOpaque(context).takeUnretainedValue().call()
      }, Unmanaged.passUnretained(watcher).toOpaque())
    return try await body()
  }

  private final class Watcher {
    let call: () -> Void
    init(call: @escaping () -> Void) { self.call = call }
  }

  /// What is left of the files, in a folder that is no disk.
  func image(_ image: Image) throws -> TemporaryFolder {
    let target = TemporaryFolder()
    let code =
      switch image {
      case .synced: fault_disk_image(disk, target.path.string, FAULT_SYNCED, 0)
      case .written: fault_disk_image(disk, target.path.string, FAULT_WRITTEN, 0)
      case .torn(let seed): fault_disk_image(disk, target.path.string, FAULT_TORN, seed)
      }
    guard code == 0 else { throw FileError("write", target.path, code: code) }
    return target
  }

  /// Returns once nothing is open any more.
  func closed() async {
    while openFiles > 0 { await Task.yield() }
  }
}

/// All rows of a database and what SQLite's checks find; names of workers, which are random, are
/// left out.
func dump(_ path: FilePath) throws -> String {
  guard let text = fault_dump(path.string) else { throw FileError("dump", path, code: EIO) }
  defer { free(text) }
  return String(cString: text)
}
