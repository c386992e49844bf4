import Glibc
import ZitareBase
public import ZitareJobs

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

  /// The job store for reading only; nil where there is none yet.
  public func jobStoreIfPresent() throws -> SQLiteJobStore? {
    try SQLiteJobStore.openIfPresent(path: storePath, runtimeFolder: workersFolder)
  }
}
