/// A thread that does what it is given in order, and begins with the first of it.
package final class WorkThread: Sendable {
  private let line = WorkLine<@Sendable () -> Void>()
  private let isStarted = Mutex(false)

  package init() {}

  deinit { line.close() }

  package func perform(_ work: @escaping @Sendable () -> Void) {
    line.append(work)
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    if isFirst { startThread { [line] in while let work = line.next() { work() } } }
  }

  /// Does `work` after everything before, and returns what it comes to.
  package func run<Result: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      perform { continuation.resume(returning: Swift.Result(catching: work)) }
    }
    return try result.get()
  }

  /// Like `run`, but holds the calling thread up meanwhile.
  package func wait<Result: Sendable, Failure: Error>(
    for work: @escaping @Sendable () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let answer = WorkLine<Swift.Result<Result, Failure>>()
    perform { answer.append(Swift.Result(catching: work)) }
    guard let result = answer.next() else { preconditionFailure("nobody closes this line") }
    return try result.get()
  }
}
