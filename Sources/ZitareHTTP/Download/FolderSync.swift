import ZitareBase

/// Makes renames durable, with one call for all that have come together.
final class FolderSync: Sendable {
  private struct State {
    var waiting: [FilePath: [CheckedContinuation<FileError?, Never>]] = [:]
    var running: Set<FilePath> = []
  }

  private let state = Mutex(State())

  /// Returns once every rename in the folder before this call is on the disk.
  func sync(_ folder: FilePath) async throws(FileError) {
    let failure = await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        state.waiting[folder, default: []].append(continuation)
        return state.running.insert(folder).inserted
      }
      if isFirst { startThread { self.run(folder) } }
    }
    if let failure { throw failure }
  }

  /// Syncs until nobody waits: who comes during one call needs the next.
  private func run(_ folder: FilePath) {
    while true {
      let served = state.withLock { state in
        let waiting = state.waiting.removeValue(forKey: folder)
        if waiting == nil { state.running.remove(folder) }
        return waiting
      }
      guard let served else { return }
      var failure: FileError?
      do throws(FileError) { try Files.sync(folder: folder) } catch { failure = error }
      for continuation in served { continuation.resume(returning: failure) }
    }
  }
}
