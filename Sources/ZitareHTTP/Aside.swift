import Dispatch

/// Runs work that blocks on a thread that may wait.
func aside<Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Void
) async throws(Failure) {
  let outcome: Result<Void, Failure> = await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      do throws(Failure) {
        try body()
        continuation.resume(returning: .success(()))
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }
  try outcome.get()
}
