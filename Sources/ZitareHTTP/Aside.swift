import Dispatch

/// Runs the body on a thread that may block.
func aside<Result: Sendable, Failure: Error>(
  on queue: DispatchQueue = .global(), _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
  let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
    queue.async {
      do throws(Failure) {
        continuation.resume(returning: .success(try body()))
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }
  return try result.get()
}
