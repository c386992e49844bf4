import Dispatch

/// Runs work that blocks, such as SQLite's and Xapian's, on a thread that may wait.
///
/// The shared pool has one thread per core: held for minutes, the worker's own tasks would starve,
/// and with them the lease of the very job that holds them.
func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
  }
}
