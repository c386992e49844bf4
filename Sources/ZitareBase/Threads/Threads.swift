internal import Glibc

/// Runs `body` on a thread of its own that takes no signals: those are for the program's others.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { argument in
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Start(body)).toOpaque())
  guard code == 0 else { fatalError("cannot start a thread: error \(code)") }
  pthread_detach(thread)
}

private final class Start: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs work that blocks on a thread of its own.
package func blocking<Result: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
  let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
    startThread { continuation.resume(returning: Swift.Result(catching: body)) }
  }
  return try result.get()
}
