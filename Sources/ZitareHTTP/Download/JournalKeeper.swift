import ZitareBase

/// Writes a download's journal, each time after the bytes that it speaks of are on the disk.
///
/// Everything is done in order on a thread of its own, so that the loop's thread does not wait.
final class JournalKeeper: Sendable {
  private struct State {
    var isBusy = false
    /// Whether there is a journal on the disk.
    var exists: Bool
    /// Why the last journal that nobody waited for was not written.
    var failure: FileError?
    /// Why bytes of the part may not be on the disk.
    var loss: FileError?
  }

  private let path: FilePath
  private let descriptor: Descriptor
  private let thread = WorkThread()
  private let state: Mutex<State>

  init(_ path: FilePath, _ descriptor: Descriptor, exists: Bool) {
    self.path = path
    self.descriptor = descriptor
    state = Mutex(State(exists: exists))
  }

  /// Whether a journal has been written.
  var exists: Bool { state.withLock { $0.exists } }
  /// Whether only those bytes can be trusted that the journal on the disk claims.
  var hasLost: Bool { state.withLock { $0.loss != nil } }

  /// What went wrong since this was asked last.
  func takeFailure() -> FileError? { state.withLock { $0.failure.take() } }

  /// Takes the part, cut back to what the journal claims, for stored again.
  func forgetLoss() { state.withLock { $0.loss = nil } }

  /// Writes the journal some time soon; not where the one before is still being written.
  func keep(_ journal: DownloadJournal) {
    let isBusy = state.withLock { state in
      defer { state.isBusy = true }
      return state.isBusy
    }
    if isBusy { return }
    thread.perform { [self] in
      do throws(FileError) {
        try write(journal)
        state.withLock { $0.isBusy = false }
      } catch {
        state.withLock { ($0.failure, $0.isBusy) = (error, false) }
      }
    }
  }

  /// Waits for a journal that is being written.
  func drain() async {
    if state.withLock({ $0.isBusy }) { await thread.run {} }
  }

  /// Writes the journal after everything before, and waits for it.
  func settle(_ journal: DownloadJournal) async throws(FileError) {
    try await thread.run { [self] () throws(FileError) in try write(journal) }
  }

  /// Puts a journal that claims nothing in the place of one that does, at once; nothing where there
  /// is none.
  func overtake(_ journal: DownloadJournal) throws(FileError) {
    // One being written now claims bytes that are about to go: it has to come first.
    let exists = state.withLock { $0.exists || $0.isBusy }
    guard exists else { return }
    try thread.wait { [self] () throws(FileError) in
      let isThere = try journal.supersede(at: path)
      state.withLock { $0.exists = isThere }
    }
  }

  private func write(_ journal: DownloadJournal) throws(FileError) {
    try sync()
    try journal.save(at: path)
    state.withLock { $0.exists = true }
  }

  /// Waits until the part's bytes are on the disk; for a thread that may block.
  ///
  /// The system tells once that it could not write bytes, and then takes them for written.
  func sync() throws(FileError) {
    if let loss = state.withLock({ $0.loss }) { throw loss }
    do throws(FileError) {
      try descriptor.sync()
    } catch {
      state.withLock { $0.loss = error }
      throw error
    }
  }
}
