import Glibc
import ZitareBase
public import ZitareJobs
import ZitareSQLite

/// The one handle of a process on its job store, opened when first asked for.
final class StoreBox: Sendable {
  private let opened = Mutex<SQLiteJobStore?>(nil)
  private let hasWarned = Mutex(false)

  /// True at the first call only: a command that hands over several jobs warns once.
  func isFirstWarning() -> Bool {
    hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
  }

  func store(_ open: () throws -> SQLiteJobStore) throws -> SQLiteJobStore {
    try opened.withLock { opened in
      if let opened { return opened }
      let store = try open()
      opened = store
      return store
    }
  }
}

extension App {
  private var storePath: FilePath { paths.state.appending("jobs.sqlite") }

  /// The locks and doorbells of this state folder's workers: programs with different state that
  /// share a runtime folder must not take each other's workers for theirs.
  var workersFolder: FilePath {
    let folder = realpath(paths.state.string, nil)
    defer { free(folder) }
    let state = folder.map { String(cString: $0) } ?? paths.state.string
    return paths.runtime.appending(SHA256.digest(state.utf8).prefix(4).hexadecimal)
  }

  /// The job store, made where it is missing; each call returns the same one.
  ///
  /// While a worker lives its tables are left as they are, since it may be of another release:
  /// `StoreError.olderSchema` then says to restart it.
  public func jobStore() throws -> SQLiteJobStore {
    try store.store {
      try makeFolders()
      let workers = workersFolder
      if try LiveWorkers.anyAlive(in: workers) {
        _ = try SQLiteJobStore.openIfPresent(path: storePath, runtimeFolder: workers)
      }
      return try SQLiteJobStore(path: storePath, runtimeFolder: workers, clocks: clocks)
    }
  }

  /// Brings the tables of another component in the job store up to date.
  ///
  /// While a worker lives they are left as they are, like those of the jobs.
  public func migrate(component: String, _ steps: [StaticString]) async throws {
    let store = try jobStore()
    if try LiveWorkers.anyAlive(in: workersFolder) {
      let version = try await store.read { try $0.version(of: component) }
      guard version >= steps.count else {
        throw StoreError.olderSchema(
          "the tables of \(component) have version \(version), this program needs \(steps.count): "
            + "restart the worker")
      }
    }
    try await store.migrate(component: component, steps)
  }

  /// The job store for reading only; nil where there is none yet.
  public func jobStoreIfPresent() throws -> SQLiteJobStore? {
    try SQLiteJobStore.openIfPresent(path: storePath, runtimeFolder: workersFolder)
  }
}
