import Synchronization

/// Tells work on a thread that blocks whether its task was cancelled.
final class CancellationWatch: Sendable {
  private let isCancelled = Atomic(false)

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Throws once the task was cancelled.
  func check() throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }
}
